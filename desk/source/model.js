// What the desk shows, without a page: the sources, the play, and the moments that it has passed. A play is `htn run`'s, so a moment is
// reached by undoing and redoing, exactly.

export class Model {
  constructor(tool) {
    this.tool = tool;
    this.files = new Map(); // path -> text
    this.main = '';
    this.play = null;
    this.state = null;
    this.declared = null;
    this.network = [];
    this.complaint = null;
    this.explained = null;
    this.layer = 0;
    this.diagnostics = [];
    this.stale = false; // the play is of the last source without errors
    this.moments = [];
    this.log = [];
    this.breaks = [];
    this.listeners = new Set();
    this.folder = '';
    this.opened = 0;
    this.past = false; // state and explanation are a recording's (recording.js)
    this.attach = null; // and it grows: what is done is done to a game (attach.js)
  }

  listen(heard) {
    this.listeners.add(heard);
  }

  tell(what) {
    for (const heard of this.listeners) heard(what, this);
  }

  /** Begins with other sources: `files` by path, of which `main` is played. */
  open(files, main) {
    this.play?.free();
    this.play = null;
    for (const path of this.files.keys()) this.tool.remove(path);
    this.folder = `/desk/${++this.opened}`;
    this.tool.enter(this.folder);
    this.files = new Map(Object.entries(files));
    for (const [path, text] of this.files) this.tool.write(`${this.folder}/${path}`, text);
    this.main = main;
    this.layer = 0;
    this.breaks = [];
    this.check();
    this.begin();
    this.tell('files');
  }

  /** Begins the play again, with the initial world. */
  begin() {
    this.play?.free();
    this.play = null;
    this.moments = [];
    this.log = [];
    this.explained = this.state = this.complaint = null;
    if (!this.diagnostics.some((each) => each.severity === 'error' && this.isPlayed(each.file)))
      try {
        this.play = this.tool.play(this.main);
      } catch (error) {
        this.complaint = error.message;
      }
    this.stale = this.play === null;
    if (this.play !== null) {
      this.declare();
      this.look();
    }
    this.tell('play');
  }

  declare() {
    this.declared = this.play.declarations();
    this.network = this.play.network();
  }

  /** Scenarios stand in files of their own, which may be wrong while the domain is right. */
  isPlayed(file) {
    return file === undefined || !file.endsWith('.test.htn') || this.main.endsWith('.test.htn');
  }

  check() {
    const answer = JSON.parse(this.tool.run(['check', '--json', ...this.checked()]).out || '{"diagnostics":[],"unreadable":[]}');
    const seen = new Set(); // a file that another one imports is reported with both
    this.diagnostics = answer.diagnostics.filter((each) => {
      const key = JSON.stringify([each.file, each.span, each.message]);
      return !seen.has(key) && seen.add(key);
    });
  }

