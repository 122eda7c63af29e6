// The thousand guards of bindings/guard/guard_crowd.c: `guard_crowd.mjs GUARD.htnb FRAMES` prints `steps NANOSECONDS BYTES`, the bytes
// that a tick allocates. For node --expose-gc, with THUMPER the folder of the package.
import { readFileSync } from 'node:fs';

const { load, RUNNING, SUCCEEDED } = await import(`${process.env.THUMPER}/index.js`);
const htn = await load();
const left = new Int32Array(1000);
let ended = 0;
const guards = htn.agentClass(htn.domain(readFileSync(process.argv[2])), {
  operators: {
    Walk: {
      update({ agent }) {
        const i = agent.number - 1;
        if (left[i] === 0) left[i] = 3;
        if (--left[i] > 0) return RUNNING;
        ended++;
        return SUCCEEDED;
      },
    },
    LookAround: { update: () => (ended++, SUCCEEDED) },
  },
});
const crowd = htn.crowd();
for (let i = 0; i < left.length; i++) crowd.add(htn.agent(guards, { seed: i, stagger: i }));
const play = (frames) => {
  for (let frame = 0; frame < frames; frame++) crowd.tick(16.667);
};
const frames = Number(process.argv[3]);
play(10);
globalThis.gc();
const [bytes, begun] = [process.memoryUsage().heapUsed, process.cpuUsage()];
play(frames);
const used = process.cpuUsage(begun);
const grown = process.memoryUsage().heapUsed - bytes;
const ticks = frames * crowd.size;
console.log(`${ended} ${(((used.user + used.system) * 1000) / ticks).toFixed(1)} ${(grown / ticks).toFixed(2)}`);
