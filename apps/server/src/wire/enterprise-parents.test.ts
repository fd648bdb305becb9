// CA-03, CA-13: who stands above whom: nothing is left below, or at, an enterprise that is gone, whoever sees it.
import { afterAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall } from '../../testing/client.ts';
import { openTestHouse } from '../../testing/house.ts';
import { openOversight } from '../../testing/oversight.ts';

const house = await openTestHouse();
const { desk, call, reach, everything, idAt } = await openOversight(house);
afterAll(() => house.close());

const district = () => reach('ROLE_REGULATOR', '2', [], '330108');
const upper = async (id: string) =>
  (await house.sql<{ parent_id: string | null }>('select parent_id from enterprise where id = $1', [id]))[0]?.parent_id;
const put = (id: string, parentId: string | null) =>
  house.sql('update enterprise set parent_id = $2 where id = $1', [id, parentId]);
const seen = async (id: string) => {
  const [row] = await house.sql<{ version: number; status: string }>(
    'select version, status from enterprise where id = $1',
    [id],
  );
  return { id, version: row?.version ?? 0 };
};
async function merge(keepId: string, dropId: string) {
  const [keep, drop] = [await seen(keepId), await seen(dropId)];
  return call('merge', { keepId, keepVersion: keep.version, dropId, dropVersion: drop.version });
}
const removed = async (id: string) => call('remove', await seen(id));
const entered = async (more: Record<string, unknown> = {}) => (await desk.created(more)).id;
const refusal = (field: string, msg: string) => ({
  status: 400,
  json: { data: { errors: [expect.objectContaining({ field, msg })] } },
});

describe('merging by somebody who oversees some divisions', () => {
  test('is refused while what lies beyond them stands below the file that would go, and leaves all as it was', async () => {
    await put(idAt(3), idAt(1));
    await put(idAt(2), idAt(1));
    await district();
    const before = await seen(idAt(1));
    const answer = await merge(idAt(0), idAt(1));
    expect(answer.status).toBe(400);
    expect((answer.json as { msg: string }).msg).toMatch(
      /^“.+”还有您数据范围以外的下级企业，请由数据范围更大的管理员合并$/,
    );
    // Not whom, nor how many.
    const [hidden] = await house.sql<{ name: string }>('select name from enterprise where id = $1', [idAt(3)]);
    expect(answer.text).not.toContain(hidden?.name);
    expect(answer.text).not.toContain(idAt(3));
    expect(await seen(idAt(1))).toEqual(before);
    expect([await upper(idAt(2)), await upper(idAt(3))]).toEqual([idAt(1), idAt(1)]);
  });

  test('goes through where all of it is theirs to see, and for whoever sees everything', async () => {
    await everything();
    const answer = await merge(idAt(0), idAt(1));
    expect(answer.status, answer.text).toBe(200);
    expect([await upper(idAt(2)), await upper(idAt(3))]).toEqual([idAt(0), idAt(0)]);
    await put(idAt(3), null);
    await district();
    const last = await entered({ entryStatus: '2' });
    const moved = await merge(last, idAt(0));
    expect(moved.status, moved.text).toBe(200);
    expect(await upper(idAt(2))).toBe(last);
    await everything();
  });
});

describe('a file that somebody stands below or at', () => {
  test('is not removed where what stands below it lies beyond the divisions of whoever would', async () => {
    await everything();
    const draft = await entered();
    await put(idAt(4), draft);
    await district();
    expect(await removed(draft)).toMatchObject({ status: 400, json: { msg: '请改为注销' } });
    await everything();
    await put(idAt(4), null);
    expect((await removed(draft)).status).toBe(200);
  });

  test('is not removed while it has stations, which would be left without it', async () => {
    const draft = await entered();
    const station = dataOf<{ id: string; version: number }>(
      await sendCall(
        house,
        callNamed(house, 'station.create'),
        {
          enterpriseId: draft,
          code: 'ZD-1',
          name: '站',
          kind: 'passenger',
          regionCode: '330108',
          address: '路 1 号',
          managerName: '周',
          managerPhone: '13900000000',
        },
        desk.as('regulator'),
      ),
    );
    expect(await removed(draft)).toMatchObject({ status: 400, json: { msg: '名下还有场站，请先删除这些场站' } });
    await sendCall(house, callNamed(house, 'station.remove'), station, desk.as('regulator'));
    expect((await removed(draft)).status).toBe(200);
  });

  test('that was merged is nobody’s upper one any more', async () => {
    const [keep, drop] = [await entered({ entryStatus: '2' }), await entered({ entryStatus: '2' })];
    expect((await merge(keep, drop)).status).toBe(200);
    const child = await entered();
    const msg = '这家上级企业已并入其他企业，请选择合并后的企业';
    expect(await call('update', { ...(await seen(child)), parentId: drop })).toMatchObject(refusal('parentId', msg));
    expect(await call('create', { ...desk.fresh(), parentId: drop })).toMatchObject(refusal('parentId', msg));
  });
});

describe('a file that comes back', () => {
  test('stands below what its upper one was merged into, or below nothing where that was removed', async () => {
    const [keep, drop] = [await entered({ entryStatus: '2' }), await entered({ entryStatus: '2' })];
    const child = await entered({ parentId: drop });
    expect((await removed(child)).status).toBe(200);
    expect((await merge(keep, drop)).status).toBe(200);
    // As it was before merges took along what is removed.
    await put(child, drop);
    expect((await call('restore', { id: child })).status).toBe(200);
    expect(await upper(child)).toBe(keep);

    const draft = await entered();
    const lower = await entered({ parentId: draft });
    for (const id of [lower, draft]) expect((await removed(id)).status).toBe(200);
    const back = await call('restore', { id: lower });
    expect(back.status, back.text).toBe(200);
    expect(await upper(lower)).toBeNull();
    const told = dataOf<{ call: string; changes: object[] }[]>(await call('history', { id: lower }));
    expect(told.find(({ call: what }) => what === 'enterprise.restore')?.changes).toEqual([
      { field: 'parentId', before: draft, after: null },
    ]);
  });
});
