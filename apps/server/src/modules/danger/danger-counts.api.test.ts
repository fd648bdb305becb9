// Tests repeated dangers, reused photos, and danger counts against the lists.
import { readXlsx } from 'hucre/xlsx';
import { afterAll, expect, test, describe } from 'vitest';
import type { DangerCounts } from '@anlan/contract/modules/danger/views';
import { dataOf, send } from '../../../testing/client.ts';
import { openDangers, type DangerRow, type Who } from '../../../testing/danger-people.ts';

const { app, people, tokens, call, fileOf, found, create, read, act, problem, submitted } = await openDangers();
afterAll(() => app.close());

test('requires a cause for the third danger at the same place', async () => {
  const place = '锅炉房东侧';
  for (let time = 0; time < 2; time += 1) {
    const id = await submitted('worker', { place });
    dataOf(await act('safety', 'accept', id, { opinion: '好' }));
  }
  const shown = dataOf<{ needsCause: boolean; rows: unknown[] }>(
    await call('worker', 'earlier', { category: 'fire', place }),
  );
  expect([shown.needsCause, shown.rows.length]).toEqual([true, 2]);
  expect(problem(await call('worker', 'create', await found('worker', { place })))).toEqual([400, 'repeatCause']);
  const third = await create('worker', { place, repeatCause: '无人巡查' });
  expect(await read(third)).toMatchObject({ repeats: 2, repeatCause: '无人巡查' });
  const other = await create('worker', { place, category: 'electric' });
  expect(await read(other)).toMatchObject({ repeats: 0, repeatOfId: null });
  const listed = dataOf<{ records: DangerRow[] }>(await call('regulator', 'page', { repeat: true, size: 100 })).records;
  expect(listed.map(({ id }) => id)).toContain(third);
});

test('marks two dangers that use the same photo', async () => {
  const [first, second] = [await create('worker'), await create('worker')];
  const [one, two] = [await read(first), await read(second)];
  expect(one.duplicatePhotos).toEqual([]);
  for (const [at, { photosBefore }] of [one, two].entries())
    await app.sql(`update file set sha256 = 'same', key = $2 where id = $1`, [photosBefore[0]?.id, `same-${at}`]);
  expect((await read(first)).duplicatePhotos).toEqual([{ fileId: one.photosBefore[0]?.id, no: two.no }]);
  expect((await read(second, 'worker')).duplicatePhotos).toEqual([{ fileId: two.photosBefore[0]?.id, no: one.no }]);
});

