// Own implementation of AES-128: WebCrypto supports neither ECB nor zero padding, and browsers lack it on plain HTTP.
type Bytes = Uint8Array<ArrayBuffer>;

const sbox = new Uint8Array(256);
const inverse = new Uint8Array(256);

const double = (value: number) => ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff;

function multiply(left: number, right: number): number {
  let product = 0;
  for (let a = left, b = right; b > 0; a = double(a), b >>= 1) if (b & 1) product ^= a;
  return product;
}

(() => {
  let [p, q] = [1, 1];
  do {
    p ^= double(p);
    q ^= q << 1;
    q ^= q << 2;
    q = (q ^ (q << 4)) & 0xff;
    if (q & 0x80) q ^= 0x09;
    const turned = q ^ (q << 1) ^ (q << 2) ^ (q << 3) ^ (q << 4);
    sbox[p] = ((turned ^ (turned >> 8)) & 0xff) ^ 0x63;
  } while (p !== 1);
  sbox[0] = 0x63;
  sbox.forEach((value, at) => (inverse[value] = at));
})();

const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

/** The eleven round keys of a 16-byte key, concatenated. */
export function expandKey(key: Uint8Array): Uint8Array {
  const keys = new Uint8Array(176);
  keys.set(key.subarray(0, 16));
  for (let i = 16, round = 1; i < 176; i += 4) {
    let word = [0, 1, 2, 3].map((k) => at(keys, i - 4 + k));
    if (i % 16 === 0) {
      word = [1, 2, 3, 0].map((k) => at(sbox, word[k] ?? 0));
      word[0] = (word[0] ?? 0) ^ round;
      round = double(round);
    }
    for (let k = 0; k < 4; k += 1) keys[i + k] = at(keys, i - 16 + k) ^ (word[k] ?? 0);
  }
  return keys;
}

const addKey = (state: Uint8Array, keys: Uint8Array, round: number) =>
  state.forEach((value, i) => (state[i] = value ^ at(keys, round * 16 + i)));

const substitute = (state: Bytes, box: Uint8Array, step: number): Bytes =>
  state.map((_, i) => at(box, at(state, (i + step * (i % 4) * 4 + 64) % 16)));

function mix(state: Bytes, factors: readonly number[]): Bytes {
  return state.map((_, i) => {
    const column = i - (i % 4);
    return [0, 1, 2, 3].reduce(
      (sum, k) => sum ^ multiply(at(state, column + k), factors[(k - (i % 4) + 4) % 4] ?? 0),
      0,
    );
  });
}

export function encryptBlock(block: Uint8Array, keys: Uint8Array): Bytes {
  let state = new Uint8Array(block.subarray(0, 16));
  addKey(state, keys, 0);
  for (let round = 1; round <= 10; round += 1) {
    state = substitute(state, sbox, 1);
    if (round < 10) state = mix(state, [2, 3, 1, 1]);
    addKey(state, keys, round);
  }
  return state;
}

export function decryptBlock(block: Uint8Array, keys: Uint8Array): Bytes {
  let state = new Uint8Array(block.subarray(0, 16));
  for (let round = 10; round >= 1; round -= 1) {
    addKey(state, keys, round);
    if (round < 10) state = mix(state, [14, 11, 13, 9]);
    state = substitute(state, inverse, -1);
  }
  addKey(state, keys, 0);
  return state;
}
