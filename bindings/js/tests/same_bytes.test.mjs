// Every domain of the repository: what the tool says in WebAssembly is what it says natively, byte for byte.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

const root = new URL('../../../', import.meta.url).pathname;
const { loadTool } = await import(`${process.env.THUMPER}/tool.js`);
const sources = (folder) => readdirSync(root + folder, { recursive: true }).filter((name) => name.endsWith('.htn')).map((name) => `${folder}/${name}`).sort();

const folders = ['domains', 'tests/plans', 'examples'];
const files = folders.flatMap(sources);
const folder = mkdtempSync(join(tmpdir(), 'thumper-'));
let tool;

after(() => rmSync(folder, { recursive: true }));

before(async () => {
  tool = await loadTool();
  tool.enter('/repository');
  for (const path of files) tool.write(`/repository/${path}`, readFileSync(root + path));
});

const commands = [
  ['check', '--json'],
  ['plan', '--json', '--max-work', '20000'],
  ['explain', '--json', '--max-work', '20000'],
];

/** One native process says all, so that the test is quick: each answer begins with its status. */
function native(lines) {
  const script = lines.map((line) => {
    const words = line.map((word) => `'${word}'`).join(' ');
    return `"$HTN" ${words} > "$T/out" 2> "$T/err"; printf '%d %d %d\\n' $? $(stat -c %s "$T/out" "$T/err"); cat "$T/out" "$T/err"`;
  });
  const shell = `T=$(mktemp -d); ${script.join('\n')}\nrm -rf "$T"`;
  const done = spawnSync('bash', ['-s'], { cwd: root, input: shell, maxBuffer: 1 << 30 });
  const answers = [];
  for (let at = 0; at < done.stdout.length;) {
    const end = done.stdout.indexOf(10, at);
    const [status, out, err] = done.stdout.toString('utf8', at, end).split(' ').map(Number);
    answers.push({ status, out: done.stdout.toString('latin1', end + 1, end + 1 + out), err: done.stdout.toString('latin1', end + 1 + out, end + 1 + out + err) });
    at = end + 1 + out + err;
  }
  return answers;
}

function compare(lines) {
  const answers = native(lines);
  assert.equal(answers.length, lines.length);
  lines.forEach((line, i) => {
    const here = tool.run(line);
    assert.equal(here.status, answers[i].status, `htn ${line.join(' ')}: status; ${here.err}`);
    assert.equal(Buffer.from(here.bytes).toString('latin1'), answers[i].out, `htn ${line.join(' ')}: output`);
    assert.equal(Buffer.from(here.err, 'utf8').toString('latin1'), answers[i].err, `htn ${line.join(' ')}: messages`);
  });
}

for (const command of commands)
  test(`${command[0]}: ${files.length} sources`, () => compare(files.map((path) => [command[0], path, ...command.slice(1)])));

test('scenarios: the same results and the same coverage', () => {
  const scenarios = files.filter((path) => /^Scenario\b/m.test(readFileSync(root + path, 'utf8')));
  assert.ok(scenarios.length > 20, `${scenarios.length} files with scenarios`);
  compare(scenarios.flatMap((path) => [['test', path, '--json'], ['test', path, '--coverage', '--annotate']]));
});

test('blobs: the same bytes', () => {
  const blob = join(folder, 'a.htnb');
  let compared = 0;
  for (const path of files) {
    const there = spawnSync(process.env.HTN, ['compile', path, '-o', blob], { cwd: root });
    const here = tool.run(['compile', path, '-o', '/out.htnb']);
    assert.equal(here.status, there.status, path);
    if (here.status !== 0) continue;
    assert.deepEqual(Buffer.from(tool.read('/out.htnb')), readFileSync(blob), path);
    compared++;
  }
  assert.ok(compared > 150, `${compared} blobs`);
});
