// The timeline: what each layer did, moment by moment; the slider and the entries of the log go to a moment.
import { by, make, seconds } from './dom.js';

const LABELS = 110; // pixels for the names of layers

/** A moment lasts, as nothing happens in it, up to its `time`: it begins with what happened first. */
const beginOf = (moment) => moment.log[0]?.time ?? moment.time;

export class Timeline {
  constructor(model) {
    this.model = model;
    by('scrub').addEventListener('input', () => model.goTo(Number(by('scrub').value)));
    by('zoom').addEventListener('input', () => this.update());
    model.listen((what) => what !== 'results' && this.update());
    by('time-scroll').addEventListener('click', (event) => {
      const box = by('lanes').getBoundingClientRect();
      const time = ((event.clientX - box.left - LABELS) / this.scale()) * 1000;
      let moment = 0;
      model.moments.forEach((each, i) => { if (each && beginOf(each) <= time) moment = i; });
      if (model.state) model.goTo(moment);
    });
  }

  scale() {
    return Number(by('zoom').value); // pixels for a second
  }

  update() {
    const { state, moments, declared, past } = this.model;
    if (past) return;
    if (state === null) {
      by('lanes').replaceChildren();
      by('log').replaceChildren();
      by('clock').textContent = '0.0 s';
      return;
    }
    by('clock').textContent = seconds(state.time);
    by('scrub').max = state.moments;
    by('scrub').value = state.moment;
    by('scrub').setAttribute('aria-valuetext', `moment ${state.moment} of ${state.moments}, ${seconds(state.time)}`);
    by('back').disabled = state.moment === 0;
    by('forward').disabled = state.moment === state.moments;
    const end = Math.max(state.time, moments.at(-1)?.time ?? 0);
    const scale = this.scale() / 1000;
    const lanes = declared.layers.map((name) => make('div', { class: 'lane' }, make('span', { class: 'label' }, name)));
    const box = by('time-scroll');
    const shownFrom = box.scrollLeft / scale - 2000, shownTo = (box.scrollLeft + box.clientWidth) / scale + 2000;
    for (const bar of this.bars(end)) {
      if (bar.to < shownFrom && end > 60000) continue;
      if (bar.from > shownTo && end > 60000) continue;
      lanes[bar.layer]?.append(make('button', { class: `barstep${bar.to >= state.time && bar.from <= state.time ? ' now' : ''}${bar.failed ? ' failed' : ''}`, tabindex: -1,
        title: `${bar.text}: ${seconds(bar.from)} to ${seconds(bar.to)}`, style: `left:${LABELS + bar.from * scale}px;width:${Math.max(3, (bar.to - bar.from) * scale)}px`,
        onclick: (event) => { event.stopPropagation(); this.model.goTo(bar.moment); } }, bar.text));
    }
    moments.forEach((moment) => {
      const plans = moment?.log.filter((each) => each.kind === 'plan') ?? [];
      if (plans.length > 0) lanes[0].append(make('span', { class: 'replan', title: plans.map((each) => each.text).join('\n'), style: `left:${LABELS + plans[0].time * scale}px` }));
    });
    by('lanes').replaceChildren(...lanes, make('div', { id: 'cursor', style: `left:${LABELS + state.time * scale}px` }));
    by('lanes').style.width = `${Math.max(1, end * scale + LABELS + 80)}px`;
    const x = LABELS + state.time * scale;
    if (x > box.scrollLeft + box.clientWidth - 60) box.scrollLeft = x - box.clientWidth + 200;
    else if (x < box.scrollLeft + LABELS) box.scrollLeft = Math.max(0, x - LABELS - 60);
    this.list();
  }

  /** Runs of steps: from the moment in which they are first seen to the last. */
  bars(end) {
    const bars = new Map();
    this.model.moments.forEach((moment, number) => {
      if (!moment) return;
      const after = this.model.moments[number + 1], next = after ? beginOf(after) : end;
      moment.steps.forEach((steps, layer) => {
        for (const step of steps) {
          const bar = bars.get(step.id) ?? { layer, text: step.text, from: step.since, moment: number };
          bar.to = Math.max(next, bar.from);
          bars.set(step.id, bar);
        }
      });
    });
    return bars.values();
  }

  list() {
    const { moments, state } = this.model;
    const rows = [];
    for (let number = moments.length - 1; number >= 0 && rows.length < 150; number--) {
      const moment = moments[number];
      if (!moment) continue;
      for (const each of [...moment.log].reverse())
        rows.push(make('li', { class: number > state.moment ? 'gone' : undefined, onclick: () => this.model.goTo(number) },
          make('time', {}, seconds(each.time)), make('span', { class: number > state.moment ? undefined : each.kind }, each.text)));
    }
    by('log').replaceChildren(...rows);
  }
}
