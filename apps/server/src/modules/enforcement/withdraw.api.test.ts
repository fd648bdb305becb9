// Tests that an issued notice is withdrawn and never deleted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { enforcementCalls } from '@anlan/contract/modules/enforcement/calls';
import type { Enforcement } from '@anlan/contract/modules/enforcement/resource';
import { callNamed, dataOf, send, type Answer } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { officers, type Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

interface Made {
  id: string;
  version: number;
}
const call = (name: string, input: Record<string, unknown>, kind?: Kind) =>
  people.call(`enforcement.${name}`, input, kind);
const statusAndMessage = ({ status, json }: Answer) => [status, (json as { msg: string }).msg];
const read = async (id: string, kind?: Kind) => dataOf<Enforcement>(await call('get', { id }, kind));
const order = async (more: Record<string, unknown> = {}) =>
  dataOf<Made>(
    await call('create', {
      enterpriseId: people.home.enterpriseIds[0],
      kind: 'order',
      title: '责令限期整改指令书',
      items: [{ key: 'a1', text: '安全出口被纸箱堵塞', clause: '《消防法》第二十八条' }],
      dueOn: addDays(dayOf(app.clock.now()), 7),
      inspectors: officers,
      ...more,
    }),
  );

test('withdraws an enforcement notice once with a reason', async () => {
  const { id, version } = await order();
  const { no } = await read(id);
  expect((await call('withdraw', { id, version })).status).toBe(400);
  expect((await call('withdraw', { id, version, reason: '  ' })).status).toBe(400);
  expect((await call('withdraw', { id, version, reason: '撤' }, 'entadmin')).status).toBe(403);
  const withdrawn = dataOf<Made>(await call('withdraw', { id, version, reason: '企业名称有误，另行下发' }));
  expect(await read(id, 'entadmin')).toMatchObject({
    no,
    status: '9',
    withdrawal: '企业名称有误，另行下发',
    withdrawnBy: expect.any(String) as string,
    abilities: [],
  });
  expect(statusAndMessage(await call('withdraw', { ...withdrawn, reason: '再撤一次' }))).toEqual([
    400,
    '执法通知现在是“已撤销”，不能撤销',
  ]);
  for (const [name, input, kind] of [
    ['receive', { receivedBy: '张三' }, 'entadmin'],
    ['update', { title: '改名' }, 'regulator'],
  ] as const)
    expect((await call(name, { ...withdrawn, ...input }, kind)).status, name).toBeGreaterThanOrEqual(400);
  const history = dataOf<{ move: string; note: string | null }[]>(await call('history', { id }));
  expect(history.at(-1)).toMatchObject({ move: 'withdraw', note: '企业名称有误，另行下发' });
  const [entry] = await app.sql<{ call: string; note: string }>(
    'select call, note from audit where object_id = $1 order by id desc limit 1',
    [id],
  );
  expect(entry).toMatchObject({ call: 'enforcement.withdraw', note: '企业名称有误，另行下发' });
  const next = await order();
  expect((await read(next.id)).no).not.toBe(no);
  const todo = await app.sql('select from todo where subject_id = $1 and done_at is null', [id]);
  expect(todo).toHaveLength(0);
});

test('returns the withdrawal of an enforcement notice, and the notice as a PDF', async () => {
  const { id, version } = await order();
  const paper = async () => dataOf<Record<string, unknown>>(await call('paper', { id }));
  expect(await paper()).toMatchObject({ notice: { status: '0', withdrawnAt: null } });
  dataOf(await call('withdraw', { id, version, reason: '依据有误' }));
  expect(await paper()).toMatchObject({ notice: { status: '9', withdrawal: '依据有误' } });
  expect((await call('pdf', { id })).bytes.subarray(0, 5).toString()).toBe('%PDF-');
}, 60_000);

test('ends a stop of work when the enforcement notice is withdrawn', async () => {
  const measures = [{ kind: 'stop', scope: '喷涂车间' }];
  const { id, version } = await order({ kind: 'onSiteDecision', measures });
  expect(await read(id)).toMatchObject({ stops: true, abilities: ['update', 'withdraw', 'lift'] });
  expect(Object.keys(enforcementCalls)).not.toContain('remove');
  expect(() => callNamed(app, 'enforcement.remove')).toThrow();
  expect((await send(app, 'GET', `/bus/spot/del/${id}`, { token: people.token() })).status).toBe(404);
  dataOf(await call('withdraw', { id, version, reason: '措施不当' }));
  expect(await read(id)).toMatchObject({ stops: false, status: '9' });
});

test('shows the names that are stored with an old enforcement notice', async () => {
  const { id } = await order();
  const stored = [
    { name: '旧执法员', paperNo: null },
    { name: '旧执法员二', paperNo: 'OLD-2' },
  ];
  await app.sql('update enforcement set inspectors = $2, items = $3 where id = $1', [
    id,
    JSON.stringify(stored),
    JSON.stringify([{ key: 'a1', text: '安全出口畅通：堵塞' }]),
  ]);
  expect((await read(id, 'entadmin')).inspectors).toEqual(stored);
  expect((await call('pdf', { id })).status).toBe(200);
  const received = dataOf<Made>(await call('receive', { id, version: 1, receivedBy: '张三' }, 'entadmin'));
  dataOf(await call('withdraw', { ...received, reason: '重新下发' }));
}, 60_000);
