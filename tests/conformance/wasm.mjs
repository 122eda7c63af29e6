// node wasm.mjs PROGRAM CASES ANSWERS: what conform.c does, for a WebAssembly module that has conformance_answer() and malloc() and needs
// nothing of its host. Without CASES: only whether the module can be made (tests/conformance/run).
import { readFileSync, writeFileSync } from 'node:fs';

const MEMORY = 32 << 20, TEXT = 4 << 20;
const [program, casesPath, answersPath] = process.argv.slice(2);
const nothing = new Proxy({}, { get: () => () => { throw new Error('the runtime called its host'); } });
const module = new WebAssembly.Module(readFileSync(program));
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: nothing });

function answer(blob, seed, memory, text) {
    const at = exports.malloc(blob.length);
    new Uint8Array(exports.memory.buffer).set(blob, at);
    const used = exports.conformance_answer(at, blob.length, seed, memory, MEMORY, text, TEXT);
    exports.free(at);
    if (used === 0) throw new Error('a case needs more memory, or has more to say, than there is room for');
    return Buffer.from(new Uint8Array(exports.memory.buffer, text, used));
}

if (casesPath !== undefined) {
    exports._initialize?.();
    const cases = readFileSync(casesPath), answers = [];
    const memory = exports.malloc(MEMORY), text = exports.malloc(TEXT);
    let at = 0, seed = 0n;
    const part = () => {
        const end = at + 4 + cases.readUInt32LE(at), bytes = cases.subarray(at + 4, end);
        at = end;
        return bytes;
    };
    while (at < cases.length) {
        answers.push(Buffer.from('case '), part(), Buffer.from('\n'), answer(part(), ++seed, memory, text));
    }
    writeFileSync(answersPath, Buffer.concat(answers));
}
