// Journals of a game on the desk: what all agents did, on a canvas. Only the rows that can be seen are drawn, and what is smaller than a pixel is drawn
// together, so an hour of a hundred agents moves as fast as a minute of one. A moment that is chosen goes into world, plan and source.
import { by, make, seconds } from './dom.js';

export const PLAN = 0, STEP = 1, SEARCH = 2, CHANGE = 3, SENSOR = 4, HOLD = 5, FAILURE = 6;
const KINDS = ['plan', 'step', 'search', 'world', 'sensor', 'reservation', 'failure', 'note'];
const ENDS = ['', ' (runs)', '', ' (failed)', ' (aborted)'];
const LABELS = 150, RULER = 22, STRIP = 13, MARKS = 9, ROWS_LISTED = 120;
const RESTING = 120; // milliseconds without a movement, after which the moment is explained

/** What of an agent is drawn in one line: indexes of items, in the order of their beginnings. */
function lanesOf(track, layers) {
  const { items } = track;
  const lists = { plans: [], steps: [], marks: [] };
  for (let i = 0; i < layers; i++) lists.plans.push([]), lists.steps.push([]);
  for (let i = 0; i < items.length; i += 4) {
    const kind = items[i] & 255, layer = Math.max(0, ((items[i] >> 8) & 0xffff) - 1);
    (kind === PLAN ? lists.plans[layer] : kind === STEP ? lists.steps[layer] : lists.marks).push(i);
  }
  const packed = (list) => Uint32Array.from(list);
  return { plans: lists.plans.map(packed), steps: lists.steps.map(packed), marks: packed(lists.marks) };
}

