// The desk: puts the panes together, and says what the keys do.
import { loadTool } from 'thumper/tool';
import examples from 'examples';
import { Attach, readAddress } from './attach.js';
import { by, make, seconds } from './dom.js';
import { Graph } from './graph.js';
import { fromFragment, toAttachTo, toFragment } from './link.js';
import { Model } from './model.js';
import { Plan } from './plan.js';
import { RecordingView } from './recording.js';
import { Source } from './source.js';
import { Stage } from './stage.js';
import { Timeline } from './timeline.js';
import { World } from './world.js';

const say = (text) => (by('said').textContent = text);

// --- Light and dark ---

const dark = matchMedia('(prefers-color-scheme: dark)');
const themeOf = () => document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light');
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  by('theme').setAttribute('aria-pressed', String(theme === 'dark'));
}
setTheme(themeOf());
dark.addEventListener('change', () => setTheme(dark.matches ? 'dark' : 'light'));

// --- Parts ---

const tool = await loadTool();
const model = new Model(tool);
const source = new Source(model);
const goToSource = (file, line) => model.files.has(model.known(file)) && source.show(model.known(file), line);
new World(model);
const plan = new Plan(model, goToSource);
const graph = new Graph(model, goToSource);
new Timeline(model);
const stage = new Stage(model);
const recording = new RecordingView(model, say);
const attach = (model.attach = new Attach(model, recording, say));

// --- Views ---

const views = ['plan', 'graph', 'scenarios', 'breaks'];
function view(name) {
  for (const each of views) {
    by(`view-${each}`).hidden = each !== name;
    by(`tab-${each}`).setAttribute('aria-selected', String(each === name));
    by(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  }
  graph.update();
}
for (const each of views) by(`tab-${each}`).addEventListener('click', () => view(each));
by('views').addEventListener('keydown', (event) => {
  const by_ = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by_ === undefined) return;
  const now = views.findIndex((each) => !by(`view-${each}`).hidden);
  const next = views[(now + by_ + views.length) % views.length];
  view(next);
  by(`tab-${next}`).focus();
});

// --- Time ---

const FRAME = 100;
let timer = null;
function showTime(runs) {
  by('play').textContent = runs ? 'Pause' : 'Play';
  by('play').setAttribute('aria-pressed', String(runs));
}
function pause() {
  if (attach.isOpen) return;
  clearInterval(timer);
  timer = null;
  showTime(false);
}
function frame(milliseconds) {
  if (model.play === null) return pause();
  const met = recording.isOpen ? recording.pass(milliseconds) : model.pass(milliseconds);
  if (met === null) return;
  pause();
  say(`Stopped at ${seconds(model.state.time)}: ${{ plan: 'plan becomes', task: 'task starts', property: 'property is' }[met.kind]} ${met.text}`);
  showBreaks();
}
function play() {
  if (model.play === null) return;
  say('');
  showTime(true);
  timer = setInterval(() => frame(FRAME * Number(by('speed').value)), FRAME);
}
const toggle = () => (attach.isOpen ? (attach.isPaused ? attach.goOn() : attach.pause()) : timer === null ? play() : pause());
const move = (by_) => { pause(); if (recording.isOpen) recording.step(by_); else if (model.state) model.goTo(Math.max(0, Math.min(model.state.moments, model.state.moment + by_))); };
by('play').addEventListener('click', toggle);
by('step').addEventListener('click', () => { if (attach.isOpen) return attach.step(); pause(); frame(FRAME); });
by('back').addEventListener('click', () => move(-1));
by('forward').addEventListener('click', () => move(1));
by('scrub').addEventListener('pointerdown', pause);
by('attach').addEventListener('click', pause);
attach.heard = () => {
  showTime(attach.isOpen && !attach.isPaused);
  for (const id of ['speed', 'restart', 'save', 'example']) by(id).disabled = attach.isOpen;
  by('world').inert = attach.isOpen && !recording.isLive;
  by('step').title = attach.isOpen ? 'Let a frame of the game pass (Alt+.)' : 'Let 0.1 s pass (Alt+.)';
  recording.opener.disabled = attach.isOpen;
  by('rec-close').hidden = attach.isOpen;
  showBreaks();
};
by('restart').addEventListener('click', () => { pause(); model.begin(); say('The play begins again.'); });
const saveFile = async () => {
  const answer = await source.save();
  edited &&= answer === '' || answer.includes('not written');
  say(answer);
};
by('save-file').addEventListener('click', saveFile);
document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === 's') {
    event.preventDefault();
    if (attach.isOpen) attach.send();
    else saveFile();
  }
  if (!event.altKey || event.ctrlKey || event.metaKey) return;
  const act = { KeyP: toggle, Period: () => by('step').click(), ArrowLeft: () => move(-1), ArrowRight: () => move(1), Digit1: () => view('plan'), Digit2: () => view('graph'), Digit3: () => view('scenarios'), Digit4: () => view('breaks') }[event.code];
  if (act === undefined) return;
  event.preventDefault();
  act();
});

