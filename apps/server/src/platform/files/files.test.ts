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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { zipped } from '../sheets/zip.ts';
import { openBucket } from '../../../testing/bucket.ts';
import {
  createLocalFiles,
  createS3Files,
  detectKind,
  FileExists,
  FileMissing,
  FileTooLarge,
  inspect,
  newKey,
  sniff,
  type Files,
} from './index.ts';

let root = '';
let files: Files;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'anlan-files-'));
  files = createLocalFiles({ root });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

let bucket: Awaited<ReturnType<typeof openBucket>>;
beforeAll(async () => {
  bucket = await openBucket();
});
afterAll(() => bucket.close());

const bytes = (text: string) => Buffer.from(text, 'latin1');
const from = (...parts: string[]) => Readable.from(parts.map(bytes));
const under = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const stored = () => under(root);
const now = new Date('2026-11-21T00:00:00Z');
const traversals = [
  '../x',
  '/etc/passwd',
  '1/2026/../../x.png',
  '1\\2026\\12\\x.png',
  '1/2026/11/01234567-0123-0123-0123-0123456789ab.png\0',
  '1/2026/11/01234567-0123-0123-0123-0123456789ab.PNG',
  '1/2026/11/%2e%2e.png',
  '',
];

describe.each([
  ['a folder', () => files, () => stored()],
  ['a bucket', () => createS3Files({ root, ...bucket.place }), () => under(join(bucket.directory, 'anlan'))],
])('file storage in %s', (_, open, describeStored) => {
  test('returns a stored file completely and in parts', async () => {
    const place = open();
    const read = async (range?: { from: number; to: number }) =>
      (await buffer(await place.open(key, range))).toString();
    const key = newKey('100001', 'png', now);
    expect(key).toMatch(/^100001\/2026\/11\/[0-9a-f-]{36}\.png$/);
    const { sizeBytes, sha256 } = await place.put(key, from('ab', 'c'), { maxBytes: 3 });
    expect(sizeBytes).toBe(3);
    expect(sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await read()).toBe('abc');
    expect(await read({ from: 1, to: 1 })).toBe('b');
    expect(await read({ from: 1, to: 2 })).toBe('bc');
    await place.remove(key);
    await expect(place.open(key)).rejects.toBeInstanceOf(FileMissing);
    await place.remove(key);
  });

  test('never overwrites stored content', async () => {
    const place = open();
    const key = newKey('100001', 'pdf', now);
    await place.put(key, from('first'), { maxBytes: 9 });
    await expect(place.put(key, from('second'), { maxBytes: 9 })).rejects.toBeInstanceOf(FileExists);
    expect((await buffer(await place.open(key))).toString()).toBe('first');
    await place.remove(key);
  });

  test('leaves no file after a stream that is too long, broken or truncated', async () => {
    const place = open();
    const before = describeStored().length;
    const key = newKey('100001', 'pdf', now);
    await expect(place.put(key, from('ab', 'cd'), { maxBytes: 3 })).rejects.toBeInstanceOf(FileTooLarge);
    async function* broken() {
      yield bytes('abc');
      throw new Error('connection lost');
    }
    await expect(place.put(key, broken(), { maxBytes: 10 })).rejects.toThrow('connection lost');
    const cut = Object.assign(Readable.from([bytes('%PDF-1.7 ')]), { truncated: true });
    await expect(place.put(key, (await sniff(cut)).stream, { maxBytes: 10 })).rejects.toBeInstanceOf(FileTooLarge);
    await expect(place.open(key)).rejects.toBeInstanceOf(FileMissing);
    expect(describeStored().length).toBe(before);
    expect(under(join(root, 'incoming'))).toEqual([]);
  });

  test('refuses keys that lead out of the folder', async () => {
    const place = open();
    for (const key of traversals) {
      await expect(place.open(key), key).rejects.toBeInstanceOf(FileMissing);
      await expect(place.put(key, from('x'), { maxBytes: 9 }), key).rejects.toBeInstanceOf(FileMissing);
      await place.remove(key);
    }
    expect(stored()).toEqual([]);
  });
});

