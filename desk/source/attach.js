// The page attached to a running game (docs/attach.md): it speaks to the game itself. What comes is the journal of one agent, which grows a recording; so
// all of the past can be looked at while the game goes on. Messages and lines are those of `htn attach`, in the tool.
import { by, make, seconds } from './dom.js';

const AGAIN = 500; // milliseconds between two tries to connect
const LEAST = 100; // milliseconds between two looks at what has come; more where a look takes long
const BLOB = '/desk/game.htnb';
const BREAKS = { task: (text) => `break at ${text}`, property: (text) => `break when ${text}`, plan: (text) => `break plan ${text}` };

/** HOST:PORT, and whether that is this machine. */
export function readAddress(text) {
  const found = /^([\w.-]+):(\d{1,5})$/.exec(text.trim());
  return found === null || Number(found[2]) > 65535 || found[2] === '0' ? null : { text: found[0], here: found[1] === 'localhost' || found[1] === '127.0.0.1' };
}

export class Attach {
  constructor(model, view, say) {
    this.model = model;
    this.view = view;
    this.say = say;
    this.heard = () => {}; // of each change, for who shows time and breaks
    this.build_();
    by('attach').addEventListener('click', () => this.ask());
    by('attach-dialog').addEventListener('close', () => by('attach-dialog').returnValue === 'attach' && this.open(by('attach-address').value, by('attach-token').value.trim()));
    view.closed = () => this.end();
    model.listen((what) => {
      if (!this.isOpen) return;
      if (what === 'files') this.game.source(`${model.folder}/${model.main}`);
      if (what === 'source') this.edited = true;
      if (what === 'source') this.showStatus(this.status.textContent);
    });
  }

  get isOpen() {
    return this.game !== undefined;
  }

  // --- The page ---

  build_() {
    const { view } = this;
    this.agents = make('select', { id: 'live-agent', onchange: () => this.choose(Number(this.agents.value)) });
    this.order = make('input', { id: 'live-order', 'aria-label': 'Order for the agent', placeholder: 'Order: Rest()', list: 'live-tasks', size: 14 });
    this.tasks = make('datalist', { id: 'live-tasks' });
    this.now = make('button', { id: 'live-now', title: 'Shows the latest moment, and goes on with it (End)', onclick: () => view.follow() }, 'Live');
    this.bar = make('div', { id: 'live', class: 'tools', role: 'group', 'aria-label': 'The game', hidden: true },
      make('label', { class: 'field', for: 'live-agent' }, 'Agent'), this.agents, this.now,
      make('form', { class: 'bar', onsubmit: (event) => { event.preventDefault(); this.giveOrder(); } }, this.order, this.tasks, make('button', {}, 'Order')),
      make('button', { id: 'live-send', title: 'Compiles the source, and the game goes on with it (Ctrl-S)', onclick: () => this.send() }, 'Send source'),
      make('button', { id: 'live-save', title: 'The agent’s journal, for htn trace, explain and replay', onclick: () => this.save() }, 'Save journal'),
      this.status = make('span', { id: 'live-status', class: 'quiet', role: 'status' }),
      make('button', { class: 'end', id: 'live-detach', onclick: () => this.leave() }, 'Detach'));
    view.pane.prepend(this.bar);
  }

  ask(address, token) {
    if (address !== undefined) by('attach-address').value = address;
    if (token !== undefined) by('attach-token').value = token;
    by('attach-away').hidden = ['localhost', '127.0.0.1'].includes(location.hostname) && location.protocol === 'http:';
    by('attach-dialog').showModal();
  }

  /** What `htn attach` would print, but for its list of agents, which the page shows in another way. */
  tell(text) {
    if (this.game?.state().listed && !this.shown.listed) return;
    if (/^time has stopped/.test(text)) return; // stopped() says it
    if (text.trim() !== '') this.say(text.trim().split('\n').at(-1));
  }

  // --- The connection ---