/** The first of a list whose item begins at `time` or later. */
function firstFrom(items, list, time, low = 0) {
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[list[middle] + 1] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class RecordingView {
  constructor(model, say) {
    this.model = model;
    this.say = say;
    this.recording = null;
    this.isLive = false; // the recording is of an agent that still acts, and grows
    this.follows = false; // and the latest moment is shown
    this.closed = () => {};
    this.build();
    model.listen((what) => {
      if ((what === 'files' || what === 'source') && model.play !== null) this.suggest();
      if (what === 'files' && this.recording !== null && this.opened !== model.opened) this.close();
      if (what === 'layer') this.follows ? this.show(true) : this.seek(this.time);
    });
    addEventListener('resize', () => this.draw());
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      this.add([...event.dataTransfer.files]);
    });
  }

  get isOpen() {
    return this.recording !== null;
  }

  /** Whether there is anything in it. */
  get isFull() {
    return this.isOpen && this.recording.tracks.length > 0;
  }

  // --- The page ---

  build() {
    const button = (text, label, onclick) => make('button', { 'aria-label': label, title: label, onclick }, text);
    this.input = make('input', { type: 'file', multiple: true, class: 'unseen', tabindex: -1, 'aria-label': 'Journals of agents', onchange: () => { this.add([...this.input.files]); this.input.value = ''; } });
    this.opener = make('button', { id: 'rec-open', title: 'Journals that a game has written (.htnj) for this domain; or drop them anywhere', onclick: () => this.input.click() }, 'Open journals…');
    this.find = make('input', { type: 'search', id: 'rec-find', placeholder: 'Find', 'aria-label': 'Find in the recording', oninput: () => this.search(), onkeydown: (event) => event.key === 'Enter' && this.nextFound(event.shiftKey ? -1 : 1) });
    this.found = make('span', { class: 'quiet', role: 'status' });
    this.subject = make('input', { id: 'rec-subject', list: 'rec-words', placeholder: 'property, step or layer', 'aria-label': 'Property, step or layer whose last change is looked for' });
    this.words = make('datalist', { id: 'rec-words' });
    const last = make('button', { id: 'rec-last', title: 'When it changed last, before the time shown', onclick: () => (this.isOpen ? this.lastChange() : this.lastOfPlay()) }, 'Last change');
    by('time-title').after(this.opener, this.input, this.subject, this.words, last);
    this.canvas = make('canvas', { 'aria-hidden': 'true' });
    this.tip = make('span', { class: 'quiet', id: 'rec-tip' });
    this.box = make('div', { id: 'rec-box', role: 'slider', tabindex: 0, 'aria-label': 'Time and agent of the recording', 'aria-valuemin': 0, 'aria-valuemax': 0, 'aria-valuenow': 0,
      title: '' }, this.canvas);
    this.table = make('table', { id: 'rec-table' });
    this.list = make('div', { id: 'rec-list', class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Events of the agent' }, this.table);
    this.pane = make('div', { id: 'recording', hidden: true },
      make('div', { class: 'tools' }, this.find, this.found,
        button('−', 'Zoom out (-)', () => this.zoom(0.5)), button('+', 'Zoom in (+)', () => this.zoom(2)), button('All', 'Show all of the time (0)', () => this.showAll()),
        this.tip, make('button', { class: 'end', id: 'rec-close', onclick: () => this.close() }, 'Close journals')),
      make('div', { id: 'rec-both' }, this.box, this.list));
    by('time-pane').append(this.pane);
    this.listen();
  }

  listen() {
    const { box } = this;
    box.addEventListener('pointerdown', (event) => {
      box.focus();
      if (!this.isFull) return;
      const at = this.placeOf(event);
      if (at.x < 0 || event.button !== 0) return this.select(at.track);
      box.setPointerCapture(event.pointerId);
      this.dragging = true;
      if (at.y >= 0) this.select(at.track, false);
      this.seek(at.time);
    });
    box.addEventListener('pointermove', (event) => {
      if (!this.isFull) return;
      const at = this.placeOf(event);
      if (this.dragging) this.seek(at.time);
      else this.point(at);
    });
    for (const name of ['pointerup', 'pointercancel']) box.addEventListener(name, () => (this.dragging = false));
    box.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (!this.isFull) return;
      if (event.ctrlKey || event.metaKey) return this.zoom(event.deltaY < 0 ? 1.25 : 0.8, this.placeOf(event).time);
      this.top = this.clampTop(this.top + event.deltaY);
      this.from += event.deltaX / this.scale;
      this.clampFrom();
      this.draw();
    }, { passive: false });
    box.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !this.isFull) return;
      const by_ = event.shiftKey ? 10 : 1;
      const act = { ArrowLeft: () => this.step(-by_), ArrowRight: () => this.step(by_), ArrowUp: () => this.select(this.selected - by_), ArrowDown: () => this.select(this.selected + by_),
        Home: () => this.seek(0), End: () => this.seek(this.end), PageUp: () => this.seek(this.time - 60000), PageDown: () => this.seek(this.time + 60000), '+': () => this.zoom(2), '-': () => this.zoom(0.5), 0: () => this.showAll() }[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
  }

  // --- Files ---

  /** Files of the page, one after the other, so that the page stays alive. */
  async add(files) {
    const { model } = this;
    const complaints = [];
    if (files.length === 0) return;
    if (this.model.attach.isOpen) return this.say('Detach from the game before you open journals.');
    try {
      if (this.recording === null) this.begin();
      for (const [i, file] of files.entries()) {
        this.say(`Reading ${file.name}, ${i + 1} of ${files.length}…`);
        complaints.push(this.recording.add(file.name.replace(/\.htnj$/, ''), new Uint8Array(await file.arrayBuffer())).trim());
        await new Promise((done) => setTimeout(done));
      }
    } catch (error) {
      complaints.push(error.message);
    }
    const said = complaints.filter(Boolean);
    if (this.recording === null || this.recording.tracks.length === 0) {
      this.close();
      return this.say(said[0] ?? 'There is no run in it.');
    }
    this.end = Math.max(...this.recording.tracks.map((track) => track.end));
    this.box.setAttribute('aria-valuemax', this.end);
    this.search();
    this.showAll();
    this.select(0, false);
    this.seek(0);
    this.say(said[0] ?? `${this.recording.tracks.length} ${this.recording.tracks.length === 1 ? 'agent' : 'agents'}, ${seconds(this.end)}`);
  }

  begin(path = this.model.main) {
    this.recording?.free();
    this.recording = this.model.tool.recording(path);
    this.opened = this.model.opened;
    this.selected = this.time = this.from = this.top = this.end = 0;
    this.matching = null;
    this.model.past = true;
    this.pane.hidden = false;
    by('tree-caption').textContent = 'The latest search';
    by('back').disabled = by('forward').disabled = false;
    by('time-pane').classList.add('recorded');
    document.body.classList.add('recorded');
  }

  // --- An agent that still acts ---

  /** Shows the pane, with nothing in it yet. */
  wait(why) {
    this.canvas.width = this.canvas.height = 0;
    this.table.replaceChildren();
    this.pane.hidden = false;
    by('time-pane').classList.add('recorded');
    document.body.classList.add('recorded');
    this.tip.textContent = why;
  }

  /** Of a domain that the desk need not have the source of: { path, declared, network }. */
  beginLive({ path, declared, network }) {
    const { model } = this;
    const scale = this.isLive ? this.scale : 0.1;
    this.begin(path);
    this.isLive = this.follows = true;
    this.scale = scale;
    this.tip.textContent = '';
    model.declared = declared;
    model.network = network;
    model.layer = Math.min(model.layer, declared.layers.length - 1);
    this.suggest();
  }

  /** What has come of its journal. */
  grow(name, bytes) {
    const before = this.recording.tracks[0]?.items.length ?? 0;
    const complaints = this.recording.grow(name, bytes);
    const [track] = this.recording.tracks;
    if (track === undefined) return complaints;
    this.end = track.end;
    this.box.setAttribute('aria-valuemax', this.end);
    if (this.find.value !== '') this.search();
    this.unexplained ||= track.items.subarray(before).some((what, i) => i % 4 === 0 && [PLAN, SEARCH, FAILURE].includes(what & 255)) || before === 0;
    if (!this.follows) this.draw();
    else this.reach();
    return complaints;
  }

  /** The latest moment; the reasons only where there are new ones. */
  reach() {
    this.time = this.end;
    const shown = (this.box.clientWidth - LABELS) / this.scale;
    if (this.time > this.from + shown * 0.95) this.from = this.time - shown * 0.8;
    this.clampFrom();
    this.draw();
    this.show(this.unexplained);
    this.unexplained = false;
  }

  follow() {
    if (!this.isLive || this.follows) return;
    this.follows = this.unexplained = true;
    this.reach();
  }

  close() {
    this.recording?.free();
    this.recording = null;
    this.isLive = this.follows = false;
    this.pane.hidden = true;
    this.closed();
    by('tree-caption').textContent = 'If it planned now';
    by('time-pane').classList.remove('recorded');
    document.body.classList.remove('recorded');
    clearTimeout(this.resting);
    if (!this.model.past) return;
    this.model.past = false;
    this.model.state = this.model.explained = this.model.complaint = null;
    if (this.model.play !== null) {
      this.model.declare();
      this.model.layer = Math.min(this.model.layer, this.model.declared.layers.length - 1);
      this.model.look();
    }
    this.model.tell('play');
  }

  // --- Where it is ---

  get rowHeight() {
    return this.model.declared.layers.length * 2 * (STRIP + 1) + MARKS + 6;
  }

  clampTop(top) {
    return Math.max(0, Math.min(top, this.recording.tracks.length * this.rowHeight - (this.box.clientHeight - RULER)));
  }

  clampFrom() {
    const shown = (this.box.clientWidth - LABELS) / this.scale;
    this.from = Math.max(0, Math.min(this.from, this.end - shown * 0.9));
  }

  placeOf(event) {
    const area = this.box.getBoundingClientRect();
    const x = event.clientX - area.left - LABELS, y = event.clientY - area.top - RULER;
    return { x, y, time: Math.max(0, Math.min(this.end, this.from + x / this.scale)), track: Math.floor((y + this.top) / this.rowHeight) };
  }

  zoom(factor, around = this.time) {
    if (!this.isFull) return;
    const x = (around - this.from) * this.scale;
    this.scale = Math.max((this.box.clientWidth - LABELS) / (this.end * 1.2 + 1), Math.min(4, this.scale * factor));
    this.from = around - x / this.scale;
    this.clampFrom();
    this.draw();
  }

  showAll() {
    if (!this.isFull) return;
    this.from = 0;
    this.scale = Math.min(4, Math.max(1, this.box.clientWidth - LABELS - 10) / Math.max(1, this.end));
    this.draw();
  }

  select(track, seeks = true) {
    this.selected = Math.max(0, Math.min(this.recording.tracks.length - 1, track));
    const y = this.selected * this.rowHeight, high = this.box.clientHeight - RULER;
    if (y < this.top || y + this.rowHeight > this.top + high) this.top = this.clampTop(y - high / 2);
    if (seeks) this.seek(this.time);
  }

  // --- Moments ---

  /** Goes to a time: at once on the canvas and in the world; when it rests there, with the reasons. */
  seek(time) {
    if (!this.isFull) return;
    this.follows = this.isLive && time >= this.end;
    this.time = Math.max(0, Math.min(this.end, Math.round(time)));
    const x = (this.time - this.from) * this.scale, wide = this.box.clientWidth - LABELS;
    if (x < 0 || x > wide) {
      this.from = this.time - wide / 2 / this.scale;
      this.clampFrom();
    }
    this.draw();
    if (this.moving === undefined) this.moving = requestAnimationFrame(() => { this.moving = undefined; if (this.isOpen) this.show(false); });
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.isOpen && this.show(true), RESTING);
  }

  show(explained) {
    const { model, recording } = this;
    const moment = recording.moment(this.selected, this.time, model.layer, explained);
    by('clock').textContent = seconds(this.time);
    this.box.setAttribute('aria-valuenow', this.time);
    this.box.setAttribute('aria-valuetext', `${recording.tracks[this.selected].name}, ${seconds(this.time)}`);
    if (moment === null) return this.say('This journal cannot be replayed: it does not begin with the run, or it is of another build.');
    if (moment.problem) this.say(moment.problem);
    model.showPast(moment, explained);
    if (explained || this.follows) this.showTable();
  }

  /** To the next or an earlier event of the agent. */
  step(by_) {
    if (!this.isFull) return;
    const { items } = this.recording.tracks[this.selected];
    let time = this.time;
    for (let left = Math.abs(by_); left > 0; left--) {
      let at = this.firstAfter(items, by_ > 0 ? time : time - 1);
      if (by_ < 0) at -= 4;
      if (at < 0 || at >= items.length) break;
      time = items[at + 1];
    }
    this.seek(by_ > 0 && time === this.time ? this.end : by_ < 0 && time === this.time ? 0 : time);
  }

  /** The first item that begins behind a time. */
  firstAfter(items, time) {
    let low = 0, high = items.length / 4;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle * 4 + 1] <= time) low = middle + 1;
      else high = middle;
    }
    return low * 4;
  }

  /** Lets time pass, up to the first break that is met. */
  pass(milliseconds) {
    const { items } = this.recording.tracks[this.selected];
    const to = Math.min(this.end, this.time + milliseconds);
    for (let i = this.firstAfter(items, this.time); i < items.length && items[i + 1] <= to; i += 4) {
      const met = this.model.breaks.find((each) => this.isMet(each, items[i] & 255, this.recording.texts[items[i + 3]]));
      if (met === undefined) continue;
      this.seek(items[i + 1]);
      this.show(true);
      return met;
    }
    this.seek(to);
    return null;
  }

  isMet({ kind, text }, what, words) {
    const names = () => new RegExp(`(^|[^\\w])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^\\w])`, 'u').test(words.split('  <- ')[0]);
    if (kind === 'plan') return what === PLAN && names();
    if (kind === 'task') return what === STEP && names();
    const [name, value] = text.split('=').map((part) => part.trim());
    return (what === CHANGE || what === SENSOR) && words.startsWith(`${name} = ${value} `);
  }

  /** Names that a last change can be asked of. */
  suggest() {
    const { declared, network } = this.model;
    const names = [...declared.layers, ...declared.properties.map((each) => each.name).filter(Boolean), ...network.filter((task) => !task.compound).map((task) => task.name)];
    this.words.replaceChildren(...names.map((value) => make('option', { value })));
  }

  /** The same for the play: `TrunkHealth: 0 -> 3`, `Slam() starts`, `better plan [0]: Slam()`. */
  lastOfPlay() {
    const { model } = this;
    const name = this.subject.value.trim();
    const layer = model.declared?.layers.includes(name);
    const is = ({ kind, text }) => (kind === 'plan' ? layer && (model.declared.layers.length === 1 || text.startsWith(`${name}: `)) : text.startsWith(`${name}: `) || text.startsWith(`${name}(`));
    const here = model.state?.moment ?? -1;
    for (let number = this.told === `${here} ${name}` ? here - 1 : here; number >= 0 && name !== ''; number--) {
      const found = model.moments[number]?.log.findLast(is);
      if (found === undefined) continue;
      model.goTo(number);
      this.told = `${number} ${name}`; // asked again, it is the one before
      return this.say(`${seconds(found.time)}: ${found.text}`);
    }
    this.say(name === '' ? 'Write the name of a property, a step or a layer.' : `${name}: nothing has happened to it before this moment.`);
  }

  lastChange() {
    const { recording, model } = this;
    const name = this.subject.value.trim();
    const { items } = recording.tracks[this.selected];
    const layer = model.declared.layers.indexOf(name);
    const is = (i) => {
      const kind = items[i] & 255, text = recording.texts[items[i + 3]];
      if (kind === PLAN) return layer >= 0 && ((items[i] >> 8) & 0xffff) === layer + 1;
      if (kind === STEP) return text === name || text.startsWith(`${name}(`);
      return (kind === CHANGE || kind === SENSOR) && (text.startsWith(`${name} = `) || text.startsWith(`${name}(`));
    };
    for (let i = this.firstAfter(items, this.time - 1) - 4; i >= 0 && name !== ''; i -= 4)
      if (is(i)) {
        this.seek(items[i + 1]);
        return this.say(`${seconds(items[i + 1])}: ${recording.texts[items[i + 3]]}`);
      }
    this.say(name === '' ? 'Write the name of a property, a step or a layer.' : `${name}: nothing has happened to it before ${seconds(this.time)}`);
  }

  // --- Finding ---

  search() {
    const text = this.find.value.trim().toLowerCase();
    this.matching = text === '' || this.recording === null ? null : Uint8Array.from(this.recording.texts, (each) => (each.toLowerCase().includes(text) ? 1 : 0));
    let count = 0;
    if (this.matching !== null) for (const { items } of this.recording.tracks) for (let i = 3; i < items.length; i += 4) count += this.matching[items[i]];
    this.found.textContent = this.matching === null ? '' : `${count} found`;
    this.draw();
  }

  /** The next in this agent; behind its last one, the first of the next agent that has one. */
  nextFound(by_) {
    if (this.matching === null || !this.isFull) return;
    const { tracks } = this.recording;
    for (let k = 0; k <= tracks.length; k++) {
      const track = (this.selected + by_ * k + tracks.length * (k + 1)) % tracks.length;
      const { items } = tracks[track];
      let i = k > 0 ? (by_ > 0 ? 0 : items.length - 4) : by_ > 0 ? this.firstAfter(items, this.time) : this.firstAfter(items, this.time - 1) - 4;
      for (; i >= 0 && i < items.length; i += 4 * by_)
        if (this.matching[items[i + 3]]) {
          this.select(track, false);
          return this.seek(items[i + 1]);
        }
    }
  }

  // --- The list ---

  showTable() {
    const { recording } = this;
    const { items, name } = recording.tracks[this.selected];
    const behind = this.firstAfter(items, this.time), rows = [];
    const { layers } = this.model.declared;
    for (let i = Math.min(items.length - 4, behind + 4 * 10); i >= 0 && rows.length < ROWS_LISTED; i -= 4) {
      const kind = items[i] & 255, layer = ((items[i] >> 8) & 0xffff) - 1, begin = items[i + 1];
      rows.push(make('tr', { class: begin > this.time ? 'later' : `of-${KINDS[kind]}` },
        make('td', {}, make('button', { tabindex: -1, onclick: () => this.seek(begin) }, seconds(begin))),
        make('td', {}, KINDS[kind]), ...(layers.length > 1 ? [make('td', {}, layers[layer] ?? '')] : []),
        make('td', {}, recording.texts[items[i + 3]] + (kind === STEP ? ENDS[items[i] >>> 24] ?? '' : ''))));
    }
    this.table.replaceChildren(make('caption', {}, `${name}: what it did by ${seconds(this.time)}, the latest first`),
      make('thead', {}, make('tr', {}, ...['Time', 'Kind', ...(layers.length > 1 ? ['Layer'] : []), 'What'].map((each) => make('th', { scope: 'col' }, each)))), make('tbody', {}, ...rows));
  }

  // --- Drawing ---

  draw() {
    if (!this.isOpen || this.drawing !== undefined) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = undefined;
      if (this.isOpen) this.paint();
    });
  }

  colours() {
    const theme = document.documentElement.dataset.theme;
    if (this.theme === theme) return this.palette;
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(`--${name}`).trim();
    this.theme = theme;
    return (this.palette = Object.fromEntries(['paper', 'soft', 'edge', 'ink', 'quiet', 'accent', 'good', 'bad', 'warn', 'glow', 'glow-edge', 'key', 'desk'].map((name) => [name, of(name)])));
  }

  paint() {
    const { canvas, box, recording } = this;
    const colours = this.colours(), wide = box.clientWidth, high = box.clientHeight, ratio = devicePixelRatio || 1;
    if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
      canvas.width = Math.round(wide * ratio);
      canvas.height = Math.round(high * ratio);
      canvas.style.width = `${wide}px`;
      canvas.style.height = `${high}px`;
    }
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, wide, high);
    context.font = '11px system-ui, "DejaVu Sans", sans-serif';
    context.textBaseline = 'middle';
    this.painted = 0;
    const rows = this.rowHeight, first = Math.floor(this.top / rows);
    for (let row = first; row < recording.tracks.length && row * rows - this.top < high - RULER; row++) this.paintRow(context, colours, row, RULER + row * rows - this.top, wide);
    this.paintRuler(context, colours, wide);
    const x = LABELS + (this.time - this.from) * this.scale;
    if (x >= LABELS && x <= wide) {
      context.fillStyle = colours.accent;
      context.fillRect(x - 1, 0, 2, high);
    }
    this.rows = Math.ceil((high - RULER) / rows);
  }

  paintRuler(context, colours, wide) {
    context.fillStyle = colours.soft;
    context.fillRect(0, 0, wide, RULER);
    context.fillStyle = colours.quiet;
    const least = 70 / this.scale;
    const unit = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 30000, 60000, 120000, 300000, 600000, 1200000, 3600000].find((each) => each >= least) ?? 7200000;
    for (let time = Math.ceil(this.from / unit) * unit; (time - this.from) * this.scale < wide - LABELS; time += unit) {
      const x = LABELS + (time - this.from) * this.scale;
      context.fillRect(x, RULER - 5, 1, 5);
      const whole = Math.floor(time / 1000);
      context.fillText(unit >= 1000 ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}` : seconds(time), x + 3, RULER / 2);
    }
  }

  paintRow(context, colours, row, y, wide) {
    const track = this.recording.tracks[row], rows = this.rowHeight;
    const layers = this.model.declared.layers.length;
    track.lanes ??= lanesOf(track, layers);
    if (row === this.selected) {
      context.fillStyle = colours.glow;
      context.fillRect(0, y, wide, rows);
    }
    context.save();
    context.beginPath();
    context.rect(LABELS, y, wide - LABELS, rows);
    context.clip();
    let at = y + 2;
    for (let layer = 0; layer < layers; layer++) {
      this.paintSpans(context, colours, track, track.lanes.plans[layer], at, wide, true);
      this.paintSpans(context, colours, track, track.lanes.steps[layer], at + STRIP + 1, wide, false);
      at += 2 * (STRIP + 1);
    }
    this.paintMarks(context, colours, track, at, wide);
    context.restore();
    context.fillStyle = colours.ink;
    context.fillText(track.name.length > 22 ? `${track.name.slice(0, 21)}…` : track.name, 8, y + rows / 2, LABELS - 14);
    context.fillStyle = colours.edge;
    context.fillRect(0, y + rows - 1, wide, 1);
  }

  /** Bars. Those that share a pixel become one, in a colour between. */
  paintSpans(context, colours, track, list, y, wide, plans) {
    const { items } = track, { from, scale, matching } = this;
    const until = from + (wide - LABELS) / scale, pixel = 1 / scale;
    let i = Math.max(0, firstFrom(items, list, from) - (plans ? 1 : 8));
    let dense = -1, denseEnd = -1, denseFound = false;
    const flush = () => {
      if (dense >= 0) {
        context.fillStyle = denseFound ? colours['glow-edge'] : plans ? colours.edge : colours.quiet;
        context.fillRect(dense, y, Math.max(1, denseEnd - dense), STRIP);
        this.painted++;
      }
      dense = -1;
      denseFound = false;
    };
    while (i < list.length) {
      const item = list[i], begin = items[item + 1];
      if (begin > until) break;
      const x = LABELS + (begin - from) * scale, width = (items[item + 2] - begin) * scale;
      if (width < 2) {
        if (dense >= 0 && x > denseEnd + 2) flush();
        if (dense < 0) dense = x;
        denseEnd = x + 1;
        denseFound ||= matching !== null && matching[items[item + 3]] === 1;
        i = Math.max(i + 1, width < 0.5 && matching === null ? firstFrom(items, list, begin + pixel, i + 1) : i + 1);
        continue;
      }
      flush();
      this.paintSpan(context, colours, items, item, x, y, width, plans);
      i++;
    }
    flush();
  }

  paintSpan(context, colours, items, item, x, y, width, plans) {
    const how = items[item] >>> 24, found = this.matching !== null && this.matching[items[item + 3]] === 1;
    const begin = Math.max(x, LABELS), wide = x + width - begin - 1;
    context.fillStyle = plans ? colours.soft : colours.paper;
    context.fillRect(begin, y, wide, STRIP);
    context.fillStyle = found ? colours['glow-edge'] : plans ? colours.accent : how === 3 ? colours.bad : how === 4 ? colours.warn : colours.good;
    context.fillRect(begin, plans ? y : y + STRIP - 2, plans ? (x >= LABELS ? 2 : 0) : wide, plans ? STRIP : 2);
    if (found) context.fillRect(begin, y, wide, 2);
    this.painted++;
    if (wide < 24) return;
    const text = this.recording.texts[items[item + 3]], room = Math.floor((wide - 6) / 6);
    context.fillStyle = colours.ink;
    context.fillText(text.length > room ? text.slice(0, room) : text, begin + 4, y + STRIP / 2);
  }

  paintMarks(context, colours, track, y, wide) {
    const { items } = track, { from, scale, matching } = this, list = track.lanes.marks;
    const until = from + (wide - LABELS) / scale, pixel = 1 / scale;
    const colour = [null, null, colours.quiet, colours.accent, colours.key, colours.warn, colours.bad, colours.quiet];
    for (let i = firstFrom(items, list, from); i < list.length;) {
      const item = list[i], begin = items[item + 1];
      if (begin > until) break;
      const found = matching !== null && matching[items[item + 3]] === 1;
      context.fillStyle = found ? colours['glow-edge'] : colour[items[item] & 255];
      context.fillRect(LABELS + (begin - from) * scale, y, found ? 3 : 2, MARKS);
      this.painted++;
      i = matching === null ? Math.max(i + 1, firstFrom(items, list, begin + pixel, i + 1)) : i + 1;
    }
  }

  /** What lies under the pointer, in words. */
  point(at) {
    const track = this.recording.tracks[at.track];
    this.tip.textContent = '';
    if (track === undefined || at.x < 0 || at.y < 0) return;
    const inside = at.y + this.top - at.track * this.rowHeight - 2, strip = Math.floor(inside / (STRIP + 1));
    const layers = this.model.declared.layers.length;
    track.lanes ??= lanesOf(track, layers);
    const list = strip >= 2 * layers ? track.lanes.marks : (strip % 2 === 0 ? track.lanes.plans : track.lanes.steps)[strip >> 1];
    if (list === undefined) return;
    const near = firstFrom(track.items, list, at.time + 1) - 1, item = list[near];
    if (item === undefined) return;
    const { items } = track, slack = 4 / this.scale;
    if (items[item + 2] + slack < at.time) return;
    this.tip.textContent = `${seconds(items[item + 1])}: ${this.recording.texts[items[item + 3]]}${ENDS[items[item] >>> 24] ?? ''}`;
  }
}
