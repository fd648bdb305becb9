// Tests automatic items, versions, waivers and the zip of an archive.
import type { ArchiveCategory, ArchiveOfFirm, ArchiveSheet } from '@anlan/contract/modules/archive/views';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, send } from '../../../testing/client.ts';
import { declaredNamed, openPeople, valuesFor, waitingFile, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import type { Kind } from '../../../testing/tenants.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown>, who: Kind = 'entadmin') => people.call(name, input, who);
const sheet = async (who: Kind = 'entadmin') =>
  dataOf<ArchiveSheet>(
    await call('document.sheet', who === 'regulator' ? { enterpriseId: people.home.enterpriseIds[0] } : {}, who),
  );
const stateOf = async (item: string) => (await sheet()).items.find((one) => one.code === item)?.state;
const paper = async () => [await waitingFile(app, people.home, 'evidence', 'entadmin')];
const layout = { item: 'layout', name: '厂区平面图', issuedOn: '2026-01-15' };

test('RT-24 fills an archive item with its document and preserves the old version', async () => {
  const before = await sheet();
  expect(before.missing).toBeGreaterThan(0);
  expect(await stateOf('layout')).toBe('missing');
  const made = dataOf<{ id: string; version: number }>(
    await call('document.create', { ...layout, files: await paper() }),
  );
  const after = await sheet();
  expect([await stateOf('layout'), after.missing]).toEqual(['good', before.missing - 1]);
  expect(after.rate).toBe(Math.floor((after.good * 100) / after.applicable));
  dataOf(
    await call('document.renew', { ...made, name: '厂区平面图（修订）', issuedOn: '2026-02-01', paper: await paper() }),
  );
  const { documents } = dataOf<ArchiveCategory>(await call('document.category', { category: 'basic' }));
  const one = documents.find(({ document }) => document.id === made.id);
  expect([one?.document.name, one?.document.edition, one?.former.map(({ name }) => name)]).toEqual([
    '厂区平面图（修订）',
    2,
    ['厂区平面图'],
  ]);
  expect((await sheet('regulator')).good).toBe(after.good);
});

test('applies a waiver of an archive item only after the regulator decides', async () => {
  const before = await sheet();
  const { id, version } = dataOf<{ id: string; version: number }>(
    await call('archiveWaiver.create', { item: 'orgChart', reason: '十人以下，由负责人兼任' }),
  );
  expect(await stateOf('orgChart')).toBe('waived');
  expect((await sheet()).applicable).toBe(before.applicable - 1);
  dataOf(await call('archiveWaiver.reject', { id, version, opinion: '仍应任命安全员' }, 'regulator'));
  expect(await stateOf('orgChart')).toBe('missing');
});

test('updates the archive count at once after an accident reported by phone', async () => {
  await app.doNow('archive.count');
  const good = async () => {
    const firms = await call('document.firms', { current: 1, size: 100 }, 'regulator');
    return dataOf<{ records: ArchiveOfFirm[] }>(firms).records.find(({ id }) => id === people.home.enterpriseIds[0])
      ?.good;
  };
  const before = Number(await good());
  const values = await valuesFor(app, people.home, declaredNamed('accident'), 'entadmin');
  dataOf(await call('accident.create', { ...values, enterpriseId: people.home.enterpriseIds[0] }));
  await expect.poll(good, { timeout: 5_000 }).toBe(before + 1);
});

test('S25 hides the archive of another enterprise from staff', async () => {
  const answer = await call('document.sheet', { enterpriseId: people.home.enterpriseIds[2] });
  expect(answer.status).toBe(404);
});

test('exports an archive although one file is missing', async () => {
  const token = people.token('entadmin');
  const file = { name: '机构图.png', type: 'image/png', bytes: pixel };
  const { url, name } = dataOf<{ url: string; name: string }>(
    await send(app, 'POST', '/upms/file/upload', { token, query: { dir: 'evidence' }, file }),
  );
  const files = [{ id: url.split('/').at(-1), name }];
  dataOf(await call('document.create', { item: 'orgChart', name: '机构图', issuedOn: '2026-01-15', files }));
  // The file of the first test has a database row but no stored bytes.
  const zip = (await send(app, 'GET', '/bus/archives/zip/one', { token })).bytes.toString('utf8');
  expect(zip).toContain('01 基础资料/安全管理机构与人员任命/v1 机构图 机构图.png');
  expect(zip).toContain('目录.xlsx');
  expect(zip).not.toContain('材料.pdf');
  const pdf = (await send(app, 'GET', '/bus/archives/pdf/one', { token })).bytes;
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
