import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openBucket } from '../../testing/bucket.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { gifOf, photo, placeCanary, pngOf } from '../../testing/pictures.ts';
import { pdf, png } from '../../testing/sample-files.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';
import { zipped } from '#platform/sheets/zip.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://anlan.example', ALLOW_HTTP: 'on' } });
});
afterAll(() => app.close());

let tenant: TestTenant;
let token = '';
beforeEach(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, tenant, 'admin')).access_token;
});

const upload = (name: string, bytes: Uint8Array, query = 'dir=document', by = token) =>
  send(app, 'POST', '/upms/file/upload', { token: by, query, file: { name, type: 'image/png', bytes } });
const countStoredFiles = () =>
  readdirSync(join(app.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .length;
const idOf = (url: string) => url.split('/').at(-1) ?? '';
const stored = async (name: string, bytes: Uint8Array, query?: string) =>
  idOf(dataOf<{ url: string }>(await upload(name, bytes, query)).url);
const linkTo = async (id: string) =>
  dataOf<{ url: string }>(await send(app, 'POST', '/upms/file/link', { token, body: { id } })).url;

const text = (value: string) => Buffer.from(value);
const raw = (value: string) => Buffer.from(value, 'latin1');
const zip = async (entries: Record<string, string>) =>
  buffer(
    Readable.from(
      zipped(Object.entries(entries).map(([name, data]) => ({ name, data: Readable.from([Buffer.from(data)]) }))),
    ),
  );
const types = '<Types><Override ContentType="application/vnd.openxmlformats-officedocument"/></Types>';
const macroTypes = types.replace('openxmlformats', 'ms-word.document.macroEnabled');
const script = '<script>document.title="ran"</script>';

/** Builds sixty disguised files. For the images in the second list, only the pixels may remain. */
async function hostile() {
  const jar = await zip({ 'META-INF/MANIFEST.MF': 'Main-Class: x', 'x.class': 'x' });
  const docx = (more: Record<string, string>, head = types) =>
    zip({ '[Content_Types].xml': head, 'word/document.xml': '<w/>', ...more });
  const refused: [string, Uint8Array][] = [
    ['a.svg', text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['a.png', text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['a.txt', text(`<svg onload="alert(1)">`)],
    ['a.txt', text(`\ufeff<!doctype html>${script}`)],
    ['a.csv', text(`<html>,${script}`)],
    ['a.txt', text('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>')],
    ['a.html', text(script)],
    ['a.htm', png],
    ['a.xhtml', png],
    ['a.xml', text('<x/>')],
    ['a.mht', text('MIME-Version: 1.0')],
    ['a.js', text('alert(1)')],
    ['a.txt', text('#!/bin/sh\nrm -rf /')],
    ['a.sh', text('echo')],
    ['a.php', png],
    ['a.png.php', png],
    ['a.jsp', png],
    ['a.png.exe', png],
    ['a.exe', raw('MZ\x90\0')],
    ['a.png', raw('MZ\x90\0')],
    ['a.pdf', raw('\x7fELF\x02\x01\x01')],
    ['a.png', raw('\xca\xfe\xba\xbe\0\0\0\x34')],
    ['a.bat', text('@echo off')],
    ['a.ps1', text('Get-Item')],
    ['a.lnk', raw('L\0\0\0\x01\x14\x02\0')],
    ['a.zip', jar],
    ['a.jar', jar],
    ['a.docx', jar],
    ['a.xlsx', jar],
    ['a.docm', await docx({})],
    ['a.docx', await docx({ 'word/vbaProject.bin': 'x' })],
    ['a.docx', await docx({ 'word/vbaProject.bin': 'x' }, macroTypes)],
    ['a.docx', await docx({}, macroTypes)],
    ['a.docx', await docx({ 'word/embeddings/oleObject1.bin': 'x' })],
    ['a.docx', await docx({ 'word/activeX/activeX1.bin': 'x' })],
    ['a.docx', await docx({ 'evil.js': 'x' })],
    ['a.xlsx', await docx({})],
    ['a.docx', (await docx({})).subarray(0, 60)],
    ['a.doc', raw('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    ['a.xls', raw('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    ['a.rtf', text('{\\rtf1\\object')],
    ['a.txt', text('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')],
    ['a.csv', text('a,X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')],
    ['a.pdf', text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.launchURL("http://x"))>>>>')],
    ['a.pdf', text('%PDF-1.7\n<</S/Launch/F(cmd.exe)>>')],
    ['a.pdf', text(script)],
    ['a.png', new Uint8Array()],
    ['a.pdf', new Uint8Array()],
    ['a.txt', new Uint8Array()],
    ['a.png', raw('\x89PNG\r\n\x1a\n')],
    ['a.png', pngOf(2, 2).subarray(0, 40)],
    ['a.jpg', raw(`\xff\xd8\xff\xe0/*${script}*/`)],
    ['a.txt', raw('a text\0with NUL')],
    ['a.gz', gzipSync(text('x'))],
    ['a.swf', raw('CWS\x0a')],
    ['a.heic', raw('\0\0\0\x18ftypheic')],
    ['a', png],
    ['.htaccess', text('AddType text/html .png')],
  ];
  const inert: [string, Uint8Array][] = [
    ['a.gif', Buffer.concat([gifOf(2), jar])],
    ['a.jpg', Buffer.concat([await photo(), text(script), jar])],
  ];
  return { refused, inert };
}

test('stores nothing of sixty refused hostile files (S52)', async () => {
  const { refused, inert } = await hostile();
  expect(refused.length + inert.length).toBe(60);
  const before = countStoredFiles();
  for (const [name, bytes] of refused)
    for (const dir of ['document', 'picture']) {
      const answer = await upload(name, bytes, `dir=${dir}`);
      expect(
        answer.status,
        `${name} ${dir} ${Buffer.from(bytes)
          .toString('latin1')
          .replace(/[^ -~]+/g, ' ')
          .slice(-300)}`,
      ).toBe(400);
      expect(answer.json).toMatchObject({ code: 1, msg: expect.stringMatching(/[\u4e00-\u9fff]/) });
    }
  expect(countStoredFiles()).toBe(before);
  for (const [name, bytes] of inert) {
    const id = await stored(name, bytes, 'dir=picture');
    const { bytes: back } = await send(app, 'GET', `/upms/file/${id}`, { token });
    for (const word of ['script', 'PK\x03\x04', 'META-INF', placeCanary]) expect(back.includes(word), name).toBe(false);
  }
});

test('refuses huge or many-framed images by their header (S53)', async () => {
  for (const [name, bytes] of [
    ['a.png', pngOf(50_000, 50_000, { pixels: false })],
    ['a.gif', gifOf(10_000)],
  ] as const) {
    const answer = await upload(name, bytes, 'dir=picture');
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ msg: expect.stringContaining('8000 像素') });
  }
});

test('refuses file 501 of an enterprise in a day (S52)', async () => {
  const staff = (await signIn(app, tenant, 'entadmin')).access_token;
  expect((await upload('a.pdf', pdf, 'dir=document', staff)).status).toBe(200);
  await app.sql('update file_use set files = 499 where tenant_id = $1 and files = 1', [tenant.id]);
  const ends = await Promise.all(Array.from({ length: 5 }, () => upload('a.pdf', pdf, 'dir=document', staff)));
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  expect(ends.find(({ status }) => status === 400)?.json).toMatchObject({
    msg: '今天上传的文件已达 500 个，请明天再传',
  });
});

test('keeps quotation marks of a file name in a form that every system takes', async () => {
  const id = await stored('%22检查%22表.pdf', pdf);
  const { headers } = await send(app, 'GET', `/upms/file/${id}`, { token });
  expect(headers['content-disposition']).toContain(encodeURIComponent('＂检查＂表.pdf'));
});

test('serves HTML bytes of a stored picture only as an image in a sandbox (S55)', async () => {
  const id = await stored('a.png', png, 'dir=picture');
  const [row] = await app.sql<{ key: string }>('select key from file where id = $1', [id]);
  writeFileSync(join(app.config.dataDir, 'files', row?.key ?? ''), `<html>${script}</html>`);
  const shown = await send(app, 'GET', await linkTo(id), { headers: { accept: 'text/html' } });
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
});

test('answers range requests for media and paged documents', async () => {
  const sound = Buffer.concat([raw('RIFF\x24\0\0\0WAVEfmt '), Buffer.from('0123456789')]);
  const url = await linkTo(await stored('a.wav', sound, 'dir=audio'));
  const part = async (range: string) => send(app, 'GET', url, { headers: { accept: '*/*', range } });
  expect((await part('bytes=16-19')).text).toBe('0123');
  const some = await part('bytes=20-');
  expect([some.status, some.text, some.headers['content-range']]).toEqual([206, '456789', 'bytes 20-25/26']);
  expect((await part('bytes=-2')).text).toBe('89');
  for (const odd of ['bytes=9-2', 'bytes=99-', 'bytes=0-1,3-4', 'lines=1-2']) {
    const whole = await part(odd);
    expect([whole.status, whole.bytes.length], odd).toEqual([200, 26]);
  }
});

describe('the URL of the file viewer (CA-12, S56)', () => {
  const view = (query: { fileId?: string; url?: string }, by = token) =>
    send(app, 'GET', '/upms/api/view/toKkViewUrl', { token: by, query });

  test('is a page of this server for a visible file', async () => {
    const id = await stored('a.pdf', pdf);
    for (const query of [{ fileId: id }, { url: `/upms/file/${id}` }])
      expect(dataOf<string>(await view(query))).toBe(`/upms/file/view?fileId=${id}`);
    const stranger = (await signIn(app, await makeTenant(app), 'admin')).access_token;
    expect((await view({ fileId: id }, stranger)).json).toEqual((await view({ fileId: crypto.randomUUID() })).json);
    expect((await view({ fileId: id }, stranger)).status).toBe(404);
  });

  test('is refused for fifty URLs of other files and sites', async () => {
    let knocks = 0;
    const inside = createServer((_request, response) => {
      knocks += 1;
      response.end();
    });
    await new Promise<void>((done) => inside.listen(0, '127.0.0.1', done));
    const address = inside.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const id = await stored('a.pdf', pdf);
    const own = `/upms/file/${id}`;
    const there = `http://127.0.0.1:${port}/x`;
    const once = (value: string) => Buffer.from(value).toString('base64');
    const addresses = [
      there,
      there.replace('127.0.0.1', 'localhost'),
      there.replace('127.0.0.1', '[::1]'),
      there.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
      there.replace('127.0.0.1', '2130706433'),
      there.replace('127.0.0.1', '0x7f000001'),
      there.replace('127.0.0.1', '017700000001'),
      there.replace('127.0.0.1', '127.1'),
      there.replace('127.0.0.1', '0'),
      there.replace('127.0.0.1', '127.0.0.1.nip.io'),
      there.replace('http', 'https'),
      there.replace('http', 'HTTP'),
      there.replace('http://', 'http:\\\\'),
      there.replace('http://', '//'),
      there.replace('http://', 'http://anlan.example@'),
      there.replace('http://', 'http://anlan.example%2f@'),
      there.replace('http://', 'http://anlan.example#@'),
      once(there),
      once(once(there)),
      encodeURIComponent(there),
      encodeURIComponent(encodeURIComponent(there)),
      `${there}?file=/etc/passwd`,
      `https://anlan.example/redirect?to=${there}`,
      `https://anlan.example.evil.example${own}`,
      `https://evil.example${own}`,
      `https://anlan.example${own}`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[fd00:ec2::254]/latest/',
      'http://metadata.google.internal/',
      'http://100.100.100.200/latest/meta-data/',
      'file:///etc/passwd',
      'FILE:///etc/passwd',
      'file:/etc/passwd',
      '/etc/passwd',
      '../../etc/passwd',
      `${own}/../../etc/passwd`,
      `/upms/file/../${id}`,
      `${own}?x=1`,
      `${own}#x`,
      `${own}%00`,
      `${own}\n`,
      ` ${own}`,
      `/${own}`,
      own.toUpperCase(),
      'ftp://127.0.0.1/x',
      'gopher://127.0.0.1/_x',
      'dict://127.0.0.1:11211/',
      'ldap://127.0.0.1/',
      'data:text/html,<script>alert(1)</script>',
      `java${'script'}:alert(1)`,
    ];
    expect(addresses.length).toBe(50);
    for (const url of addresses) expect((await view({ url })).status, url).toBe(400);
    for (const odd of [{}, { fileId: id, url: own }]) expect((await view(odd)).status).toBe(400);
    expect(knocks).toBe(0);
    await new Promise((done) => inside.close(done));
  });

  test('is a kkFileView URL with a file URL signed for ten minutes', async () => {
    const outer = await openTestApp({
      env: { PUBLIC_URL: 'https://anlan.example', KKFILEVIEW_URL: 'https://kk.example:8012/' },
    });
    try {
      const mine = await makeTenant(outer);
      const by = (await signIn(outer, mine, 'admin')).access_token;
      for (const name of ['安全 承诺书#1&2+3.pdf', 'a%20b=c?d.pdf', "it's.pdf"]) {
        const file = { name, type: 'application/pdf', bytes: pdf };
        const sent = await send(outer, 'POST', '/upms/file/upload', { token: by, query: 'dir=document', file });
        const { url, name: cleaned } = dataOf<{ url: string; name: string }>(sent);
        const answer = await send(outer, 'GET', '/upms/api/view/toKkViewUrl', { token: by, query: { url } });
        const viewerUrl = new URL(dataOf<string>(answer));
        expect(`${viewerUrl.origin}${viewerUrl.pathname}`).toBe('https://kk.example:8012/onlinePreview');
        // Decodes as the viewer does: the query parameter once, then base64.
        const source = Buffer.from(viewerUrl.searchParams.get('url') ?? '', 'base64').toString();
        expect(source.startsWith(`https://anlan.example/upms/file/signed/${idOf(url)}?`)).toBe(true);
        expect(source).toMatch(/^[!-~]+$/);
        expect(new URL(source).searchParams.get('fullfilename')).toBe(cleaned);
        const path = source.slice('https://anlan.example'.length);
        expect((await send(outer, 'GET', path)).bytes).toEqual(pdf);
        outer.clock.pass(599);
        expect((await send(outer, 'GET', path)).status).toBe(200);
        outer.clock.pass(2);
        expect((await send(outer, 'GET', path)).status).toBe(404);
      }
    } finally {
      await outer.close();
    }
  });
});

test('uploads and downloads files in a bucket (S55, S70)', async () => {
  const bucket = await openBucket();
  const { endpoint, accessKey, secretKey } = bucket.place;
  const far = await openTestApp({
    env: {
      FILES_DRIVER: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'anlan',
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
  });
  try {
    const mine = await makeTenant(far);
    const by = (await signIn(far, mine, 'admin')).access_token;
    const file = { name: 'a.pdf', type: 'application/pdf', bytes: pdf };
    const sending = { token: by, query: 'dir=document', file };
    const { url } = dataOf<{ url: string }>(await send(far, 'POST', '/upms/file/upload', sending));
    expect((await send(far, 'GET', url, { token: by })).bytes).toEqual(pdf);
    bucket.cut(true);
    for (const answer of [
      await send(far, 'POST', '/upms/file/upload', sending),
      await send(far, 'GET', url, { token: by }),
    ]) {
      expect(answer.status).toBe(503);
      expect(answer.json).toEqual({ code: 1, msg: '文件服务暂时不可用，请稍后重试', data: null });
    }
    expect((await send(far, 'GET', '/upms/user/info', { token: by })).status).toBe(200);
    const [{ count } = { count: '' }] = await far.sql<{ count: string }>(
      'select count(*) from file where tenant_id = $1',
      [mine.id],
    );
    expect(count).toBe('1');
    bucket.cut(false);
    expect((await send(far, 'GET', url, { token: by })).bytes).toEqual(pdf);
  } finally {
    await far.close();
    await bucket.close();
  }
});
