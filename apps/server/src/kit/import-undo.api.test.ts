// Undo of a station import: within half an hour, by the same user. Rows that were changed since then are not touched.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, sendCall, callNamed } from '../../testing/client.ts';
import { declaredNamed, openPeople, valuesFor, type People } from '../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { fileOf, createImportClient } from '../../testing/resource-import.ts';

const one = declaredNamed('station');
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const way = (...who: Parameters<People['token']>) => createImportClient(app, 'station', people.token(...who));
const rowOf = async (more: Record<string, unknown> = {}) => ({
  ...(await valuesFor(app, people.home, one)),
  ...more,
});
async function imported(rows: Record<string, unknown>[], choice: Record<string, unknown>) {
  const { checked, confirmed } = way();
  return confirmed((await checked(await fileOf(app, people.home, one, rows))).id, choice);
}
const undo = (id: string, ...who: Parameters<People['token']>) =>
  sendCall(app, callNamed(app, 'job.undo'), { id }, { token: people.token(...who) });
interface Listed {
  id: string;
  code: string;
  name: string;
  managerPhone: string;
  version: number;
}
const listed = async (code: unknown) =>
  dataOf<{ records: Listed[] }>(await people.call('station.page', { keyword: String(code), size: 10 })).records.find(
    (row) => row.code === code,
  );
const undoUntil = async (id: string) =>
  dataOf<{ undoUntil: string | null }>(
    await sendCall(app, callNamed(app, 'job.get'), { id }, { token: people.token() }),
  ).undoUntil;

describe.each(['rows', 'all'])('undo of an import of mode %s', { timeout: 120_000 }, (mode) => {
  test('removes added rows and restores changed rows', async () => {
    const existingRow = await rowOf();
    expect((await people.call('station.create', existingRow)).status).toBe(200);
    const before = await listed(existingRow['code']);
    const added = await rowOf();
    const changed = { ...existingRow, name: '导入改的名', managerPhone: '13900001111', areaSqm: 77 };
    const ended = await imported([changed, added], { mode, onDuplicate: 'update' });
    expect(ended.result).toMatchObject({ inserted: 1, updated: 1 });
    const during = await listed(existingRow['code']);
    expect([during?.name, during?.managerPhone]).toEqual(['导入改的名', '139****1111']);
    expect(await undoUntil(ended.id)).not.toBeNull();
    const back = await way().over(await undo(ended.id));
    expect([back.state, back.message]).toEqual(['done', '已撤销：删除 1 个，恢复 1 个']);
    expect(await listed(added['code'])).toBeUndefined();
    const { version: _, ...was } = before ?? { version: 0 };
    const { version: now, ...is } = (await listed(existingRow['code'])) ?? { version: 0 };
    expect([{ ...is, updatedAt: '' }, now]).toEqual([{ ...was, updatedAt: '' }, 3]);
    // A second request returns the same job. The records of the import are deleted.
    expect(dataOf<{ jobId: string }>(await undo(ended.id)).jobId).toBe(back.id);
    expect(await undoUntil(ended.id)).toBeNull();
    expect(await app.sql('select from import_row where tenant_id = $1', [people.home.id])).toEqual([]);
    const traces = await app.sql<{ call: string }>(
      `select call from audit where tenant_id = $1 and (object_id = $2 or object_id = $3) order by at desc limit 2`,
      [people.home.id, before?.id, ended.id],
    );
    expect(traces.map(({ call }) => call).toSorted()).toEqual(['job.undo', 'station.update']);
  });

  test('does not touch rows that were changed or referenced since the import', async () => {
    const rows = [await rowOf(), await rowOf({ name: '改过的站' }), await rowOf({ name: '有车的站' })];
    const ended = await imported(rows, { mode });
    const [, edited, named] = await Promise.all(rows.map(({ code }) => listed(code)));
    const { id, version } = edited ?? { id: '', version: 0 };
    expect((await people.call('station.update', { id, version, address: '新的地址 1 号' })).status).toBe(200);
    const vehicle = declaredNamed('vehicle');
    const car = { ...(await valuesFor(app, people.home, vehicle)), stationId: named?.id };
    const made = await people.call('vehicle.create', car, 'entadmin');
    expect(made.status, made.text).toBe(200);
    const back = await way().over(await undo(ended.id));
    expect(back.message).toContain('删除 1 个，恢复 0 个，保留 2 个：');
    expect(back.message).toContain('改过的站（导入后已被修改）');
    expect(back.message).toMatch(/有车的站（已被车辆引用）/);
    expect(await listed(rows[0]?.['code'])).toBeUndefined();
    expect((await listed(rows[1]?.['code']))?.name).toBe('改过的站');
    expect((await listed(rows[2]?.['code']))?.name).toBe('有车的站');
  });
});

test('allows the undo of an import only to its owner, within half an hour', { timeout: 120_000 }, async () => {
  const row = await rowOf();
  const ended = await imported([row], { mode: 'rows' });
  for (const stranger of [['admin'], ['regulator', 'other'], ['shop']] as Parameters<People['token']>[])
    expect((await undo(ended.id, ...stranger)).status).toBe(404);
  app.clock.pass(31 * 60);
  const late = await undo(ended.id);
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('已经超过可以撤销的时间')]);
  expect(await undoUntil(ended.id)).toBeNull();
  expect(await listed(row['code'])).toBeDefined();
});

test('refuses the undo of an import that wrote nothing', { timeout: 120_000 }, async () => {
  const row = await rowOf();
  expect((await people.call('station.create', row)).status).toBe(200);
  const ended = await imported([row], { mode: 'rows', onDuplicate: 'skip' });
  expect(await undoUntil(ended.id)).toBeNull();
  expect((await undo(ended.id)).status).toBe(400);
});
