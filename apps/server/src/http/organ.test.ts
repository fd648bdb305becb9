import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { branchOf, depthOf, placeProblem } from '#modules/user/organ/rules.ts';
import { dataOf, send, signIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

interface Row {
  id: string;
  parentId: string | null;
  name: string;
  sort: number;
  version: number;
  people: number;
}

let app: TestApp;
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app, { enterprises: 2 });
  token = (await signIn(app, tenant, 'admin')).access_token;
});

const list = async (by = token) => dataOf<Row[]>(await send(app, 'GET', '/upms/organ/list', { token: by }));
const add = (name: string, parentId: string | null = tenant.organId, by = token) =>
  send(app, 'POST', '/upms/organ', { token: by, body: { name, parentId } });
const made = async (name: string, parentId: string | null = tenant.organId) =>
  dataOf<{ id: string; version: number }>(await add(name, parentId));
const update = (body: Record<string, unknown>, by = token) =>
  send(app, 'POST', '/upms/organ/update', { token: by, body });
const remove = (id: string, by = token) => send(app, 'GET', `/upms/organ/del/${id}`, { token: by });
const messageOf = (answer: Answer) => (answer.json as { msg: string }).msg;
const namesBelow = async (id: string | null) =>
  (await list())
    .filter((row) => row.parentId === id)
    .sort((a, b) => a.sort - b.sort)
    .map(({ name }) => name);

describe('organisations (机构)', () => {
  test('are added, renamed, ordered and moved', async () => {
    const long = '临'.repeat(40);
    const first = await made('综合科');
    const second = await made(long);
    const third = await made('执法大队');
    expect(await namesBelow(tenant.organId)).toEqual(['综合科', long, '执法大队']);
    dataOf(await update({ ...third, sort: 0 }));
    expect(await namesBelow(tenant.organId)).toEqual(['执法大队', '综合科', long]);
    dataOf(await update({ ...second, parentId: first.id, name: '档案室' }));
    expect(await namesBelow(first.id)).toEqual(['档案室']);
    const rows = await app.sql<{ changes: object[] }>(
      `select changes from audit where tenant_id = $1 and call like 'user.organ%' order by id`,
      [tenant.id],
    );
    expect(rows).toHaveLength(5);
    expect(rows.at(-1)?.changes).toEqual([
      { field: 'name', before: long, after: '档案室' },
      { field: 'parentId', before: `${tenant.mark}机关`, after: '综合科' },
    ]);
  });

  test('are removed only when empty', async () => {
    const upper = await made('综合科');
    const lower = await made('档案室', upper.id);
    expect(messageOf(await remove(upper.id))).toBe('还有下级机构，请先移走或删除');
    await app.sql('update app_user set organ_id = $1 where id = $2', [lower.id, tenant.people.shop]);
    expect(messageOf(await remove(lower.id))).toBe('还有 1 人在该机构，请先调离');
    await app.sql('update app_user set deleted_at = now() where id = $1', [tenant.people.shop]);
    dataOf(await remove(lower.id));
    await app.sql('update enterprise set authority_id = $1 where id = $2', [upper.id, tenant.enterpriseIds[0]]);
    expect(messageOf(await remove(upper.id))).toBe('有企业以该机构为监管部门，不能删除');
    expect((await list()).map(({ name }) => name)).toEqual([`${tenant.mark}机关`, '综合科']);
  });

  test('refuse a duplicate name, a cycle, a ninth level and a parent of another tenant', async () => {
    const upper = await made('综合科');
    const lower = await made('档案室', upper.id);
    expect(messageOf(await add('综合科'))).toBe('同级已有“综合科”');
    expect(messageOf(await add(' '))).toBe('机构名称不能为空');
    expect(messageOf(await add('临'.repeat(41)))).toBe('机构名称最多 40 个字');
    for (const parentId of [upper.id, lower.id])
      expect(messageOf(await update({ ...upper, parentId }))).toBe('不能移动到自己或自己的下级');
    const other = await makeTenant(app, { enterprises: 2 });
    expect(messageOf(await add('外单位', other.organId))).toBe('没有这个上级机构，请重新选择');
    let at = lower.id;
    for (let depth = 4; depth <= 8; depth += 1) at = (await made(`第${depth}级`, at)).id;
    expect(messageOf(await add('第9级', at))).toBe('机构最多 8 级');
  });

  test('answer 409 to a change with a stale version', async () => {
    const upper = await made('综合科');
    dataOf(await update({ ...upper, name: '办公室' }));
    expect((await update({ ...upper, name: '秘书科' })).status).toBe(409);
    const other = await makeTenant(app, { enterprises: 2 });
    const foreign = await remove(other.organId);
    const missing = await remove('01a00000-0000-7000-8000-000000000000');
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(missing.text);
  });

  test('refuse one of two concurrent moves that close a cycle (G6)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [await made(`左${round}`), await made(`右${round}`)];
      const answers = await Promise.all([
        update({ ...left, parentId: right.id }),
        update({ ...right, parentId: left.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('leave no orphan when a parent is removed and a child is added concurrently (G6)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const upper = await made(`上${round}`);
      const answers = await Promise.all([remove(upper.id), add('下', upper.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
    const rows = await list();
    for (const { parentId } of rows) expect(parentId === null || rows.some(({ id }) => id === parentId)).toBe(true);
  });

  test('are read by regulators and edited by administrators', async () => {
    const { access_token: regulator } = await signIn(app, tenant, 'regulator');
    const { access_token: staff } = await signIn(app, tenant, 'entadmin');
    expect((await list(regulator)).map(({ people }) => people)).toEqual([Object.keys(tenant.people).length]);
    expect((await add('综合科', tenant.organId, regulator)).status).toBe(403);
    expect((await send(app, 'GET', '/upms/organ/list', { token: staff })).status).toBe(403);
  });
});

test('form a tree of limited depth after any sequence of moves', () => {
  const moves = fc.array(fc.tuple(fc.nat(7), fc.option(fc.nat(7))), { maxLength: 60 });
  fc.assert(
    fc.property(moves, (wanted) => {
      const rows = Array.from({ length: 8 }, (_, at) => ({
        id: String(at),
        parent_id: null as string | null,
        name: String(at),
      }));
      for (const [at, to] of wanted) {
        const row = rows[at]!;
        const parentId = to === null ? null : String(to);
        if (placeProblem(rows, { id: row.id, parentId, name: row.name }, 4) === null) row.parent_id = parentId;
      }
      for (const row of rows) {
        expect(depthOf(rows, row.id)).toBeLessThanOrEqual(4);
        expect(row.parent_id !== null && branchOf(rows, row.id).has(row.parent_id)).toBe(false);
      }
    }),
  );
});
