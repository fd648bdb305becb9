// Tests the upload of a video in ten parts: a cut connection repeats only one part, the bytes arrive unchanged, and
// other files are refused.
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { partBytes, type UploadState } from '@anlan/contract/modules/upload/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, listen, sendCall } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { movieOf } from '../../../testing/sample-videos.ts';
import { videoHead } from '../../../testing/upload-fixtures.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const call = (name: string, input: Record<string, unknown>) => people.call(`upload.${name}`, input, 'entadmin');
const begin = async (name: string, sizeBytes: number) =>
  dataOf<UploadState>(await call('begin', { name, sizeBytes, mark: '1' }));
const partOf = (whole: Buffer, at: number) => whole.subarray(at * partBytes, (at + 1) * partBytes);
const part = (id: string, at: number, bytes: Buffer, sha256 = hashOf(bytes)) =>
  sendCall(
    app,
    callNamed(app, 'upload.part'),
    { id, at: String(at), sha256 },
    { token: people.token('entadmin'), file: { name: 'a.mp4', type: 'video/mp4', bytes } },
  );
const filesOnTheWay = async () =>
  (
    await app.sql<{ count: number }>(
      `select count(*)::int as count from file where purpose = 'temporary'
      and tenant_id = $1`,
      [people.home.id],
    )
  )[0]?.count;

function cut(port: number, id: string, at: number, bytes: Buffer): Promise<void> {
  const boundary = 'cut';
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return new Promise((done, fail) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.write(
        [
          `POST /upms/file/parts/part?id=${id}&at=${at} HTTP/1.1`,
          'host: 127.0.0.1',
          `authorization: Bearer ${people.token('entadmin')}`,
          `content-type: multipart/form-data; boundary=${boundary}`,
          `content-length: ${head.length + bytes.length + tail.length}`,
          '',
          '',
        ].join('\r\n'),
      );
      socket.write(head);
      socket.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
    });
    socket.on('close', () => done());
    socket.on('error', fail);
  });
}

test('resends only the interrupted part of a video after each broken connection', async () => {
  const port = await listen(app);
  const whole = Buffer.concat([videoHead, randomBytes(10 * partBytes - 1_234 - videoHead.length)]);
  const { id, have } = await begin('制动检查.mp4', whole.length);
  expect(have).toEqual([]);
  let sent = 0;
  for (let at = 0; at < 10; at += 1) {
    const bytes = partOf(whole, at);
    await cut(port, id, at, bytes);
    sent += Math.floor(bytes.length / 2);
    const state = dataOf<UploadState>(await call('state', { id }));
    expect(state.have).toEqual(Array.from({ length: at }, (_, one) => one));
    // A second start continues the upload at the part where the connection was cut.
    expect((await begin('制动检查.mp4', whole.length)).id).toBe(id);
    dataOf(await part(id, at, bytes));
    sent += bytes.length;
  }
  expect(sent).toBeLessThanOrEqual(whole.length * 1.51);
  const digest = createHash('sha256');
  for (let at = 0; at < 10; at += 1) digest.update(Buffer.from(hashOf(partOf(whole, at)), 'hex'));
  const wrong = await call('finish', { id, sha256: 'a'.repeat(64) });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('与原文件不一致')]);
  const made = dataOf<{ url: string; sha256: string }>(await call('finish', { id, sha256: digest.digest('hex') }));
  expect(made.sha256).toBe(hashOf(whole));
  const [row] = await app.sql<{ sha256: string; size: number; purpose: string }>(
    'select sha256, size_bytes::int as size, purpose from file where id = $1',
    [made.url.slice(made.url.lastIndexOf('/') + 1)],
  );
  expect(row).toEqual({ sha256: hashOf(whole), size: whole.length, purpose: 'video' });
  expect(await filesOnTheWay()).toBe(0);
  expect((await call('finish', { id })).status).toBe(404);
}, 120_000);

test('refuses files that are not videos, and too large or damaged videos', async () => {
  expect((await call('begin', { name: '报表.xlsx', sizeBytes: 10, mark: '1' })).text).toContain('mp4/webm');
  expect((await call('begin', { name: 'a.mp4', sizeBytes: 2 * 2 ** 30, mark: '1' })).text).toContain('200 MB');
  const { id } = await begin('假的.mp4', 2 * partBytes);
  const page = Buffer.concat([Buffer.from('<!doctype html><script>'), Buffer.alloc(partBytes - 23, 32)]);
  const refused = await part(id, 0, page);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('不是 mp4 或 webm 视频')]);
  const good = Buffer.concat([videoHead, Buffer.alloc(partBytes - videoHead.length)]);
  expect((await part(id, 0, good, 'b'.repeat(64))).text).toContain('没有传完整');
  expect((await part(id, 0, good.subarray(0, 1_000))).text).toContain('没有传完整');
  expect((await part(id, 2, good)).status).toBe(400);
  expect((await call('finish', { id })).text).toContain('还有 2 段没有传到');
  dataOf(await part(id, 0, good));
  // A part that is sent twice is stored once.
  expect(dataOf<UploadState>(await part(id, 0, good)).have).toEqual([0]);
  expect((await people.call('upload.state', { id }, 'regulator')).status).toBe(404);
  expect((await people.call('upload.cancel', { id }, 'regulator')).status).toBe(404);
  dataOf(await call('cancel', { id }));
  expect(await filesOnTheWay()).toBe(0);
  expect((await call('state', { id })).status).toBe(404);
});

test('refuses a video in HEVC', async () => {
  const words = [400, expect.stringContaining('视频编码不受浏览器支持（HEVC/H.265），请转为 H.264 后上传')];
  const front = movieOf(['mp4a', 'hvc1'], 'front', partBytes);
  const { id } = await begin('手机拍的.mp4', front.length);
  const first = await part(id, 0, partOf(front, 0));
  expect([first.status, first.text]).toEqual(words);
  expect(dataOf<UploadState>(await call('state', { id })).have).toEqual([]);
  const plain = movieOf(['avc1', 'mp4a'], 'front', partBytes);
  expect(dataOf<UploadState>(await part(id, 0, partOf(plain, 0))).have).toEqual([0]);
  dataOf(await call('cancel', { id }));
  const end = movieOf(['hev1'], 'end', partBytes);
  const other = (await begin('手机拍的2.mp4', end.length)).id;
  for (const at of [0, 1]) dataOf(await part(other, at, partOf(end, at)));
  const last = await call('finish', { id: other });
  expect([last.status, last.text]).toEqual(words);
  dataOf(await call('cancel', { id: other }));
});

test('allows at most three unfinished uploads per person', async () => {
  const all: string[] = [];
  for (const name of ['1.mp4', '2.mp4', '3.mp4', '4.mp4']) {
    app.clock.pass(1);
    const { id } = await begin(name, 100);
    all.push(id);
    dataOf(await part(id, 0, Buffer.concat([videoHead, Buffer.alloc(100 - videoHead.length)])));
  }
  expect((await call('state', { id: all[0] })).status).toBe(404);
  expect(await filesOnTheWay()).toBe(3);
  expect((await call('state', { id: all[1] })).status).toBe(200);
});
