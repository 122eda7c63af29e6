// The task network: each task once, in columns by its distance from the roots; what the plan uses is highlighted.
import { by, draw } from './dom.js';

const ROW = 19, PAD = 8, GAP = 60, LONGEST = 40;
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
const width = (text) => 7.1 * text.length;

/** Columns by the shortest way from a root; within a column, in the order in which tasks are first used. */
function layOut(network) {
  const column = new Array(network.length).fill(-1);
  const queue = network.flatMap((task, i) => (task.root ? [i] : []));
  for (const i of queue) column[i] = 0;
  for (let at = 0; at < queue.length; at++)
    for (const method of network[queue[at]].methods ?? [])
      for (const { task } of method.subtasks)
        if (task !== undefined && column[task] < 0) {
          column[task] = column[queue[at]] + 1;
          queue.push(task);
        }
  network.forEach((_, i) => { if (column[i] < 0) { column[i] = 0; queue.push(i); } });
  const boxes = new Map();
  const columns = [];
  for (const i of queue) {
    const task = network[i];
    const lines = [];
    task.methods?.forEach((method, m) => {
      lines.push({ text: `${m} ${cut([method.name, method.conditions].filter(Boolean).join(' '))}`, method: m, head: true });
      for (const subtask of method.subtasks) lines.push({ text: cut(subtask.text), method: m, subtask });
    });
    if (task.operator && task.operator !== task.name) lines.push({ text: `operator ${task.operator}`, quiet: true });
    const wide = Math.max(width(task.name) + 30, ...lines.map((line) => width(line.text) + (line.head ? 0 : 18))) + 2 * PAD;
    const box = { i, task, lines, wide, high: ROW * (lines.length + 1) + PAD };
    (columns[column[i]] ??= []).push(box);
    boxes.set(i, box);
  }
  let x = 10;
  let bottom = 0;
  for (const boxesOf of columns) {
    let y = 10;
    for (const box of boxesOf) {
      box.x = x;
      box.y = y;
      y += box.high + 18;
    }
    bottom = Math.max(bottom, y);
    x += Math.max(...boxesOf.map((box) => box.wide)) + GAP;
  }
  return { boxes, wide: x - GAP + 10, high: bottom };
}

export class Graph {
  constructor(model, goToSource) {
    this.model = model;
    this.goToSource = goToSource;
    model.listen(() => this.update());
  }

  update() {
    const { model } = this;
    if (by('view-graph').hidden || model.play === null) return;
    const used = { tasks: new Set(), methods: new Set() };
    for (const node of model.explained?.tree ?? []) {
      used.tasks.add(node.task);
      if (node.method !== undefined && node.method !== null) used.methods.add(`${node.task}/${node.method}`);
    }
    const steps = new Map();
    model.explained?.steps?.forEach((step, i) => { used.tasks.add(step.task); steps.set(step.task, [...(steps.get(step.task) ?? []), i + 1]); });
    const { network } = model;
    const { boxes, wide, high } = layOut(network);
    const lines = [];
    const nodes = [];
    for (const box of boxes.values()) {
      const { task } = box;
      const on = used.tasks.has(task.name);
      const parts = [draw('rect', { class: 'box', x: box.x, y: box.y, width: box.wide, height: box.high, rx: task.compound ? 3 : 9 })];
      const title = draw('text', { class: 'title', x: box.x + PAD, y: box.y + 15 }, `${steps.has(task.name) ? `${steps.get(task.name).join(', ')}. ` : ''}${task.name}${task.root ? '  · root' : ''}`);
      box.lines.forEach((line, k) => {
        const y = box.y + ROW * (k + 1);
        const taken = line.method !== undefined && used.methods.has(`${task.name}/${line.method}`);
        if (taken) parts.push(draw('rect', { class: 'taken', x: box.x + 1, y: y + 2, width: box.wide - 2, height: ROW }));
        if (line.head) parts.push(draw('line', { class: 'rule', x1: box.x, x2: box.x + box.wide, y1: y + 2, y2: y + 2 }));
        parts.push(draw('text', { class: line.quiet || (!taken && !line.head) ? 'off' : '', x: box.x + PAD + (line.head || line.quiet ? 0 : 18), y: y + 16 }, line.text));
        const to = line.subtask?.task === undefined ? undefined : boxes.get(line.subtask.task);
        if (to === undefined) return;
        const fromX = box.x + box.wide, fromY = y + 11;
        const bend = to.x > box.x ? GAP / 2 : GAP;
        lines.push(draw('path', { class: `line${taken && used.tasks.has(to.task.name) ? ' on' : ''}${line.subtask.back || to.x <= box.x ? ' back' : ''}`,
          d: `M${fromX} ${fromY} C${fromX + bend} ${fromY} ${to.x - bend} ${to.y + 11} ${to.x} ${to.y + 11}`, 'marker-end': 'url(#arrow)' }));
      });
      const place = task.methods?.find((method) => method.line);
      const go = () => place && this.goToSource(place.file, place.line);
      nodes.push(draw('g', { class: `${task.compound ? 'compound' : 'primitive'}${on ? ' on' : ''}`, ...(place ? { role: 'button', tabindex: 0,
        onclick: go, onkeydown: (event) => event.key === 'Enter' && go() } : {}) }, ...parts, title));
    }
    const arrow = draw('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' }, draw('path', { d: 'M0 0 L8 4 L0 8 z', fill: 'context-stroke' }));
    by('graph').replaceChildren(draw('svg', { width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, role: 'group', 'aria-label': 'Task network' }, draw('defs', {}, arrow), ...lines, ...nodes));
  }
}