// --- Breaks ---

const KINDS = { plan: 'plan becomes', task: 'task starts', property: 'property is' };
function showBreaks() {
  by('breaks').replaceChildren(...model.breaks.map((each, i) => make('li', {}, make('span', { class: each.met ? 'hit' : each.refused ? 'bad' : undefined }, `${KINDS[each.kind]} ${each.text}${each.met ? ': met' : each.refused ? ': not possible' : ''}`),
    make('button', { 'aria-label': `Remove the break: ${KINDS[each.kind]} ${each.text}`, onclick: () => { model.breaks.splice(i, 1); if (attach.isOpen) attach.setBreaks(); showBreaks(); } }, '×'))));
  by('tab-breaks').textContent = model.breaks.length > 0 ? `Breaks (${model.breaks.length})` : 'Breaks';
}
function suggest() {
  const kind = by('break-kind').value;
  by('break-text').placeholder = kind === 'property' ? 'TrunkHealth = 0' : 'Slam';
  const words = kind === 'property' ? (model.state?.world ?? []).map((cell) => `${cell.name} = ${cell.value}`) : model.network.filter((task) => !task.compound).map((task) => task.name);
  by('break-words').replaceChildren(...words.map((value) => make('option', { value })));
}
by('break-kind').addEventListener('change', suggest);
by('break-text').addEventListener('focus', suggest);
by('break-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = by('break-text').value.trim();
  if (by('break-kind').value === 'property') {
    const name = text.split('=')[0].trim();
    if (!text.includes('=') || !model.state?.world.some((cell) => cell.name === name)) return say(`Write PROPERTY = VALUE; there is no property \`${name}\`.`);
  }
  model.breaks.push({ kind: by('break-kind').value, text, met: false });
  if (attach.isOpen) attach.setBreaks();
  by('break-text').value = '';
  showBreaks();
});

// --- Scenarios ---

function showScenarios() {
  const { results } = model;
  const files = model.scenarioFiles();
  if (files.length === 0) by('scenarios').replaceChildren(make('p', { class: 'scenario quiet' }, 'There are no scenarios. Play, then press “Save scenario…”.'));
  if (!results || files.length === 0) return;
  by('test-verdict').textContent = results.problem ?? `${results.passed} passed, ${results.failed} failed`;
  by('test-verdict').className = results.failed > 0 ? 'bad' : 'good';
  by('tab-scenarios').textContent = `Scenarios ${results.failed > 0 ? `✗ ${results.failed}` : `✓ ${results.passed}`}`;
  by('scenarios').replaceChildren(...results.scenarios.map((each) => make('div', { class: 'scenario' },
    make('button', { onclick: () => goToSource(each.file, each.line) }, make('span', { class: each.passed ? 'good' : 'bad' }, each.passed ? '✓ ' : '✗ '), each.name),
    each.passed ? null : make('pre', {}, [each.message, each.reason, ...(each.why ?? []), ...(each.notes ?? [])].filter((text) => typeof text === 'string').join('\n') || JSON.stringify(each, null, 1)))),
  );
}
let waiting = null;
model.listen((what) => {
  if (what === 'results' || what === 'files') showScenarios();
  if (what === 'files' || what === 'source') {
    clearTimeout(waiting);
    waiting = setTimeout(() => { if (!model.diagnostics.some((each) => each.severity === 'error')) model.test(); }, 400);
  }
});
by('test').addEventListener('click', () => { if (model.test() === null) showScenarios(); });