describe('the danger statistics', () => {
  test('shows the same counts in tabs, red dots, summary, statistics and lists', async () => {
    const total = async (filter: Record<string, unknown>) =>
      dataOf<{ total: number }>(await call('regulator', 'page', { ...filter, size: 1 })).total;
    const counts = dataOf<DangerCounts>(await call('regulator', 'counts', {}));
    expect(counts).toMatchObject({
      rectify: await total({ status: ['0', '1', '4'] }),
      recheck: await total({ status: '2' }),
      overdue: await total({ overdue: true }),
      major: await total({ level: 'major', unclosed: true }),
      all: await total({}),
      lastFoundOn: '2026-03-01',
    });
    const dot = async (who: Who) =>
      dataOf<{ unExp: number }>(await send(app, 'GET', '/bus/api/index/redDot', { token: tokens[who] })).unExp;
    expect(await dot('worker')).toBe(
      dataOf<{ total: number }>(await call('worker', 'page', { status: ['0', '1', '4'], size: 1 })).total,
    );
    expect(await dot('regulator')).toBe(await total({ status: '2', turn: 'regulator' }));
    const summary = dataOf<{ records: { id: string; open: number; overdue: number; rate: number }[] }>(
      await call('regulator', 'summary', {}),
    ).records;
    const own = summary.find(({ id }) => id === people.home.enterpriseIds[0]);
    expect(own).toMatchObject({
      open: await total({ enterpriseId: people.home.enterpriseIds[0], unclosed: true }),
      overdue: await total({ enterpriseId: people.home.enterpriseIds[0], overdue: true }),
    });
    const statistics = dataOf<{ total: { found: number; rate: number }; lines: { found: number; label: string }[] }>(
      await call('regulator', 'statistics', { from: '2026-01-01', to: '2026-03-02' }),
    );
    expect(statistics.lines.reduce((sum, { found: one }) => sum + one, 0)).toBe(statistics.total.found);
    expect(statistics.lines.map(({ label }) => label)).toContain('消防');
    const sheet = await call('regulator', 'statisticsExport', { group: 'enterprise' });
    expect([sheet.status, sheet.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const summed = await call('regulator', 'summaryExport', { keyword: '', current: 1, size: 20 });
    expect([summed.status, summed.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const few = await call('regulator', 'summaryExport', { columns: 'overdue' });
    const { sheets } = await readXlsx(new Uint8Array(few.bytes));
    expect(sheets[0]?.rows[1]).toEqual(['企业', '其中超期（条）']);
    const months = dataOf<{ lines: { key: string }[] }>(
      await call('regulator', 'statistics', { from: '2025-12-01', to: '2026-03-02', group: 'month' }),
    ).lines.map(({ key }) => key);
    expect(months).toEqual([...months].sort());
  });

  test('shows the notice board of an enterprise only to its employees', async () => {
    const board = dataOf<{ lines: { title: string; measures: string | null }[]; total: number }>(
      await call('worker', 'board', {}),
    );
    expect(board.total).toBe(board.lines.length);
    expect(board.lines.some(({ measures }) => measures === '已更换灭火器')).toBe(true);
    expect((await call('worker', 'board', { enterpriseId: people.home.enterpriseIds[2] })).status).toBe(404);
    expect((await send(app, 'GET', '/bus/enterpriseexpinfo/counts', { token: people.token('shop') })).status).toBe(403);
  });
});

test('hides danger counts of another enterprise', async () => {
  const otherFirm = { enterpriseId: people.home.enterpriseIds[2] };
  expect((await call('worker', 'counts', otherFirm)).status).toBe(404);
  expect((await call('worker', 'statistics', otherFirm)).status).toBe(404);
});

test('opens a new danger after a failed sample check', async () => {
  const id = await submitted('worker');
  dataOf(await act('safety', 'accept', id, { opinion: '好' }));
  await app.sql(`update danger set sampled_on = '2026-03-02' where id = $1`, [id]);
  expect((await act('safety', 'sample', id, { sampleResult: 'pass', reason: '核对' })).status).toBe(403);
  const drawn = dataOf<{ sides: unknown[] }>(await call('regulator', 'statistics', {})).sides;
  expect(drawn).toContainEqual(expect.objectContaining({ side: 'sample', waiting: 1, late: 0 }));
  const fail = { sampleResult: 'fail', reason: '压力仍不足' };
  expect(problem(await act('regulator', 'sample', id, fail))).toEqual([400, 'files']);
  const photo = await fileOf('regulator');
  dataOf(await act('regulator', 'sample', id, { ...fail, files: [photo] }));
  const before = await read(id);
  expect(before).toMatchObject({ status: '3', sampleResult: 'fail' });
  const [opened] = await app.sql<{ id: string }>('select id from danger where repeat_of_id = $1', [id]);
  expect(await read(opened?.id ?? '')).toMatchObject({
    title: `抽样复核不合格：${before.title}`,
    status: '0',
    origin: 'regulator',
    source: 'regulator',
    place: before.place,
    dutyPersonId: before.dutyPersonId,
    photosBefore: [photo],
    description: `${before.no} 销号后抽样复核不合格：压力仍不足`,
  });
  // A failed sample counts for the party that accepted the danger.
  const { sides } = dataOf<{ sides: unknown[] }>(
    await call('regulator', 'statistics', { from: '2026-01-01', to: '2026-12-31' }),
  );
  expect(sides).toContainEqual(expect.objectContaining({ side: 'verifier', sampleFailed: 1 }));
  const failed = { sampleResult: ['fail'], acceptedBy: 'verifier' };
  const { records } = dataOf<{ records: DangerRow[] }>(await call('regulator', 'page', failed));
  expect(records.map((row) => row.id)).toEqual([id]);
  const { total } = dataOf<{ total: number }>(await call('regulator', 'page', { ...failed, acceptedBy: 'regulator' }));
  expect(total).toBe(0);
});

test('counts late dangers for the responsible party', async () => {
  const sidesNow = async () =>
    new Map(
      dataOf<{ sides: { side: string; waiting: number; late: number; lateDays: number }[] }>(
        await call('regulator', 'statistics', {}),
      ).sides.map(({ side, ...counted }) => [side, counted]),
    );
  const before = await sidesNow();
  const [late, waiting] = [await create('worker'), await submitted('worker')];
  await app.sql(`update danger set deadline_on = '2026-02-27', duty_department = '机修车间' where id = $1`, [late]);
  await app.sql(`update danger set turn_since = '2026-02-02T02:00:00Z' where id = $1`, [waiting]);
  const after = await sidesNow();
  const grown = (side: string, key: 'waiting' | 'late') =>
    (after.get(side)?.[key] ?? 0) - (before.get(side)?.[key] ?? 0);
  expect([grown('enterprise', 'waiting'), grown('enterprise', 'late')]).toEqual([1, 1]);
  expect([grown('verifier', 'waiting'), grown('verifier', 'late')]).toEqual([1, 1]);
  for (const [side, { late: counted }] of after) {
    const filter = side === 'sample' ? { sampled: true } : { turn: [side] };
    const { total } = dataOf<{ total: number }>(await call('regulator', 'page', { ...filter, late: true, size: 1 }));
    expect([side, total]).toEqual([side, counted]);
  }
  const { lines } = dataOf<{ lines: { key: string; label: string; found: number; overdue: number }[] }>(
    await call('worker', 'statistics', { group: 'department' }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ key: '机修车间', label: '机修车间', found: 1, overdue: 1 }));
  const listed = dataOf<{ records: DangerRow[] }>(
    await call('worker', 'page', { dutyDepartment: '机修车间', size: 100 }),
  ).records;
  expect(listed.map(({ id }) => id)).toEqual([late]);
});