  open(address, token) {
    const read = readAddress(address);
    if (read === null) return this.say('Write HOST:PORT, such as localhost:7117.');
    if (!/^[\w-]+$/.test(token)) return this.say('The token has letters, digits, `-` and `_`.');
    if (this.isOpen) this.leave();
    if (this.view.isOpen) this.view.close();
    this.address = `ws://${read.text}/${token}`;
    this.where = read.text;
    this.lines = [];
    this.asked = undefined;
    this.met = [];
    this.greeted = this.edited = false;
    this.ticking = setInterval(() => this.pump(), 250); // what is waited for may come with time alone
    this.shown = { build: -1, generation: -1, size: 0, listed: false };
    this.game = this.model.tool.attach((message) => this.socket?.readyState === WebSocket.OPEN && this.socket.send(message));
    this.game.source(`${this.model.folder}/${this.model.main}`);
    this.bar.hidden = false;
    document.body.classList.add('live');
    this.view.wait('');
    this.showStatus(`Calling ${this.where}…`);
    this.connect();
  }

  connect() {
    let answered = false;
    const socket = (this.socket = new WebSocket(this.address));
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket || typeof data === 'string') return;
      answered = true;
      this.tell(this.game.hear(new Uint8Array(data)));
      if (!this.greeted && this.game.state().greeted) this.begin();
      this.pump();
      this.lookSoon();
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.game.lost();
      this.greeted = false;
      this.lines = [];
      this.asked = undefined;
      this.shown.listed = false;
      this.showStatus(answered ? `The game at ${this.where} is gone; waiting for it.` : `No answer at ${this.where}: no game listens there, it has another token, or somebody else is attached. Trying again.`);
      this.heard();
      this.timer = setTimeout(() => this.isOpen && this.connect(), AGAIN);
    };
  }

  begin() {
    this.greeted = true;
    this.showStatus('');
    this.do('agents');
  }

  end() {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    clearTimeout(this.looking);
    clearInterval(this.ticking);
    this.looking = undefined;
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
    this.game.free();
    this.game = undefined;
    this.bar.hidden = true;
    document.body.classList.remove('live');
    this.heard();
  }

  leave() {
    this.view.close(); // which ends this, too
    this.end();
    this.say('');
  }

  showStatus(text) {
    this.status.textContent = text === '' && this.edited ? 'The game does not have your edits: lines are those of the page. Ctrl-S sends them.' : this.edited ? text : text.startsWith('The game does not have') ? '' : text;
    by('live-send').classList.toggle('primary', this.edited);
    for (const each of this.bar.querySelectorAll('button, input')) each.disabled = each.id !== 'live-detach' && each.id !== 'live-save' && !this.greeted;
    by('live-save').disabled = !this.view.isLive;
  }

  // --- Lines ---

  /** Does a line of `htn attach`, behind those that wait for the game. */
  do(line, done) {
    if (!this.greeted) return this.say('The game is not there yet.');
    this.lines.push({ line, done });
    this.pump();
  }

  pump() {
    while (this.isOpen && this.game.ready) {
      const asked = this.asked;
      this.asked = undefined;
      asked?.done?.(this.game.state().good);
      if (this.lines.length === 0) return;
      this.asked = this.lines.shift();
      const { good, answer } = this.game.do(this.asked.line);
      if (good) continue;
      this.tell(answer);
      this.asked.done?.(false);
      this.asked = undefined;
    }
  }

  /** A command of the play, as the world pane gives it. */
  command(line) {
    if (!this.view.isLive) return { good: false, answer: 'The game has not sent an agent yet.' };
    if (!line.startsWith('set ')) return { good: false, answer: 'The game itself adds and removes instances, and answers queries.' };
    this.view.follow();
    this.do(line);
    return { good: true, answer: '' };
  }

  choose(agent) {
    this.do(`choose ${agent}`);
  }

  giveOrder() {
    const text = this.order.value.trim(), { layers } = this.model.declared;
    if (text === '') return;
    this.view.follow();
    const order = text.includes('(') ? text : `${text}()`;
    this.do(`order ${order}${layers.length > 1 && order.endsWith(')') ? ` in ${layers[this.model.layer]}` : ''}`, (good) => good && this.say(`${order} was ordered.`));
  }

  /** The source of the page becomes the game's, if it is one for the same layers: the game would lose what the agents do. */
  send() {
    const { model } = this;
    const play = model.play?.declarations();
    if (play === undefined || model.stale) return this.say('The source has errors; nothing was sent.');
    if (this.view.isLive && play.layers.join() !== model.declared.layers.join()) return this.say(`${model.main} has other layers than the game’s domain; nothing was sent.`);
    this.do('reload', (good) => {
      if (!good) return;
      this.edited = false;
      this.showStatus('');
    });
  }

  save() {
    const { name } = this.view.recording.tracks[0];
    const link = make('a', { download: `${name}.htnj`, href: URL.createObjectURL(new Blob([this.game.journal(0)])) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // --- Time ---

  get isPaused() {
    return this.isOpen && this.game.state().paused;
  }

  pause() {
    this.do('break');
  }

  goOn() {
    this.view.follow();
    for (const each of this.model.breaks) each.met = false;
    this.do('continue');
  }

  step() {
    this.view.follow();
    this.do('step 1');
  }

  /** The game has the page's breaks, so that time stops in the frame in which one is met. */
  setBreaks() {
    if (!this.greeted || this.shown.build < 0) return;
    this.do('break never', () => (this.met = []));
    for (const each of this.model.breaks)
      this.do(BREAKS[each.kind](each.text), (good) => {
        each.refused = !good;
        if (good) this.met.push(each); // the game counts only those that it has taken
        this.heard();
      });
  }

  // --- What has come ---

  lookSoon() {
    if (this.looking !== undefined) return;
    this.looking = setTimeout(() => {
      this.looking = undefined;
      if (!this.isOpen) return;
      const before = performance.now();
      this.look();
      this.cost = performance.now() - before;
    }, Math.max(LEAST, 3 * (this.cost ?? 0)));
  }

  look() {
    const state = this.game.state(), { shown } = this;
    if (state.listed && !shown.listed) this.list();
    this.agents.value = String(state.chosen);
    if (state.size > 0 && (state.generation !== shown.generation || state.build !== shown.build)) this.show(state);
    if (state.size > shown.size) {
      this.tell(this.view.grow(this.agents.selectedOptions[0]?.text ?? 'agent', this.game.journal(shown.size)));
      shown.size = state.size;
    }
    if (state.paused !== shown.paused) this.stopped(state);
    shown.paused = state.paused;
    this.heard();
  }

  stopped({ paused, stoppedBy }) {
    const met = this.met[stoppedBy - 1];
    for (const each of this.model.breaks) each.met = paused && each === met;
    if (paused) this.say(met === undefined ? 'The game’s time has stopped.' : `Stopped at ${seconds(this.view.time)}: ${{ plan: 'plan becomes', task: 'task starts', property: 'property is' }[met.kind]} ${met.text}`);
  }

  list() {
    const names = this.game.names();
    this.shown.listed = true;
    this.agents.replaceChildren(make('option', { value: -1, disabled: true }, 'choose'), ...names.map((name, i) => make('option', { value: i }, name)));
    if (names.length > 0 && this.game.state().chosen < 0) this.choose(0);
  }

  /** A journal that begins: of another agent, another build, or behind events that were lost. */
  show({ build, generation }) {
    const { model, shown } = this;
    Object.assign(shown, { build, generation, size: 0 });
    model.tool.write(BLOB, this.game.blob());
    const play = model.tool.play(BLOB);
    const domain = { path: BLOB, declared: play.declarations(), network: play.network() };
    play.free();
    this.tasks.replaceChildren(...domain.network.map((task) => make('option', { value: `${task.name}()` })));
    this.view.beginLive(domain);
    this.showStatus('');
    this.setBreaks();
  }
}
