// CA-03, CA-13: no child points to a removed parent enterprise, also when the user cannot see the child. No
// enterprise is an ancestor of itself.
import { afterAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { openOversight } from '../../testing/oversight.ts';
import type { Kind } from '../../testing/tenants.ts';

const app = await openTestApp();
const { setup, call, reach, everything, idAt } = await openOversight(app);
afterAll(() => app.close());

const district = () => reach('ROLE_REGULATOR', '2', [], '330108');
const upper = async (id: string) =>
  (await app.sql<{ parent_id: string | null }>('select parent_id from enterprise where id = $1', [id]))[0]?.parent_id;
const put = (id: string, parentId: string | null) =>
  app.sql('update enterprise set parent_id = $2 where id = $1', [id, parentId]);
const seen = async (id: string) => {
  const [row] = await app.sql<{ version: number; status: string }>(
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
const entered = async (more: Record<string, unknown> = {}) => (await setup.created(more)).id;
const refusal = (field: string, msg: string) => ({
  status: 400,
  json: { data: { errors: [expect.objectContaining({ field, msg })] } },
});

describe('a merge by an overseer with a limited data scope', () => {
  test('is refused and changes nothing while invisible children would lose their parent', async () => {
    await put(idAt(3), idAt(1));
    await put(idAt(2), idAt(1));
    await district();
    const before = await seen(idAt(1));
    const answer = await merge(idAt(0), idAt(1));
    expect(answer.status).toBe(400);
    expect((answer.json as { msg: string }).msg).toMatch(
      /^“.+”还有您数据范围以外的下级企业，请由数据范围更大的管理员合并$/,
    );
    // The refusal gives neither the children's names nor their number.
    const [hidden] = await app.sql<{ name: string }>('select name from enterprise where id = $1', [idAt(3)]);
    expect(answer.text).not.toContain(hidden?.name);
    expect(answer.text).not.toContain(idAt(3));
    expect(await seen(idAt(1))).toEqual(before);
    expect([await upper(idAt(2)), await upper(idAt(3))]).toEqual([idAt(1), idAt(1)]);
  });

  test('succeeds when all enterprises are visible', async () => {
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

describe('an enterprise with children or stations', () => {
  test('is not removed when it has children outside the divisions of the user', async () => {
    await everything();
    const draft = await entered();
    await put(idAt(4), draft);
    await district();
    expect(await removed(draft)).toMatchObject({ status: 400, json: { msg: '请改为注销' } });
    await everything();
    await put(idAt(4), null);
    expect((await removed(draft)).status).toBe(200);
  });

  test('is not removed while it has stations', async () => {
    const draft = await entered();
    const station = dataOf<{ id: string; version: number }>(
      await sendCall(
        app,
        callNamed(app, 'station.create'),
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
        setup.as('regulator'),
      ),
    );
    expect(await removed(draft)).toMatchObject({ status: 400, json: { msg: '名下还有场站，请先删除这些场站' } });
    await sendCall(app, callNamed(app, 'station.remove'), station, setup.as('regulator'));
    expect((await removed(draft)).status).toBe(200);
  });

  test('that was merged is no longer a parent', async () => {
    const [keep, drop] = [await entered({ entryStatus: '2' }), await entered({ entryStatus: '2' })];
    expect((await merge(keep, drop)).status).toBe(200);
    const child = await entered();
    const msg = '这家上级企业已并入其他企业，请选择合并后的企业';
    expect(await call('update', { ...(await seen(child)), parentId: drop })).toMatchObject(refusal('parentId', msg));
    expect(await call('create', { ...setup.fresh(), parentId: drop })).toMatchObject(refusal('parentId', msg));
  });
});

describe('a restored enterprise', () => {
  test('gets as parent the enterprise into which the former parent was merged', async () => {
    const [keep, drop] = [await entered({ entryStatus: '2' }), await entered({ entryStatus: '2' })];
    const child = await entered({ parentId: drop });
    expect((await removed(child)).status).toBe(200);
    expect((await merge(keep, drop)).status).toBe(200);
    // Restores the state of older versions, in which a merge left removed children at the removed parent.
    await put(child, drop);
    expect((await call('restore', { id: child })).status).toBe(200);
    expect(await upper(child)).toBe(keep);

    const draft = await entered();
    const lower = await entered({ parentId: draft });
    for (const id of [lower, draft]) expect((await removed(id)).status).toBe(200);
    const back = await call('restore', { id: lower });
    expect(back.status, back.text).toBe(200);
    expect(await upper(lower)).toBeNull();
    const historyEntries = dataOf<{ call: string; changes: object[] }[]>(await call('history', { id: lower }));
    expect(historyEntries.find(({ call: what }) => what === 'enterprise.restore')?.changes).toEqual([
      { field: 'parentId', before: draft, after: null },
    ]);
  });
});

describe('a cycle of parent enterprises', () => {
  const active = (more: Record<string, unknown> = {}) => entered({ entryStatus: '2', ...more });
  const below = async (id: string, parentId: string, kind: Kind = 'regulator') =>
    call('update', { ...(await seen(id)), parentId }, kind);
  const nameOf = async (id: string) =>
    (await app.sql<{ name: string }>('select name from enterprise where id = $1', [id]))[0]?.name ?? '';
  async function chain(length: number) {
    const ids: string[] = [];
    for (let at = 0; at < length; at += 1) ids.unshift(await active(at === 0 ? {} : { parentId: ids[0] }));
    return ids as [string, string, ...string[]];
  }

  test('is refused at the field, with any length', async () => {
    await everything();
    const [low, middle, high, top = ''] = await chain(4);
    expect(await below(low, low)).toMatchObject(refusal('parentId', '上级企业不能是自己'));
    for (const [id, parentId] of [
      [middle, low],
      [high ?? '', low],
      [top, low],
      [top, middle],
    ] as const) {
      const before = await seen(id);
      expect(await below(id, parentId)).toMatchObject(
        refusal('parentId', `“${await nameOf(parentId)}”是本企业的下级企业，不能再作为上级企业`),
      );
      expect(await seen(id)).toEqual(before);
    }
    // Moving to another branch, one level up, or to the root makes no cycle.
    const branch = await active({ parentId: top });
    for (const [id, parentId] of [
      [low, branch],
      [low, top],
      [middle, branch],
    ] as const)
      expect((await below(id, parentId)).status).toBe(200);
    expect((await call('update', { ...(await seen(low)), parentId: null })).status).toBe(200);
    expect((await below(top, low)).status).toBe(200);
  });

  test('is refused without showing enterprises outside the divisions of the user', async () => {
    await everything();
    const hidden = await active({ name: '区外上级试验有限公司', regionCode: '330212' });
    const [one, other] = [await active(), await active()];
    expect((await below(hidden, one)).status).toBe(200);
    expect((await below(other, hidden)).status).toBe(200);
    await district();
    const answer = await below(one, other);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.text).toContain('不能再作为上级企业');
    for (const secret of [hidden, '区外上级试验']) expect(answer.text).not.toContain(secret);
    await everything();
    expect(await upper(one)).toBeNull();
  });

  test('S85 is refused in the last of two or three concurrent changes', async () => {
    for (let round = 0; round < 8; round += 1)
      for (const size of [2, 3]) {
        const ids = await Promise.all(Array.from({ length: size }, () => active()));
        const currentRows = await Promise.all(ids.map(seen));
        const answers = await Promise.all(
          currentRows.map((row, at) =>
            call('update', { ...row, parentId: ids[(at + 1) % size] }, at % 2 === 0 ? 'regulator' : 'admin'),
          ),
        );
        expect(answers.map(({ status }) => status).toSorted(), answers.map(({ text }) => text).join()).toEqual([
          ...Array.from({ length: size - 1 }, () => 200),
          400,
        ]);
        expect((await Promise.all(ids.map(upper))).filter((id) => id === null)).toHaveLength(1);
      }
  }, 60_000);

  test('S85 is refused when two branches are concurrently moved below each other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [[low, high], [under, over]] = [await chain(2), await chain(2)];
      const updates = [
        { ...(await seen(high)), parentId: under },
        { ...(await seen(over)), parentId: low },
      ];
      const answers = await Promise.all(updates.map((input, at) => call('update', input, at ? 'admin' : 'regulator')));
      expect(answers.map(({ status }) => status).toSorted(), answers.map(({ text }) => text).join()).toEqual([
        200, 400,
      ]);
    }
  }, 60_000);

  test('in old data causes no endless loop', async () => {
    const [one, other, free] = [await active(), await active(), await active()];
    await put(one, other);
    await put(other, one);
    expect((await below(free, one)).status).toBe(200);
    expect((await below(one, free)).status).toBe(400);
    expect((await call('update', { ...(await seen(one)), parentId: null })).status).toBe(200);
    expect((await below(other, free)).status).toBe(200);
    expect((await below(one, other)).status).toBe(400);
  });

  test('is not created by a merge', async () => {
    const words = async (keepId: string) => ({
      status: 400,
      json: { msg: `合并后“${await nameOf(keepId)}”会成为自己的上级企业，请先调整上级企业再合并` },
    });
    const up = async (keepId: string, dropId: string) => {
      const [keep, drop] = [await seen(keepId), await seen(dropId)];
      const versions = { keepVersion: keep.version, dropVersion: drop.version };
      return call('merge', { keepId, dropId, ...versions, fields: { parentId: 'drop' } });
    };
    const [low, middle, high = ''] = await chain(3);
    expect(await merge(low, high)).toMatchObject(await words(low));
    expect(await up(high, low)).toMatchObject(await words(high));
    expect([await upper(low), await upper(middle), await upper(high)]).toEqual([middle, high, null]);
    const top = await active();
    expect((await below(high, top)).status).toBe(200);
    // Enterprises between the two merged ones become children of the remaining enterprise. That enterprise moves
    // under the common parent.
    expect((await up(low, high)).status).toBe(200);
    expect([await upper(low), await upper(middle)]).toEqual([top, low]);
    // When the lower enterprise remains, it takes the place of the removed parent.
    expect((await merge(low, middle)).status).toBe(200);
    expect(await upper(low)).toBe(top);
  });
});
