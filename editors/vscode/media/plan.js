// Draws the side panel from the messages of src/plan-view.js, and sends back what the user does. It keeps the focus and the scroll.
'use strict';
/* global acquireVsCodeApi */
const editor = acquireVsCodeApi();
const page = document.getElementById('plan');
const send = (what) => editor.postMessage(what);
let filter = '';

/** An element: `make('li.step', {title}, child, 'text')`. */
function make(kind, attributes, ...children) {
  const [tag, ...classes] = kind.split('.');
  const element = document.createElement(tag || 'div');
  element.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== '' && child !== false));
  return element;
}

// --- The world ------------------------------------------------------------------------------------------------------

/** Names of all cells that the search has read. */
function readBy(plan) {
  const names = new Set();
  const walk = (what) => {
    if (Array.isArray(what)) what.forEach(walk);
    else if (what && typeof what === 'object') {
      if (typeof what.origin === 'string') names.add(what.name);
      Object.values(what).forEach(walk);
    }
  };
  walk(plan.tree);
  walk(plan.reasons);
  return names;
}

function control(cell) {
  const set = (value) => send({ do: 'set', name: cell.name, value: String(value) });
  const label = { 'aria-label': cell.name, 'data-key': `cell ${cell.name}` };
  if (cell.type === 'bool') return make('input', { ...label, type: 'checkbox', checked: cell.value === true, onchange: (event) => set(event.target.checked) });
  if (cell.values) {
    return make('select', { ...label, onchange: (event) => set(event.target.value) },
      cell.values.map((value) => make('option', { value, selected: value === String(cell.value) }, value)));
  }
  const step = Number.isInteger(cell.low) && Number.isInteger(cell.high) && Number.isInteger(cell.value) ? 1 : 'any';
  const number = make('input', { ...label, type: 'number', min: cell.low, max: cell.high, step, value: cell.value, onchange: (event) => {
    if (event.target.value !== '' && event.target.checkValidity()) set(event.target.value);
    else event.target.reportValidity();
  } });
  if (cell.high - cell.low > 1000) return number;
  const slider = make('input', { 'aria-label': cell.name, 'data-key': `slide ${cell.name}`, type: 'range', min: cell.low, max: cell.high, step: step === 1 ? 1 : (cell.high - cell.low) / 100, value: cell.value,
    oninput: (event) => { number.value = event.target.value; }, onchange: (event) => set(Number(Number(event.target.value).toFixed(3))) });
  return make('span.control', undefined, slider, number);
}

function worldRow(cell, changed, read) {
  const back = changed && make('button.link', { title: 'Back to its initial value', onclick: () => send({ do: 'unset', name: cell.name }) }, '↺');
  const title = `${cell.name} : ${cell.type}${read ? '' : '\nThis search did not read it.'}`;
  return [make(`span.name${changed ? '.changed' : read ? '' : '.unread'}`, { title }, cell.name), control(cell), make('span', undefined, back)];
}

function drawWorld(answer) {
  const read = readBy(answer.plan), changed = new Set(answer.set);
  const touched = changed.size > 0 || answer.types.some((type) => type.count > 0);
  const shown = answer.world.filter((cell) => cell.name.toLowerCase().includes(filter.toLowerCase()));
  const rows = [
    ...answer.types.map((type) => [
      make('span.name', { title: `How many instances of ${type.name} there are` }, type.name),
      make('input', { type: 'number', min: 0, max: type.most, value: type.count, 'aria-label': type.name, 'data-key': `type ${type.name}`,
        onchange: (event) => { if (event.target.checkValidity() && event.target.value !== '') send({ do: 'spawn', name: type.name, count: Number(event.target.value) }); else event.target.reportValidity(); } }),
      make('span'),
    ]),
    ...shown.map((cell) => worldRow(cell, changed.has(cell.name), read.has(cell.name))),
  ];
  if (rows.length === 0 && !filter) return [];
  return [
    make('h2', undefined, 'World', touched && make('button.link.tail', { onclick: () => send({ do: 'reset' }) }, 'reset')),
    (answer.world.length > 12 || filter) && make('input', { type: 'search', placeholder: 'Filter properties', value: filter, 'data-key': 'filter', oninput: (event) => { filter = event.target.value; draw(answer); } }),
    make('.world', undefined, rows.flat()),
    answer.more > 0 && make('p.dim', undefined, `and ${answer.more} more`),
  ];
}

// --- The plan -------------------------------------------------------------------------------------------------------

const outcomes = {
  'no plan': 'There is no plan: below is what was tried.',
  'empty plan': 'The plan is empty: there is nothing to do.',
};

