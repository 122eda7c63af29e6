// The world pane: a control for each cell, made from the declarations.
import { by, make } from './dom.js';

const FEW = 40; // cells of a table that are shown without asking

export class World {
  constructor(model) {
    this.model = model;
    this.rows = new Map();
    this.open = new Set();
    model.listen((what) => (what === 'play' || what === 'source' || what === 'files') && this.update());
  }

  set(name, value) {
    const answer = this.model.set(name, value);
    by('said').textContent = answer.good ? '' : answer.answer.trim();
    if (!answer.good) this.update();
  }

  /** { element, show(value) } */
  control(name, type) {
    const id = `cell-${name}`;
    if (type.kind === 'bool') {
      const box = make('input', { type: 'checkbox', role: 'switch', id, onchange: () => this.set(name, box.checked) });
      return { parts: [box], show: (value) => (box.checked = value) };
    }
    if (type.kind === 'enum' || type.kind === 'entities') {
      const list = make('select', { id, onchange: () => this.set(name, list.value) });
      return { parts: [list], show: (value) => {
        const values = this.valuesOf(type);
        if (values.length !== list.options.length || values.some((each, i) => list.options[i].value !== each))
          list.replaceChildren(...values.map((each) => make('option', {}, each)));
        list.value = String(value);
      } };
    }
    const range = type.high - type.low;
    const step = type.kind === 'fixed' ? 'any' : 1;
    if (range > 1000) {
      const number = make('input', { type: 'number', id, step, min: type.low, max: type.high, onchange: () => this.set(name, number.value) });
      return { parts: [number], show: (value) => { if (document.activeElement !== number || Number(number.value) !== value) number.value = value; } };
    }
    const slider = make('input', { type: 'range', id, step: type.kind === 'fixed' ? range / 100 : 1, min: type.low, max: type.high,
      oninput: () => this.set(name, type.kind === 'fixed' ? Number(slider.value).toFixed(3) : slider.value) });
    const shown = make('output', { for: id });
    return { parts: [slider, shown], show: (value) => { slider.value = value; shown.textContent = value; } };
  }

  valuesOf(type) {
    const { types } = this.model.declared;
    const number = types.indexOf(type);
    const under = (each) => each === number || (types[each].parent !== undefined && under(types[each].parent));
    const values = type.open ? [...new Set(types.flatMap((each, i) => (each.open && under(i) ? this.model.state.instances[each.name] ?? [] : [])))] : type.values ?? [];
    return type.kind === 'entities' && type.open ? ['none', ...values.filter((each) => each !== 'none')] : values;
  }

  update() {
    const { state, declared } = this.model;
    if (state === null) {
      by('world').replaceChildren(make('p', { class: 'quiet' }, 'The world appears when the source compiles.'));
      this.rows.clear();
      this.shape = '';
      return;
    }
    const shape = JSON.stringify([this.model.opened, declared.properties, declared.types, state.world.map((cell) => cell.name), state.instances, [...this.open]]);
    if (shape !== this.shape) this.build();
    this.shape = shape;
    for (const cell of state.world) {
      const row = this.rows.get(cell.name);
      if (row === undefined) continue;
      row.show(cell.value);
      row.element.classList.toggle('changed', cell.changed === true);
    }
    const answers = state.answers.map((each) => `${each.name} = ${each.value}`).join(', ');
    if (this.answers) this.answers.textContent = answers === '' ? '' : `You answered: ${answers}`;
    by('world-count').textContent = `${state.world.length} ${state.world.length === 1 ? 'value' : 'values'}, ${(declared.bytesPerAgent / 1024).toFixed(0)} KB an agent here`;
  }

  build() {
    const { state, declared } = this.model;
    const parts = [];
    this.rows.clear();
    for (const [name, instances] of Object.entries(state.instances)) {
      parts.push(make('div', { class: 'group' }, `${name}: `,
        ...instances.map((each) => make('span', { class: 'chip' }, each, make('button', { 'aria-label': `Remove ${each}`, onclick: () => this.model.do(`despawn ${each}`) }, '×'))),
        make('button', { 'aria-label': `Add a ${name}`, onclick: () => { const said = this.model.do(`spawn ${name}`); by('said').textContent = said.good ? '' : said.answer.trim(); } }, '+')));
    }
    declared.properties.forEach((property, number) => {
      const cells = state.world.filter((cell) => cell.property === number);
      if (cells.length === 0) return;
      const table = property.parameters.length > 0;
      const shown = this.open.has(property.name) ? cells : cells.slice(0, FEW);
      if (table) parts.push(make('div', { class: 'group' }, property.name));
      for (const cell of shown) {
        const { parts: controls, show } = this.control(cell.name, declared.types[property.type]);
        if (table) controls[0].setAttribute('aria-label', cell.name); // its group says the rest
        const element = make('div', { class: 'cell' }, make('label', { for: `cell-${cell.name}`, title: cell.name }, table ? cell.name.slice(property.name.length + 1, -1) : cell.name), make('div', { class: 'control' }, ...controls));
        this.rows.set(cell.name, { element, show });
        parts.push(element);
      }
      if (shown.length < cells.length)
        parts.push(make('button', { onclick: () => { this.open.add(property.name); this.update(); } }, `Show ${cells.length - shown.length} more of ${property.name}`));
    });
    if (declared.queries.length > 0) parts.push(this.queries());
    if (parts.length === 0) parts.push(make('p', { class: 'quiet' }, 'The domain declares no properties.'));
    by('world').replaceChildren(...parts);
  }

  /** Questions that planning asks the game: a person answers them. */
  queries() {
    const { declared } = this.model;
    const text = make('input', { 'aria-label': 'Answer of a query', placeholder: `${declared.queries[0].name}(…) = …` });
    this.answers = make('div', { class: 'quiet' });
    return make('form', { onsubmit: (event) => { event.preventDefault(); const said = this.model.do(`set ${text.value}`); by('said').textContent = said.good ? '' : said.answer.trim(); } },
      make('div', { class: 'group' }, 'Queries'), text, make('button', {}, 'Answer'), this.answers);
  }
}
