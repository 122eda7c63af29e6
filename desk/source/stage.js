// The troll acts: bridges, trees, and an enemy to drag. What is drawn follows from the state of the play alone, so that scrubbing moves the
// troll, too.
import { by } from './dom.js';

const PLACES = { Tree: 12, Bridge: 45, Cave: 5, Enemy: null };
const SIGHT = 30;

export class Stage {
  constructor(model) {
    this.model = model;
    this.enemy = 92;
    this.canvas = by('stage');
    model.listen(() => this.update());
    new ResizeObserver(() => this.update()).observe(this.canvas);
    this.canvas.addEventListener('pointerdown', (event) => { this.canvas.setPointerCapture(event.pointerId); this.drag(event); this.held = true; });
    this.canvas.addEventListener('pointermove', (event) => this.held && this.drag(event));
    this.canvas.addEventListener('pointerup', () => (this.held = false));
    this.canvas.addEventListener('keydown', (event) => {
      const by = { ArrowLeft: -4, ArrowRight: 4 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.move(this.enemy + by);
    });
  }

  /** The domain has what the stage shows. */
  fits() {
    const { state } = this.model;
    return state !== null && state.world.some((cell) => cell.name === 'SeesEnemy') && state.world.some((cell) => cell.name === 'TrunkHealth');
  }

  drag(event) {
    const box = this.canvas.getBoundingClientRect();
    this.move((100 * (event.clientX - box.left)) / box.width);
  }

  move(to) {
    this.enemy = Math.max(2, Math.min(98, to));
    this.canvas.setAttribute('aria-valuenow', Math.round(this.enemy));
    const sees = Math.abs(this.enemy - PLACES.Bridge) < SIGHT;
    const now = this.model.state.world.find((cell) => cell.name === 'SeesEnemy').value;
    if (sees !== now) this.model.set('SeesEnemy', sees);
    else this.update();
  }

  place(name) {
    return PLACES[name] ?? (name === 'Enemy' ? this.enemy - 6 : PLACES.Bridge);
  }

  /** Where the troll is: at the place that it last walked to, or between two. */
  troll() {
    const { log, layers } = this.model.state;
    const walked = log.filter((each) => each.kind === 'success').map((each) => /^WalkTo\("?(\w+)"?\)/.exec(each.text)?.[1]).filter(Boolean);
    const from = this.place(walked.at(-1) ?? 'Bridge');
    const step = layers[0].steps.find((each) => each.mark === 'running');
    const to = /^WalkTo\("?(\w+)"?\)/.exec(step?.text ?? '')?.[1];
    const part = step?.duration > 0 ? Math.min(1, step.elapsed / step.duration) : 0;
    return { at: to === undefined ? from : from + (this.place(to) - from) * part, doing: step?.text ?? 'waits', part };
  }

  update() {
    const fits = this.fits();
    by('stage-box').hidden = !fits;
    if (!fits) return;
    const { canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    if (wide === 0) return;
    if (canvas.width !== Math.round(wide * ratio)) canvas.width = Math.round(wide * ratio);
    if (canvas.height !== Math.round(high * ratio)) canvas.height = Math.round(high * ratio);
    const pen = canvas.getContext('2d');
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`);
    const x = (percent) => (wide * percent) / 100;
    const ground = high * 0.72;
    const fill = (name, ...box) => { pen.fillStyle = colour(name); pen.fillRect(...box); };
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    fill('sky', 0, 0, wide, ground);
    fill('grass', 0, ground, wide, high - ground);
    fill('water', x(38), ground, x(16), high - ground);
    fill('wood', x(36), ground - 4, x(20), 8);
    const sees = this.model.state.world.find((cell) => cell.name === 'SeesEnemy').value;
    pen.globalAlpha = sees ? 0.28 : 0.12;
    pen.fillStyle = colour('glow-edge');
    pen.beginPath();
    pen.ellipse(x(PLACES.Bridge), ground, x(SIGHT), high * 0.42, 0, Math.PI, 2 * Math.PI);
    pen.fill();
    pen.globalAlpha = 1;
    for (const at of [7, 12, 18]) this.tree(pen, colour, x(at), ground, high * (at === 12 ? 0.5 : 0.38));
    const troll = this.troll();
    this.figure(pen, x(troll.at), ground, high * 0.34, '#5d7f4a', this.model.state.world.find((cell) => cell.name === 'TrunkHealth').value, /^Slam/.test(troll.doing) ? troll.part : 0, colour);
    this.figure(pen, x(this.enemy), ground, high * 0.22, '#b0483a', 0, 0, colour);
    pen.fillStyle = colour('ink');
    pen.font = '12px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.fillText(troll.doing, Math.max(60, Math.min(wide - 60, x(troll.at))), ground - high * 0.46);
    canvas.setAttribute('aria-valuetext', `${Math.round(this.enemy)}; the troll ${sees ? 'sees it' : 'does not see it'}: ${troll.doing}`);
  }

  tree(pen, colour, x, ground, high) {
    pen.fillStyle = colour('wood');
    pen.fillRect(x - 3, ground - high * 0.5, 6, high * 0.5);
    pen.fillStyle = colour('leaf');
    pen.beginPath();
    pen.arc(x, ground - high * 0.66, high * 0.3, 0, 7);
    pen.fill();
  }

  figure(pen, x, ground, high, colour, trunk, swing, colours) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.ellipse(x, ground - high * 0.36, high * 0.26, high * 0.36, 0, 0, 7);
    pen.arc(x, ground - high * 0.84, high * 0.17, 0, 7);
    pen.fill();
    if (trunk === 0) return;
    pen.save();
    pen.translate(x + high * 0.22, ground - high * 0.5);
    pen.rotate(-1.1 + 2 * Math.sin(Math.PI * swing));
    pen.fillStyle = colours('wood');
    pen.fillRect(0, -4, high * (0.35 + 0.15 * trunk), 8);
    pen.restore();
  }
}