const written = (value) => (typeof value === 'string' && !/^[\p{L}_][\p{L}\p{N}_]*(#\d+)?$/u.test(value) ? JSON.stringify(value) : String(value));

/** A step as the tree writes it, with strings in quotes. */
function textOf(plan, at) {
  const step = plan.steps[at], node = plan.tree.find((each) => each.step === at + 1);
  return node?.text ?? `${step.task}(${step.arguments.map(written).join(', ')})`;
}

function stepItem(plan, at) {
  return make('li', undefined, make('span.number', undefined, String(at + 1)),
    make('button.step', { title: 'Go to its declaration', onclick: () => send({ do: 'open', task: plan.steps[at].task }) }, textOf(plan, at)));
}

/** The steps from `first` to `end`, with the parallel groups directly below the span `parent`. */
function stepItems(plan, first, end, parent) {
  const items = [];
  const inside = (index) => { // the nearest span around it that is drawn
    for (let at = plan.spans[index].parent; at !== null; at = plan.spans[at].parent) if (drawn(plan.spans[at])) return at;
    return null;
  };
  const groups = plan.spans.map((span, index) => ({ ...span, index })).filter((span) => drawn(span) && inside(span.index) === parent);
  for (let at = first; at < end;) {
    const group = groups.find((span) => span.first === at && span.end > at);
    if (!group) { items.push(stepItem(plan, at++)); continue; }
    const members = plan.spans.map((span, index) => ({ ...span, index })).filter((span) => span.parent === group.index && /^(member|background)$/.test(span.kind));
    items.push(make('li', { title: 'At the same time' }, make('span.number', { 'aria-label': 'at the same time' }, '∥'), make('.row', undefined, members.map((member) => make('.member', undefined,
      member.kind === 'background' && make('div.dim', undefined, 'in the background'), make('ol.steps', undefined, stepItems(plan, member.first, member.end, member.index)))))));
    at = group.end;
  }
  return items;
}

const drawn = (span) => /^(parallel|member|background)$/.test(span.kind);

function drawPlan(answer) {
  const { plan } = answer;
  const facts = [plan.steps && `${plan.steps.length} step${plan.steps.length === 1 ? '' : 's'}`, plan.cost !== undefined && plan.cost !== plan.steps?.length && `cost ${plan.cost}`,
    plan.duration > 0 && `${plan.duration / 1000} s`, plan.mtr && `MTR [${plan.mtr.join(', ')}]`].filter(Boolean).join(' · ');
  return [
    make('h2', undefined, 'Plan', make('span.tail', undefined, facts)),
    outcomes[plan.outcome] && make('p.outcome', undefined, outcomes[plan.outcome]),
    plan.limit && make('p.outcome', undefined, plan.limit),
    plan.for && make('p.outcome', undefined, `Waits for the answer to ${plan.for}.`),
    plan.steps && make('ol.steps', undefined, stepItems(plan, 0, plan.steps.length, null)),
    plan.end && make('p.outcome.dim', undefined, `… ${plan.end}: the rest is planned later`),
  ];
}

// --- Why ------------------------------------------------------------------------------------------------------------

/** A sentence of the tool: in the panel nothing is set by an option. */
const sentence = (text) => text.replace(/\(by --set\)/g, '(set)');

const source = (place) => place && make('button.link.source', { onclick: () => send({ do: 'open', source: place }) }, place);

const origins = { initial: 'at first', set: 'set', default: 'nobody answered', 'not asked': 'not asked', argument: 'argument', derived: 'derived' };
const originOf = (value) => (value.origin === 'written' ? `written by step ${value.step}${value.by ? `, ${value.by}` : ''}` : origins[value.origin] ?? value.origin);

function values(list) {
  const said = (list ?? []).filter((value) => value.origin !== 'quantifier');
  return said.length > 0 && make('span.values', undefined, said.flatMap((value, i) => [i > 0 ? ', ' : '', make('code', undefined, `${value.name} = ${written(value.value)}`), ` (${originOf(value)})`]));
}

const methodName = (of) => `method ${of.method}${of.label ? ` ${of.label}` : ''}`;

function attempt(tried) {
  const given = tried.outcome === 'given up', ranked = tried.utility !== undefined ? ` (utility ${tried.utility})` : '';
  const why = given ? `: given up, ${tried.reasons?.[0] ? sentence(tried.reasons[0].text) : `${tried.branches} branches failed`}` : '';
  return make('li', undefined, make('span.line', undefined, make('span.sign.no', { title: tried.outcome }, '✗'), `${methodName(tried)}${ranked}${why}`,
    tried.condition ? [': ', make('code', undefined, tried.condition), tried.outcome === 'passed over' ? ' passed over some' : ' does not hold'] : '', ' ', source(tried.source) ?? ''), values(tried.values));
}

/** A candidate of a task that selects, behind the one that was taken. */
function untried(candidate) {
  const rank = candidate.utility !== undefined ? ` (utility ${candidate.utility})` : candidate.weight !== undefined ? ` (weight ${candidate.weight})` : '';
  return make('li.dim', undefined, make('span.line', undefined, make('span.sign', { title: 'not tried' }, '·'), methodName(candidate), rank, candidate.bound ? [' with ', make('code', undefined, candidate.bound)] : '', ', not tried'));
}

function nodeOf(tree, children, index) {
  const node = tree[index], below = children.get(index) ?? [];
  const open = () => send({ do: 'open', task: node.task });
  if (node.step) return make('li', undefined, make('span.line', undefined, make('span.sign.yes', { title: `step ${node.step}` }, '●'), make('button.step', { onclick: open }, node.text), make('span.dim', undefined, `  step ${node.step}`)));
  if (node.failure) {
    return make('li', undefined, make('span.line', undefined, make('span.sign.no', undefined, '✗'), make('button.step', { onclick: open }, node.text), ` ${sentence(node.failure)}`), values(node.values));
  }
  const tried = node.attempts ?? [], ranked = node.utility !== undefined ? ` (utility ${node.utility})` : '';
  const taken = node.method === undefined ? undefined : make('li', undefined, make('span.line', undefined, make('span.sign.yes', { title: 'taken' }, '✓'), methodName(node), ranked, node.bound ? [' with ', make('code', undefined, node.bound)] : '', ' ', source(node.source) ?? ''),
    values(node.values), below.length > 0 && make('ul', undefined, below.map((each) => nodeOf(tree, children, each))));
  return make('li', undefined, make('span.line', undefined, make('button.step', { onclick: open }, node.text), node.states !== undefined && make('span.dim', undefined, `  ${node.states} states`)),
    make('ul', undefined, tried.map(attempt), taken ?? below.map((each) => nodeOf(tree, children, each)), (node.untried ?? []).map(untried)));
}

function drawWhy({ plan }) {
  const children = new Map();
  plan.tree.forEach((node, index) => { if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), index]); });
  const tops = plan.tree.map((node, index) => index).filter((index) => plan.tree[index].parent === null);
  const reasons = plan.outcome === 'no plan' || plan.outcome === 'limit' ? plan.reasons ?? [] : [];
  return [
    make('h2', undefined, 'Why', plan.branches > 0 && make('span.tail', undefined, `${plan.branches} branch${plan.branches === 1 ? '' : 'es'} failed`)),
    reasons.length > 0 && make('ul.tree', undefined, reasons.slice(0, 6).map((reason) => make('li', undefined, make('span.line', undefined, make('span.sign.no', undefined, '✗'), `${reason.count > 1 ? `${reason.count}× ` : ''}${sentence(reason.text)} `, source(reason.source) ?? ''), values(reason.values)))),
    make('ul.tree', undefined, tops.map((index) => nodeOf(plan.tree, children, index))),
  ];
}

