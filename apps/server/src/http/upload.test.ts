import { createConnection, type AddressInfo } from 'node:net';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { dataOf, multipart, send, signIn } from '../../testing/client.ts';
import { goodRow, textSheetOf } from '../../testing/import-file.ts';
import { openProxiedApp } from '../../testing/app.ts';
import { pngOfBytes } from '../../testing/pictures.ts';
import { makeTenant } from '../../testing/tenants.ts';

let app: Awaited<ReturnType<typeof openProxiedApp>>;
beforeAll(async () => {
  app = await openProxiedApp();
});
afterAll(() => app.close());

let token = '';
beforeEach(async () => {
  token = (await signIn(app, await makeTenant(app), 'admin')).access_token;
});

const png = pngOfBytes;
const logo = (bytes: Buffer, query = 'fileType=image&dir=logo&limitSize=1024') =>
  send(app, 'POST', '/upms/file/upload', { token, query, file: { name: 'logo.png', type: 'image/png', bytes } });
const stored = () => {
  const root = join(app.config.dataDir, 'files');
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
};

test('stores a logo of exactly 1 MB and refuses one byte more', async () => {
  const answer = await logo(png(1024 * 1024));
  const body = answer.json as { url: string; name: string; data: { url: string } };
  expect(answer.status).toBe(200);
  expect(body).toMatchObject({ code: 0, name: 'logo.png', url: body.data.url });
  const opened = await send(app, 'GET', body.url, { token });
  expect(opened.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(await sharp(opened.bytes).metadata()).toMatchObject({ format: 'png', width: 1, height: 1 });

  const before = stored();
  const refused = await logo(png(1024 * 1024 + 1));
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({ code: 1, msg: '只能上传jpg/png文件，且不超过1M' });
  expect(stored()).toBe(before);
});

test('S68 accepts only some of sixty concurrent image uploads', async () => {
  const before = stored();
  const answers = await Promise.all(Array.from({ length: 60 }, () => logo(png(2_000))));
  const acceptedAnswers = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(acceptedAnswers.length).toBeGreaterThanOrEqual(40);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, json } of refused) {
    expect([status, headers['retry-after']]).toEqual([429, '5']);
    expect(json).toMatchObject({ code: 1, msg: '正在处理的图片较多，请稍后再试' });
  }
  expect(stored()).toBe(before + acceptedAnswers.length);
});

test('refuses a document beyond the limit', async () => {
  const before = stored();
  for (const more of [1, 100_000, 5_000_000]) {
    const answer = await logo(png(limits.upload.documentBytes + more), 'dir=licence');
    expect([400, 413]).toContain(answer.status);
  }
  expect(stored()).toBe(before);
  expect((await logo(png(limits.upload.documentBytes), 'dir=licence')).status).toBe(200);
});

test('leaves no file after an aborted upload', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.server.address() as AddressInfo;
  const before = stored();
  const { type, body } = multipart({ name: 'logo.png', type: 'image/png', bytes: png(3_000_000) });
  const socket = createConnection(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /upms/file/upload?dir=licence HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 1_500_000));
  // The incomplete upload is stored at first, and removed when its sender disconnects.
  await expect.poll(stored, { timeout: 10_000 }).toBe(before + 1);
  socket.destroy();
  await expect.poll(stored, { timeout: 10_000 }).toBe(before);
});

test('preserves the file of a committed upload whose answer was lost', async () => {
  const before = stored();
  const fileRows = () => app.sql<{ id: string }>('select id from file order by created_at desc, id desc');
  const rows = (await fileRows()).length;
  app.way.disconnectOn('file.insert', 'commit', true);
  expect((await logo(png(2_000))).status).toBe(503);
  const [row, ...others] = await fileRows();
  expect(others).toHaveLength(rows);
  app.way.disconnectOn('file.insert', 'commit', false);
  expect((await logo(png(3_000))).status).toBe(503);
  expect(await fileRows()).toHaveLength(rows + 1);
  expect(stored()).toBe(before + 1);
  expect((await send(app, 'GET', `/upms/file/${row?.id}`, { token })).status).toBe(200);
});

test('imports an uploaded file over HTTP with progress and confirmation', async () => {
  const rows = [goodRow(9001), { ...goodRow(9002), legalPerson: null }];
  const file = { name: '企业.xlsx', type: 'application/octet-stream', bytes: await textSheetOf(rows) };
  const over = async (jobId: string) => {
    for (;;) {
      const job = dataOf<{ state: string; result: unknown; message: string }>(
        await send(app, 'GET', `/upms/job/${jobId}`, { token }),
      );
      if (job.state !== 'waiting' && job.state !== 'running') return job;
      await new Promise((done) => setTimeout(done, 50));
    }
  };
  const { jobId } = dataOf<{ jobId: string }>(await send(app, 'POST', '/bus/enterprise/import', { token, file }));
  expect(await over(jobId)).toMatchObject({ state: 'done', result: { rows: 2, good: 1, bad: 1 } });
  const body = { jobId, mode: 'rows', onDuplicate: 'skip', entryStatus: '2' };
  const begun = dataOf<{ jobId: string }>(await send(app, 'POST', '/bus/enterprise/import/confirm', { token, body }));
  expect(await over(begun.jobId)).toMatchObject({ state: 'done', result: { inserted: 1, failed: 1 } });
  const enterprisePage = dataOf<{ records: { status: string; officerName: string }[] }>(
    await send(app, 'GET', '/bus/enterprise/page', {
      token,
      query: { creditCode: String(goodRow(9001).creditCode) },
    }),
  );
  expect(enterprisePage.records).toMatchObject([{ status: '2' }]);

  const errors = await send(app, 'GET', `/bus/enterprise/import/errors/${jobId}`, { token });
  expect(errors.headers['content-disposition']).toContain('attachment');
  const { sheets } = await readXlsx(new Uint8Array(errors.bytes));
  expect(sheets[0]?.rows.length).toBe(2);
  const template = await send(app, 'GET', '/bus/enterprise/importTemplate', { token });
  expect(template.status).toBe(200);
  expect(template.headers['content-type']).toContain('spreadsheetml.sheet');
  const exported = await send(app, 'GET', '/bus/enterprise/export', { token });
  expect((await readXlsx(new Uint8Array(exported.bytes))).sheets[0]?.rows.length).toBeGreaterThan(3);
});

test.each([
  ['an archive that is not a workbook', `PK\x03\x04${'\0'.repeat(26)}META-INF/x`, '企业.xlsx'],
  ['half a workbook', `PK\x03\x04${'\0'.repeat(26)}xl/workbook.xml`, '企业.xlsx'],
  ['no headings', 'a,b\n1,2\n', '企业.csv'],
])('answers an upload with 400 at once: %s', async (_, bytes, name) => {
  const file = { name, type: 'text/csv', bytes: Buffer.from(bytes, 'latin1') };
  const answer = await send(app, 'POST', '/bus/enterprise/import', { token, file });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ code: 1, msg: expect.stringMatching(/\S/) });
});