by('save').addEventListener('click', () => { pause(); if (model.play) by('save-dialog').showModal(); });
by('save-dialog').addEventListener('close', () => {
  if (by('save-dialog').returnValue !== 'save') return;
  const said = model.save(by('save-name').value.trim() || 'a session');
  say(said.good ? `The scenario is in ${said.path}. “Save file” writes that to the disk.` : said.answer.trim());
  if (!said.good) return;
  view('scenarios');
  source.show(said.path, model.files.get(said.path).split('\n').findLastIndex((line) => line.startsWith('Scenario')) + 1);
});

// --- Domains and links ---

function open(files, main) {
  pause();
  keep();
  model.results = null;
  by('test-verdict').textContent = '';
  by('tab-scenarios').textContent = 'Scenarios';
  stage.enemy = 92;
  model.open(files, main);
  showBreaks();
}
/** A lesson with its scenarios and what it imports. */
function example(name) {
  const files = { [name]: examples[name] };
  for (const test of [name.replace(/\.htn$/, '.test.htn')]) if (examples[test]) files[test] = examples[test];
  for (let added = true; added;) {
    added = false;
    for (const [from, text] of Object.entries(files))
      for (const [, list] of text.matchAll(/^\s*Import\s*\[([^\]]*)\]/gm))
        for (const [, to] of list.matchAll(/"([^"]+)"/g)) {
          const path = decodeURI(new URL(to, `x:/${from}`).pathname.slice(1));
          if (examples[path] && !files[path]) (files[path] = examples[path]), (added = true);
        }
  }
  open(files, name);
}
const titles = Object.keys(examples).filter((name) => !name.includes('/') && !name.endsWith('.test.htn'));
// Edits of a domain stay while the page is open: whoever looks at another one finds them again.
const kept = new Map(); // the value of the list -> { files, main }
let opened = null, edited = false;
function keep() {
  if (opened !== null) kept.set(opened, { files: Object.fromEntries(model.files), main: model.main });
  opened = null;
}
model.listen((what) => { if (what === 'source') edited = true; });
addEventListener('beforeunload', (event) => edited && event.preventDefault());
by('example').replaceChildren(make('option', { value: '' }, 'from a link or a file'), ...titles.map((name) => make('option', { value: name }, name.replace(/\.htn$/, ''))));
by('example').firstChild.hidden = true;
by('example').addEventListener('change', () => {
  const name = by('example').value, before = kept.get(name);
  if (before !== undefined) open(before.files, before.main);
  else example(name);
  opened = name;
});
by('theme').addEventListener('click', () => { setTheme(themeOf() === 'dark' ? 'light' : 'dark'); stage.update(); });
by('share').addEventListener('click', async () => {
  const link = `${location.origin}${location.pathname}#${await toFragment(model.files, model.main)}`;
  history.replaceState(null, '', link);
  try {
    await navigator.clipboard.writeText(link);
    say(`The link is copied: ${link.length} characters. It holds the domain; nothing was sent anywhere.`);
  } catch {
    say('The link is in the address bar. It holds the domain; nothing was sent anywhere.');
  }
});

async function begin() {
  let given = null;
  const game = toAttachTo(location.hash);
  try {
    given = await fromFragment(location.hash);
    if (given === null && /^#served(&|$)/.test(location.hash)) given = await (await fetch('files.json')).json();
  } catch (error) {
    say(error.message);
  }
  by('example').firstChild.hidden = given === null && !kept.has('');
  if (given !== null) by('example').firstChild.textContent = `${given.main} (yours)`;
  by('example').value = given !== null ? '' : 'troll.htn';
  if (given !== null) open(given.files, given.main);
  else example('troll.htn');
  opened = by('example').value;
  if (game !== null) attachTo(game);
}
/** As the address says. A link may come from anybody: it leads to no other machine before a person has agreed. The token does not stay in the address. */
function attachTo({ address, token }) {
  history.replaceState(null, '', location.pathname + location.search + (location.hash.startsWith('#served') ? '#served' : ''));
  if (readAddress(address)?.here) attach.open(address, token);
  else attach.ask(address, token);
}
addEventListener('hashchange', begin);
await begin();
performance.mark('first-plan');
document.documentElement.dataset.ready = 'yes';
globalThis.desk = { model, source, plan, recording, attach }; // for whoever looks into it with the browser's console
