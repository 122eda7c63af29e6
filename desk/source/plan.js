// The plan pane: the steps that run, and the tree of what would be planned now, with the reason for each method that was rejected.
import { by, make, seconds } from './dom.js';

// The world is that of a play, so where a value comes from is said only of what the plan itself writes, and of what nobody has said.
const origins = { initial: '', set: '' };
const valueText = (value) => `${value.name} was ${value.value}${value.origin === 'written' ? ` (written by step ${value.step}${value.by ? ` ${value.by}` : ''})` : origins[value.origin] ?? ` (${value.origin})`}`;

/** Nodes with their children and what was tried before the method that was taken. */
function nest(tree) {
  const nodes = tree.map((node, i) => ({ ...node, key: `${i}`, children: [] }));
  const roots = [];
  nodes.forEach((node) => (node.parent === null || node.parent === undefined ? roots : nodes[node.parent].children).push(node));
  return roots;
}

export class Plan {
  constructor(model, goToSource) {
    this.model = model;
    this.goToSource = goToSource;
    this.folded = new Set();
    this.current = 0;
    by('find').addEventListener('input', () => this.update());
    by('unfold').addEventListener('click', () => { this.folded.clear(); this.update(); });
    by('fold').addEventListener('click', () => { this.rows.forEach((row) => row.parent && this.folded.add(row.path)); this.update(); });
    by('tree').addEventListener('keydown', (event) => this.key(event));
    by('layer').addEventListener('change', () => model.showLayer(Number(by('layer').value)));
    model.listen((what) => (what === 'play' || what === 'source') && this.update());
  }

  update() {
    const { state, explained, stale, declared } = this.model;
    by('tree').classList.toggle('stale', stale);
    by('running').classList.toggle('stale', stale);
    if (explained === null) {
      by('outcome').textContent = this.model.complaint ?? 'No plan: the source has errors.';
      by('running').replaceChildren();
      by('tree').replaceChildren();
      return;
    }
    by('layer-field').hidden = declared.layers.length < 2;
    if (by('layer').options.length !== declared.layers.length || declared.layers.some((name, i) => by('layer').options[i].text !== name))
      by('layer').replaceChildren(...declared.layers.map((name, i) => make('option', { value: i }, name)));
    by('layer').value = this.model.layer;
    const mtr = explained.mtr ? `record [${explained.mtr.join(', ')}]` : '';
    const cost = explained.outcome === 'plan' && explained.cost !== undefined ? `cost ${explained.cost}` : '';
    const outcome = explained.outcome === 'plan' ? (explained.steps.length === 0 ? 'Nothing to do' : `Plan of ${explained.steps.length} ${explained.steps.length === 1 ? 'step' : 'steps'}`) : explained.outcome === 'kept' ? 'The running plan was kept' : explained.outcome === 'under way' ? 'The search goes on' : explained.outcome === 'none' || explained.outcome === 'no plan' ? 'No plan' : `No answer: ${explained.outcome}`;
    by('outcome').replaceChildren(stale ? 'Last source that compiled: ' : '', outcome, make('span', { class: 'quiet' }, `  ${[mtr, cost, explained.duration ? seconds(explained.duration) : ''].filter(Boolean).join(' · ')}`));
    this.showRunning(state.layers[this.model.layer]);
    this.showTree(explained);
  }

  showRunning(layer) {
    const steps = layer.steps.map((step) => make('span', { class: `step ${step.mark}`, title: step.mark },
      step.text, step.mark === 'running' && step.duration > 0 ? make('i', { style: `width:${Math.min(100, (100 * step.elapsed) / step.duration)}%` }) : null,
      make('span', { class: 'unseen' }, `, ${step.mark === 'todo' ? 'to do' : step.mark}`)));
    by('running').replaceChildren(...(steps.length > 0 ? steps : [make('span', { class: 'quiet' }, layer.status || 'no plan runs')]));
  }

  // --- The tree ---

  rowsOf(explained) {
    const rows = [];
    const walk = (node, depth, path) => {
      const here = `${path}/${node.text}`;
      const attempts = node.attempts ?? [];
      const parent = node.children.length > 0 || attempts.length > 0;
      rows.push({ kind: 'task', node, depth, path: here, parent, text: node.text });
      if (this.folded.has(here) && by('find').value === '') return;
      for (const attempt of attempts) rows.push({ kind: 'attempt', node: attempt, depth: depth + 1, path: `${here}#${attempt.method}`, text: attempt.condition ?? attempt.outcome ?? '' });
      if (node.method !== undefined && node.method !== null && node.source) rows.push({ kind: 'taken', node, depth: depth + 1, path: `${here}=`, text: '' });
      node.children.forEach((child, i) => walk(child, depth + (node.attempts ? 2 : 1), `${here}.${i}`));
    };
    for (const root of nest(explained.tree ?? [])) walk(root, 0, '');
    return rows;
  }