  /** The files that are no part of another one: a part may mean nothing by itself. */
  checked() {
    const parts = new Set();
    for (const [from, text] of this.files)
      for (const [, list] of text.matchAll(/^\s*Import\s*\[([^\]]*)\]/gm))
        for (const [, to] of list.matchAll(/"([^"]+)"/g)) parts.add(decodeURI(new URL(to, `x:/${from}`).pathname.slice(1)));
    return [...this.files.keys()].filter((path) => path === this.main || !parts.has(path));
  }

  edit(path, text) {
    if (this.files.get(path) === text) return;
    this.files.set(path, text);
    this.tool.write(`${this.folder}/${path}`, text);
    this.check();
    const good = !this.diagnostics.some((each) => each.severity === 'error' && this.isPlayed(each.file));
    if (!good) {
      this.stale = true;
    } else if (this.play === null) {
      this.begin();
    } else if (!path.endsWith('.test.htn')) {
      this.stale = !this.play.do('reload').good;
      if (!this.past) {
        this.declare();
        this.layer = Math.min(this.layer, this.declared.layers.length - 1);
      }
      this.look();
    } else {
      this.stale = false;
    }
    this.tell('source');
  }

  /** Applies a correction of the compiler. */
  fix(fixit) {
    const text = new TextEncoder().encode(this.files.get(fixit.file));
    const put = new TextEncoder().encode(fixit.text);
    const made = new Uint8Array(text.length - (fixit.span.end - fixit.span.begin) + put.length);
    made.set(text.subarray(0, fixit.span.begin));
    made.set(put, fixit.span.begin);
    made.set(text.subarray(fixit.span.end), fixit.span.begin + put.length);
    this.edit(fixit.file, new TextDecoder().decode(made));
    this.tell('files');
  }

  /** Reads the play's state, and notes the moment. */
  look() {
    if (this.past) return;
    const before = this.state;
    this.state = this.play.state(0);
    this.log = this.state.log;
    const gone = before === null ? 0 : Math.max(0, before.moments - this.state.moments - (before.moments - before.moment));
    if (before !== null && this.state.moment < before.moment && this.state.moments <= this.state.moment) this.moments.splice(0, gone);
    if (this.state.moments === this.state.moment) {
      this.moments.length = Math.min(this.moments.length, this.state.moment);
      this.moments[this.state.moment] = {
        time: this.state.time,
        logged: this.log.length,
        log: this.log.slice(this.moments[this.state.moment - 1]?.logged ?? 0),
        steps: this.state.layers.map((layer) => layer.steps.filter((step) => step.mark === 'running')
          .map((step) => ({ id: step.id, text: step.text, since: this.state.time - step.elapsed, duration: step.duration }))),
      };
    }
    this.explained = this.play.explain(this.layer);
  }

  /** A command of `htn run`. Says what it answers. */
  do(line) {
    if (this.past && this.attach?.isOpen) return this.attach.command(line);
    if (this.past) return { good: false, answer: 'This is a recording. Close the journals to change the world.' };
    const answer = this.play.do(line);
    if (answer.good) this.look();
    this.tell('play');
    return answer;
  }

  set(name, value) {
    return this.do(`set ${name} = ${typeof value === 'string' ? value : String(value)}`);
  }

  goTo(moment) {
    if (this.past) return;
    const by = moment - this.state.moment;
    if (by === 0) return;
    this.play.do(by < 0 ? `undo ${-by}` : `redo ${by}`);
    this.look();
    this.tell('play');
  }

  showLayer(layer) {
    this.layer = layer;
    if (this.past) return this.tell('layer');
    this.look();
    this.tell('play');
  }

  /** A moment of a recording; `explained`: with the reasons, which stay as they are otherwise. */
  showPast(moment, explained) {
    this.state = { ...moment, moment: 0, moments: 0, logged: 0, log: [] };
    if (explained) {
      this.explained = moment.explained?.tree ? moment.explained : null;
      this.complaint = 'No search has begun by then.';
    }
    this.tell('play');
  }

  // --- Time ---

  /** Lets time pass, in milliseconds, up to the first break that is met. Says which one it was. */
  pass(milliseconds) {
    const slice = this.breaks.length === 0 ? milliseconds : 50;
    let met = null;
    for (let left = milliseconds; left > 0 && met === null; left -= slice) {
      const before = this.state;
      this.play.do(`run ${Math.min(slice, left)}ms`);
      this.state = this.play.state(0);
      met = this.breaks.find((each) => this.isMet(each, before)) ?? null;
      const now = this.state;
      this.state = before;
      if (met !== null || left <= slice || now.moment !== before.moment) this.look();
      else this.state = now;
    }
    for (const each of this.breaks) each.met = each === met;
    this.tell('play');
    return met;
  }

  isMet({ kind, text }, before) {
    const { log, world } = this.state;
    const fresh = log.slice(before.logged);
    const names = (line) => new RegExp(`(^|[^\\w])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}($|[^\\w])`, 'u').test(line);
    if (kind === 'plan') return fresh.some((each) => each.kind === 'plan' && names(each.text));
    if (kind === 'task') return fresh.some((each) => each.kind === 'start' && names(each.text));
    const [name, value] = text.split('=').map((part) => part.trim());
    const is = (state) => state.world.some((cell) => cell.name === name && String(cell.value) === value);
    return is(this.state) && !is(before) && world.length > 0;
  }

  // --- Scenarios ---

  /** The page's file that a path of another place means, such as the folder that the game's blob was compiled in. */
  known(file) {
    return this.files.has(file) ? file : [...this.files.keys()].find((path) => file?.endsWith(`/${path}`)) ?? file;
  }

  scenarioFiles() {
    return [...this.files].filter(([, text]) => /^[ \t]*Scenario\b/m.test(text)).map(([path]) => path);
  }

  test() {
    const files = this.scenarioFiles();
    if (files.length === 0) return null;
    const { out, err } = this.tool.run(['test', '--json', '--lcov', '/desk/coverage.info', ...files]);
    const coverage = new Map();
    let lines = null;
    for (const line of (this.tool.readText('/desk/coverage.info') ?? '').split('\n')) {
      if (line.startsWith('SF:')) coverage.set(line.slice(line.startsWith(`SF:${this.folder}/`) ? this.folder.length + 4 : 3), (lines = new Map()));
      else if (line.startsWith('DA:')) lines.set(...line.slice(3).split(',').map(Number));
    }
    this.tool.remove('/desk/coverage.info');
    this.results = out.startsWith('{') ? { ...JSON.parse(out), coverage } : { problem: err, scenarios: [], passed: 0, failed: 1, coverage };
    this.tell('results');
    return this.results;
  }

  /** Writes what was played as a scenario. */
  save(name) {
    const path = this.main.replace(/(\.test)?\.htn$/, '.test.htn');
    const answer = this.play.do(`save "${path}" ${name.replace(/[\r\n]/g, ' ')}`);
    if (answer.good) {
      this.files.set(path, this.tool.readText(`${this.folder}/${path}`));
      this.check();
      this.tell('files');
      this.test();
    }
    return { ...answer, path };
  }
}
