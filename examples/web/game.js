// A game loop with the npm package: the troll of domains/troll.htn guards a bridge. The page compiles the source itself; a finished game
// would load troll.htnb instead, and need no compiler.
import { load, RUNNING, SUCCEEDED } from 'thumper';

const PLACES = { Tree: 8 };
const SPEED = 12, SIGHT = 30, WIDTH = 72; // metres a second, metres, metres
const STRIKE = 0.6; // seconds that an animation takes

const troll = { at: 36, doing: '', left: 0 };
const enemy = { at: 70 };
const stage = document.querySelector('#stage');
const now = document.querySelector('#now');
const plan = document.querySelector('#plan');

const htn = await load();
const source = await (await fetch('troll.htn')).text();
const { blob, outcome, diagnostics } = htn.compile('troll.htn', { 'troll.htn': source });
if (outcome !== 'built') throw new Error(diagnostics.map((each) => `${each.line}: ${each.message}`).join('\n'));
const domain = htn.domain(blob);

let seconds = 0; // of this frame
const placeOf = (name) => PLACES[name] ?? enemy.at;
const agent = htn.agent(htn.agentClass(domain, {
  operators: {
    Navigate(step) {
      const to = placeOf(step.arguments[0]), way = to - troll.at, most = SPEED * seconds;
      troll.doing = `walks to the ${step.arguments[0]}`;
      troll.at = Math.abs(way) <= most ? to : troll.at + Math.sign(way) * most;
      return Math.abs(to - troll.at) < 1.5 ? SUCCEEDED : RUNNING;
    },
    Animate: {
      start(step) {
        troll.doing = step.arguments[0];
        troll.left = STRIKE;
      },
      update: () => (troll.left > 0 ? RUNNING : SUCCEEDED),
    },
  },
}), { seed: 1 });

const sees = domain.property('SeesEnemy');
const show = (to, text) => { if (to.value !== text) to.value = text; };

function draw() {
  const canvas = stage.getContext('2d'), metre = stage.width / WIDTH;
  const figure = (at, height, colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect((at - 1) * metre, 190 - height, 2 * metre, height);
  };
  canvas.clearRect(0, 0, stage.width, stage.height);
  canvas.fillStyle = '#8a6d3b';
  canvas.fillRect(0, 190, stage.width, 8);
  figure(PLACES.Tree, 110, '#2e7d32');
  figure(troll.at, 60 + (troll.doing === 'Slam' ? 20 * troll.left : 0), '#546e7a');
  figure(enemy.at, 40, '#c62828');
}

let before;
function frame(time) {
  seconds = before === undefined ? 0 : Math.min(0.1, (time - before) / 1000); // who looks at another tab for an hour misses it
  before = time;
  troll.left -= seconds;
  agent.world.set(sees, Math.abs(enemy.at - troll.at) < SIGHT);
  agent.tick(seconds * 1000);
  draw();
  show(now, `${troll.doing}, trunk ${agent.world.get('TrunkHealth')}`);
  show(plan, (agent.plan() ?? []).map((step) => step.task).join(', '));
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);

stage.addEventListener('pointermove', (event) => { enemy.at = (event.offsetX / stage.clientWidth) * WIDTH; });
stage.addEventListener('keydown', (event) => {
  const way = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
  if (way === undefined) return;
  enemy.at = Math.min(WIDTH, Math.max(0, enemy.at + way));
  event.preventDefault();
});
