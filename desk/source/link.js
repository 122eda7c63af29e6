// A small domain in a link: the files, deflated, in the fragment, which no browser sends to a server.

const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export async function toFragment(files, main) {
  const text = JSON.stringify({ main, files: Object.fromEntries(files) });
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `d=${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

const LARGEST = 1 << 20; // of a domain in a link, unpacked: what somebody sends must not fill the memory

async function unpack(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const pieces = [];
  for (let size = 0, piece; !(piece = await reader.read()).done;) {
    size += piece.value.length;
    if (size > LARGEST) throw new Error('the domain in the link is larger than 1 MB');
    pieces.push(piece.value);
  }
  return new Response(new Blob(pieces)).text();
}

/** The game that `#served&attach=HOST:PORT&token=TOKEN` names: { address, token }; null: none. */
export function toAttachTo(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  return given.has('attach') ? { address: given.get('attach'), token: given.get('token') ?? '' } : null;
}

/** { files, main }; null: the fragment has none. Throws what is wrong with it. */
export async function fromFragment(fragment) {
  const found = /^#?d=([\w-]+)$/.exec(fragment);
  if (found === null) return null;
  try {
    const letters = atob(found[1].replaceAll('-', '+').replaceAll('_', '/'));
    const made = JSON.parse(await unpack(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
    const fine = typeof made.main === 'string' && made.files !== null && typeof made.files === 'object' && typeof made.files[made.main] === 'string' &&
      Object.entries(made.files).every(([path, text]) => typeof text === 'string' && /^[\w. /-]+\.htn$/.test(path) && !path.startsWith('/') && !path.includes('..'));
    if (!fine) throw new Error('the link has no domain');
    return made;
  } catch (error) {
    throw new Error(`this link is damaged or cut short: ${error.message}`);
  }
}
