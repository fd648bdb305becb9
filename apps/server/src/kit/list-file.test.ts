// List exports: limits for concurrent streams. Small and large files have the same content.
import { expect, test } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { mintScope } from '#kernel/scope.ts';
import { readSheet, type OutgoingCell } from '#platform/sheets/index.ts';
import { listFile } from './list-file.ts';
import type { Kit } from './ports.ts';

const scopeOf = (userId: string, tenantId = '1') => mintScope({ tenantId, userId });
const columns = [
  { heading: '名称', kind: 'text' as const, width: 20 },
  { heading: '数量', kind: 'integer' as const, width: 10 },
];

/** Starts an export for a user. `read` returns the number of batches read. */
function exportOf(
  userId: string,
  batches: OutgoingCell[][][],
  count = batches.flat().length,
  tenantId = '1',
  queued?: Kit['queued'],
) {
  let read = 0;
  async function* rows() {
    for (const batch of batches) {
      read += 1;
      yield batch;
    }
  }
  const words = { title: '清单', counter: '条', narrowedBy: '', at: new Date(0), by: '甲', sheet: '清单' };
  const { body } = listFile(scopeOf(userId, tenantId), { ...words, count, columns, rows: rows() }, queued);
  return { body, read: () => read };
}
const rowsOf = (count: number, from = 0): OutgoingCell[][] =>
  Array.from({ length: count }, (_, at) => [`第 ${from + at} 行`, from + at]);
const bytesOf = async (body: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
};

test('S68 makes the third file export of a person wait in order', async () => {
  const { perUser, perNode } = limits.export;
  const many = Array.from({ length: 40 }, (_, at) => rowsOf(200, at * 200));
  const own = Array.from({ length: perUser + 1 }, () => exportOf('a', many));
  const others = ['b', 'c', 'd'].map((userId) => exportOf(userId, many, 8_000, '2'));
  const all = [...own, ...others];
  const begun = all.map(() => false);
  const first = all.map(async ({ body }, at) => {
    await body.next();
    begun[at] = true;
  });
  await Promise.all([first[0], first[1], first[3], first[4]]);
  expect(begun).toEqual([true, true, false, true, true, false]);
  // A cancelled export frees its slot. A user's third export waits for the other exports of this user.
  await others[0]?.body.return(undefined);
  await first[5];
  expect(begun).toEqual([true, true, false, true, true, true]);
  await own[0]?.body.return(undefined);
  await first[2];
  expect(begun).toEqual(all.map(() => true));
  expect(perNode).toBe(4);
  await Promise.all(all.map(({ body }) => body.return(undefined)));
});

test('S68 shows the queue position of a waiting file export', async () => {
  const many = Array.from({ length: 40 }, (_, at) => rowsOf(200, at * 200));
  const places: (string | number)[] = [];
  let isGivenUp = false;
  const queued: Kit['queued'] = async (_scope, title) => ({
    place: async (ahead) => {
      places.push(title, ahead);
      return isGivenUp;
    },
    end: async (state, message) => void places.push(state, message),
  });
  const own = Array.from({ length: 4 }, () => exportOf('g', many, 8_000, '1', queued));
  const [first, second, third, fourth] = own.map(({ body }) => body.next());
  await Promise.all([first, second]);
  await expect.poll(() => places).toEqual(['导出清单', 2, '导出清单', 3]);
  isGivenUp = true;
  await Promise.all([third, fourth].map((one) => expect(one).rejects.toThrow('已取消导出')));
  isGivenUp = false;
  places.length = 0;
  const later = exportOf('g', many, 8_000, '1', queued);
  const begun = later.body.next();
  await expect.poll(() => places).toContain(2);
  await own[0]?.body.return(undefined);
  await begun;
  await expect.poll(() => places).toContain('已轮到，开始下载');
  await Promise.all([...own, later].map(({ body }) => body.return(undefined)));
});

test('writes a large list in a worker thread with the same cells as a small list', async () => {
  const batches = [rowsOf(700), rowsOf(700, 700), [['尾', 1] as OutgoingCell[]]];
  const [beside, here] = [exportOf('e', batches), exportOf('e', batches, 3)];
  const [large, small] = await Promise.all([bytesOf(beside.body), bytesOf(here.body)]);
  expect(beside.read()).toBe(3);
  const cellsOf = async (file: Buffer) => {
    const lines: unknown[] = [];
    for await (const some of readSheet({ bytes: file, kind: 'xlsx', limits: limits.import })) lines.push(...some);
    // Drops the first line, which contains the number of rows.
    return lines.slice(1);
  };
  expect(await cellsOf(large)).toEqual(await cellsOf(small));
});

test('fails the file export when reading rows fails', async () => {
  async function* rows() {
    yield rowsOf(10);
    throw new Error('the database is gone');
  }
  const words = { title: '清单', counter: '条', narrowedBy: '', at: new Date(0), by: '甲', sheet: '清单' };
  const { body } = listFile(scopeOf('f'), { ...words, count: 5_000, columns, rows: rows() });
  await expect(bytesOf(body)).rejects.toThrow('the database is gone');
});