test('tries three times during a bucket outage and then reports the outage', async () => {
  const place = createS3Files({ root, ...bucket.place });
  const key = newKey('100001', 'png', now);
  bucket.fail(2);
  await place.put(key, from('abc'), { maxBytes: 3 });
  const other = newKey('100001', 'png', now);
  const before = bucket.asked();
  bucket.cut(true);
  await expect(place.put(other, from('abc'), { maxBytes: 3 })).rejects.toMatchObject({ code: 'unavailable' });
  expect(bucket.asked() - before).toBe(3);
  await expect(place.open(key)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(place.remove(key)).rejects.toMatchObject({ code: 'unavailable' });
  bucket.cut(false);
  expect(stored()).toEqual([]);
  await expect(place.open(other)).rejects.toBeInstanceOf(FileMissing);
  expect((await buffer(await place.open(key))).toString()).toBe('abc');
  // The storage refuses the request, so it is not retried.
  const wrong = createS3Files({ root, ...bucket.place, secretKey: 'wrong' });
  const then = bucket.asked();
  await expect(wrong.open(key)).rejects.toMatchObject({ code: 'unavailable' });
  expect(bucket.asked() - then).toBe(1);
  // A missing bucket must not be reported as a missing file.
  const nowhere = createS3Files({ root, ...bucket.place, bucket: 'nowhere' });
  await expect(nowhere.put(other, from('abc'), { maxBytes: 3 })).rejects.toMatchObject({ code: 'unavailable' });
});

test('fails only the upload whose staged bytes disappear', async () => {
  const place = createS3Files({ root, ...bucket.place });
  const staged = await place.stage(from('abc'), { maxBytes: 3 });
  await staged.drop();
  const key = newKey('100001', 'png', now);
  await expect(place.keep(key, staged)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(place.open(key)).rejects.toBeInstanceOf(FileMissing);
});

test('removes leftovers of uploads of a killed process at the next start', () => {
  writeFileSync(join(root, 'incoming/half'), 'x');
  createLocalFiles({ root });
  expect(existsSync(join(root, 'incoming/half'))).toBe(false);
});

test('does not remove the running upload of another node in the shared folder', async () => {
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

test('does not remove uploads of another thread of the process', () => {
  const folder = join(root, 'incoming');
  const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  const [receiving, left] = [`${machine}-${process.pid}-1`, `${machine}-${process.pid}-2`];
  for (const name of [receiving, left]) writeFileSync(join(folder, name), 'x');
  const before = Date.now() / 1000 - process.uptime() - 60;
  utimesSync(join(folder, left), before, before);
  createLocalFiles({ root });
  expect(readdirSync(folder)).toContain(receiving);
  expect(readdirSync(folder)).not.toContain(left);
  rmSync(join(folder, receiving));
});

test('refuses a file key that leads out of the folder through a link', async () => {
  const name = '01234567-0123-0123-0123-0123456789ab.png';
  const outside = mkdtempSync(join(tmpdir(), 'anlan-outside-'));
  writeFileSync(join(outside, name), 'secret');
  mkdirSync(join(root, '1/2026'), { recursive: true });
  symlinkSync(outside, join(root, '1/2026/11'));
  mkdirSync(join(root, '1/2026/12'));
  symlinkSync(join(outside, name), join(root, '1/2026/12', name));
  for (const key of [`1/2026/11/${name}`, `1/2026/12/${name}`])
    await expect(files.open(key), key).rejects.toBeInstanceOf(FileMissing);
  await expect(files.put(`1/2026/11/${name}`, from('x'), { maxBytes: 9 })).rejects.toBeInstanceOf(FileMissing);
  rmSync(outside, { recursive: true });
});

test('detects the kind of a file only from its first bytes', async () => {
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
    ['GIF89a', 'gif'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', 'wav'],
    ['ID3\x03\0', 'mp3'],
    ['\0\0\0\x18ftypisom', 'mp4'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm', 'webm'],
    // WebM as recorded by browsers, which write each length in eight bytes.
    ['\x1aE\xdf\xa3\x01' + '\x00'.repeat(55) + 'B\x82\x01\x00\x00\x00\x00\x00\x00\x04webm', 'webm'],
    [`PK\x03\x04${'\0'.repeat(26)}word/document.xml`, 'xlsx'],
    ['#!/bin/sh', null],
    ['just a sentence', 'txt'],
    ['', null],
  ];
  for (const [head, kind] of kinds) expect(detectKind(bytes(head)), JSON.stringify(head)).toBe(kind);
});

test('refuses documents with a macro, script or program (S52)', async () => {
  const zip = async (...names: string[]) => {
    const types = names.includes('word/vbaProject.bin') ? 'macroEnabled' : 'document';
    const entries = ['[Content_Types].xml', ...names].map((name) => ({
      name,
      data: from(name[0] === '[' ? types : 'x'),
    }));
    return buffer(Readable.from(zipped(entries)));
  };
  for (const [names, kind] of [
    [['word/document.xml'], 'docx'],
    [['xl/workbook.xml'], 'xlsx'],
    [['ppt/presentation.xml'], 'pptx'],
    [['META-INF/MANIFEST.MF'], null],
    [['word/document.xml', 'word/vbaProject.bin'], null],
    [['xl/workbook.xml', 'xl/macrosheets/sheet1.xml'], null],
    [['word/document.xml', 'word/embeddings/oleObject1.bin'], null],
    [['word/document.xml', 'word/activeX/activeX1.xml'], null],
    [['word/document.xml', 'x/setup.exe'], null],
    [['ppt/presentation.xml', 'a.html'], null],
  ] as const)
    for (const claimed of ['xlsx', 'docx', 'pptx'] as const)
      expect(await inspect(claimed, await zip(...names)), names.join()).toBe(kind);
  const virus = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';
  expect(await inspect('txt', bytes(virus))).toBe(null);
  expect(await inspect('txt', Buffer.from('安全'.repeat(9)))).toBe('txt');
  expect(await inspect('txt', bytes(`a text\0MZ`))).toBe(null);
  expect(await inspect('pdf', bytes('%PDF-1.7 /OpenAction<</S/JavaScript/JS(app.alert(1))>>'))).toBe(null);
  expect(await inspect('pdf', bytes('%PDF-1.7 /S/Launch /F(cmd.exe)'))).toBe(null);
  expect(await inspect('pdf', bytes('%PDF-1.7 fine'))).toBe('pdf');
  expect(await inspect('xlsx', bytes('PK\x03\x04 half'))).toBe(null);
});

test('reads the beginning of a stream and leaves the stream complete', async () => {
  const parts = Array.from({ length: 40 }, (_, index) => `%PDF-${'x'.repeat(300)}${index}`);
  const looked = await sniff(from(...parts));
  expect(looked.kind).toBe('pdf');
  expect((await buffer(looked.stream)).toString('latin1')).toBe(parts.join(''));
});