  /** The conditions of the method that was taken, as they are written. */
  conditions(node) {
    const method = this.model.network.find((task) => task.name === node.task)?.methods?.[node.method];
    return method?.conditions ? make('span', { class: 'cond' }, method.conditions) : 'is taken';
  }

  line(row) {
    const { node } = row;
    const where = node.source ? make('span', { class: 'where' }, node.source) : null;
    if (row.kind === 'attempt') {
      const values = (node.values ?? []).map(valueText).join(', ');
      const what = { rejected: 'does not hold', 'gave up': 'its tasks have no plan' }[node.outcome] ?? node.outcome ?? '';
      const reason = node.reason ?? node.text ?? what;
      return [make('span', { class: 'mark bad', 'aria-hidden': 'true' }, '✗'), make('span', {}, `method ${node.method}${node.name ? ` ${node.name}` : ''} `,
        node.condition ? make('span', { class: 'cond' }, `[${node.condition}] `) : null, make('span', { class: 'why' }, reason), values ? make('span', { class: 'values' }, `: ${values}`) : null), where];
    }
    if (row.kind === 'taken') {
      const values = (node.values ?? []).map(valueText).join(', ');
      return [make('span', { class: 'mark good', 'aria-hidden': 'true' }, '✓'), make('span', {}, `method ${node.method} `, this.conditions(node), values ? make('span', { class: 'values' }, `: ${values}`) : null), where];
    }
    return [make('span', { class: 'mark', 'aria-hidden': 'true' }, row.parent ? (this.folded.has(row.path) ? '▸' : '▾') : ''),
      node.step ? make('span', { class: 'stepnumber' }, String(node.step)) : null, make('span', { class: 'name' }, node.text)];
  }

  showTree(explained) {
    const sought = by('find').value.trim().toLowerCase();
    this.rows = this.rowsOf(explained);
    const focused = by('tree').contains(document.activeElement);
    this.current = Math.min(this.current, Math.max(0, this.rows.length - 1));
    const items = this.rows.map((row, i) => {
      const found = sought !== '' && JSON.stringify([row.text, row.node.condition, row.kind === 'attempt' ? row.node.values : '']).toLowerCase().includes(sought);
      const item = make('div', { role: 'treeitem', 'aria-level': row.depth + 1, tabindex: i === this.current ? 0 : -1, style: `margin-left:${row.depth * 14}px`,
        'aria-expanded': row.parent ? String(!this.folded.has(row.path)) : undefined, 'aria-selected': String(i === this.current), class: found ? 'found' : undefined,
        onclick: () => this.choose(i, row) }, ...this.line(row));
      return item;
    });
    const reasons = (explained.reasons ?? []).map((reason) => make('div', { role: 'treeitem', 'aria-level': 1, 'aria-selected': 'false', tabindex: -1 },
      make('span', { class: 'mark bad', 'aria-hidden': 'true' }, '!'), make('span', {}, typeof reason === 'string' ? reason : reason.text ?? `${reason.count ?? ''} × ${reason.reason ?? JSON.stringify(reason)}`)));
    by('tree').replaceChildren(...items, ...(items.length === 0 && reasons.length === 0 ? [make('div', { role: 'treeitem', 'aria-level': 1, 'aria-selected': 'false', tabindex: 0 }, explained.outcome)] : reasons));
    if (sought !== '') by('tree').querySelector('.found')?.scrollIntoView({ block: 'nearest' });
    if (focused) by('tree').children[this.current]?.focus();
  }

  choose(index, row) {
    this.current = index;
    if (row.parent) this.folded.has(row.path) ? this.folded.delete(row.path) : this.folded.add(row.path);
    if (row.node.span) this.goToSource(row.node.file, row.node.span.line);
    this.showTree(this.model.explained);
    by('tree').children[this.current]?.focus();
  }

  key(event) {
    const move = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const row = this.rows[this.current];
    if (move !== undefined) {
      this.current = Math.max(0, Math.min(this.rows.length - 1, this.current + move));
    } else if (event.key === 'ArrowLeft' && row?.parent) {
      this.folded.add(row.path);
    } else if (event.key === 'ArrowRight' && row?.parent) {
      this.folded.delete(row.path);
    } else if (event.key === 'Enter' && row !== undefined) {
      this.choose(this.current, row);
    } else {
      return;
    }
    event.preventDefault();
    this.showTree(this.model.explained);
    by('tree').children[this.current]?.focus();
  }
}
