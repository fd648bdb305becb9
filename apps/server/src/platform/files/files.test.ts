import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLocalFiles, detectKind, FileMissing, FileTooLarge, newKey, sniff, type Files } from './index.ts';

let root = '';
let files: Files;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'anlan-files-'));
  files = createLocalFiles({ root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const bytes = (text: string) => Buffer.from(text, 'latin1');
const from = (...parts: string[]) => Readable.from(parts.map(bytes));
const stored = () => readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const read = async (key: string) => buffer(await files.open(key));
const now = new Date('2026-11-21T00:00:00Z');

test('what is put under a key comes back byte for byte, with its size and hash', async () => {
  const key = newKey('100001', 'png', now);
  expect(key).toMatch(/^100001\/2026\/11\/[0-9a-f-]{36}\.png$/);
  const { sizeBytes, sha256 } = await files.put(key, from('ab', 'c'), { maxBytes: 3 });
  expect(sizeBytes).toBe(3);
  expect(sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect((await read(key)).toString()).toBe('abc');
  await files.remove(key);
  await expect(files.open(key)).rejects.toBeInstanceOf(FileMissing);
});

test('a stream that is too long, breaks off or was cut by its parser leaves no file', async () => {
  const key = newKey('100001', 'pdf', now);
  await expect(files.put(key, from('ab', 'cd'), { maxBytes: 3 })).rejects.toBeInstanceOf(FileTooLarge);
  async function* broken() {
    yield bytes('abc');
    throw new Error('connection lost');
  }
  await expect(files.put(key, broken(), { maxBytes: 10 })).rejects.toThrow('connection lost');
  const cut = Object.assign(Readable.from([bytes('%PDF-1.7 ')]), { truncated: true });
  await expect(files.put(key, (await sniff(cut)).stream, { maxBytes: 10 })).rejects.toBeInstanceOf(FileTooLarge);
  expect(stored()).toEqual([]);
});

test('what a killed process left half-way is gone after the next start', () => {
  writeFileSync(join(root, 'incoming/half'), 'x');
  createLocalFiles({ root });
  expect(existsSync(join(root, 'incoming/half'))).toBe(false);
});

test('what another node is still receiving into the same folder stays when this one starts', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const folder = join(root, 'incoming');
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  const [living, dead, elsewhere, old] = [
    `${machine}-${other.pid}-1`,
    `${machine}-4194305-1`,
    '00000000-1-1',
    '00000000-1-2',
  ];
  for (const name of [living, dead, elsewhere, old]) writeFileSync(join(folder, name), 'x');
  utimesSync(join(folder, old), 0, 0);
  createLocalFiles({ root });
  expect(readdirSync(folder).sort()).toEqual([living, elsewhere].sort());
  other.kill();
});

test('a key that is none of ours, or leads out through a link, holds nothing', async () => {
  const name = '01234567-0123-0123-0123-0123456789ab.png';
  const outside = mkdtempSync(join(tmpdir(), 'anlan-outside-'));
  writeFileSync(join(outside, name), 'secret');
  mkdirSync(join(root, '1/2026'), { recursive: true });
  symlinkSync(outside, join(root, '1/2026/11'));
  mkdirSync(join(root, '1/2026/12'));
  symlinkSync(join(outside, name), join(root, '1/2026/12', name));
  for (const key of [
    `1/2026/11/${name}`,
    `1/2026/12/${name}`,
    `../${name}`,
    `/etc/passwd`,
    `1/2026/../../${name}`,
    `1\\2026\\12\\${name}`,
    `1/2026/12/${name}\0`,
    '',
  ])
    await expect(files.open(key), key).rejects.toBeInstanceOf(FileMissing);
  await expect(files.put(`1/2026/11/${name}`, from('x'), { maxBytes: 9 })).rejects.toBeInstanceOf(FileMissing);
  rmSync(outside, { recursive: true });
});

test('the kind is told by the first bytes alone', async () => {
  const kinds: [string, ReturnType<typeof detectKind>][] = [
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'jpg'],
    ['%PDF-1.7\n%\xe2\xe3', 'pdf'],
    [`PK\x03\x04${'\0'.repeat(26)}[Content_Types].xml`, 'xlsx'],
    [`PK\x03\x04${'\0'.repeat(26)}META-INF/MANIFEST.MF`, null],
    ['name,code\r\n"a, b",1\r\n', 'csv'],
    [Buffer.from('企业名称,代码\n').toString('latin1'), 'csv'],
    ['\xc6\xf3\xd2\xb5\xc3\xfb\xb3\xc6,\xb4\xfa\xc2\xeb\n', 'csv'],
    ['\xff\xfea\0\t\0b\0\n\0', 'csv'],
    ['<svg xmlns="http://www.w3.org/2000/svg">,', null],
    ['  <!doctype html><script>1,2</script>', null],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', null],
    ['MZ\x90\0\x03', null],
    ['GIF89a', null],
    ['just a sentence', null],
    ['', null],
  ];
  for (const [head, kind] of kinds) expect(detectKind(bytes(head)), JSON.stringify(head)).toBe(kind);
});

test('looking at a stream takes nothing from it', async () => {
  const parts = Array.from({ length: 40 }, (_, index) => `%PDF-${'x'.repeat(300)}${index}`);
  const looked = await sniff(from(...parts));
  expect(looked.kind).toBe('pdf');
  expect((await buffer(looked.stream)).toString('latin1')).toBe(parts.join(''));
});