// --- All of it ------------------------------------------------------------------------------------------------------

function drawTop(answer) {
  return make('.top', undefined, make('span.file', undefined, answer.file ?? ''),
    answer.task && make('span.pill', undefined, answer.task, make('button', { title: 'Plan from the root', 'aria-label': 'Plan from the root', onclick: () => send({ do: 'whole' }) }, '×')),
    (answer.roots ?? []).length > 1 && make('select', { 'aria-label': 'Root', 'data-key': 'root', onchange: (event) => send({ do: 'root', name: event.target.value }) },
      answer.roots.map((name) => make('option', { value: name, selected: name === answer.root }, name))));
}

function draw(answer) {
  const key = document.activeElement?.dataset?.key, scroll = document.documentElement.scrollTop;
  page.className = answer.stale ? 'stale' : '';
  page.replaceChildren(...[
    drawTop(answer),
    answer.problem && make('p.problem', { role: 'status' }, answer.problem),
    ...(answer.refused ?? []).map((each) => make('p.problem', { role: 'status' }, `${each.text}: ${each.problem}`)),
    ...(answer.plan ? [...drawWorld(answer), ...drawPlan(answer), ...drawWhy(answer)] : []),
  ].filter(Boolean));
  document.documentElement.scrollTop = scroll;
  const again = key && page.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again) {
    again.focus();
    if (again.type === 'search') again.setSelectionRange(again.value.length, again.value.length);
  }
}

window.addEventListener('message', (event) => draw(event.data));
send({ do: 'ready' });
