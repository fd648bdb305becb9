// Backups are encrypted in pieces with AES-256-GCM. Each piece is bound to its position and to the object name, and the
// last piece is marked. Decryption fails when pieces are changed, cut, reordered or swapped.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../start/start-error.ts';

const magic = Buffer.from('ANLANB1\n');
const headLength = 32;
const pieceBytes = 256 * 1024;
const lastMark = 0x8000_0000;

/** Id of a key. The key cannot be computed from it. */
const keyId = (key: Buffer): Buffer =>
  createHash('sha256').update('anlan backup key').update(key).digest().subarray(0, 8);

const keyOf = (key: Buffer, salt: Buffer, name: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, `anlan backup ${name}`, 32));

function nonceOf(count: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 6, 6);
  return nonce;
}

export async function* encrypt(key: Buffer, name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const head = Buffer.concat([magic, keyId(key), randomBytes(16)]);
  const own = keyOf(key, head.subarray(16), name);
  yield head;
  let count = 0;
  const piece = (plain: Buffer, last: boolean) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(plain.length + (last ? lastMark : 0));
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(count++)).setAAD(Buffer.concat([head, length]));
    return Buffer.concat([length, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk]);
    while (held.length > pieceBytes) {
      yield piece(held.subarray(0, pieceBytes), false);
      held = held.subarray(pieceBytes);
    }
  }
  yield piece(held, true);
}

const damaged = (name: string, how: string) =>
  new StartError(`备份 ${name} ${how}：不能使用，请换另一份备份或第二存放处的副本。`);

function reader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  return async (bytes: number): Promise<Buffer> => {
    while (held.length < bytes) {
      const { value, done } = await chunks.next();
      if (done) break;
      held = Buffer.concat([held, value]);
    }
    const headPiece = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return headPiece;
  };
}

export async function* decrypt(key: Buffer, name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const take = reader(source);
  const head = await take(headLength);
  if (head.length < headLength) throw damaged(name, '不完整（文件被截断）');
  if (!head.subarray(0, 8).equals(magic)) throw damaged(name, '不是安澜的备份，或开头已损坏');
  if (!head.subarray(8, 16).equals(keyId(key)))
    throw new StartError(
      `备份密钥不对：${name} 是用另一把密钥加密的，请用 BACKUP_KEY 或 BACKUP_KEY_FILE 给出当时的密钥。`,
    );
  const own = keyOf(key, head.subarray(16), name);
  for (let count = 0; ; count += 1) {
    const length = await take(4);
    if (length.length < 4) throw damaged(name, '不完整（文件被截断）');
    const word = length.readUInt32BE();
    const [last, bytes] = [word >= lastMark, word % lastMark];
    if (bytes > pieceBytes) throw damaged(name, '已被改动或损坏（校验不通过）');
    const encrypted = await take(bytes + 16);
    if (encrypted.length < bytes + 16) throw damaged(name, '不完整（文件被截断）');
    const opener = createDecipheriv('aes-256-gcm', own, nonceOf(count)).setAAD(Buffer.concat([head, length]));
    opener.setAuthTag(encrypted.subarray(bytes));
    let plain: Buffer;
    try {
      plain = Buffer.concat([opener.update(encrypted.subarray(0, bytes)), opener.final()]);
    } catch {
      throw damaged(name, '已被改动或损坏（校验不通过）');
    }
    yield plain;
    if (!last) continue;
    if ((await take(1)).length > 0) throw damaged(name, '后面多出了内容');
    return;
  }
}
