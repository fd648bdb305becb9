// Presence at a risk point is proven: the card's code goes to who prints it, and a position far away outranks it.
import { dayOf } from '@anlan/contract/domain/instant';
import type { CheckCounts } from '@anlan/contract/modules/risk-check/calls';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { afterAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, type Answer } from '../../../testing/client.ts';
import { openDangers, type Who } from '../../../testing/danger-people.ts';

const { app, tokens, rows, problem } = await openDangers();
afterAll(() => app.close());
const today = dayOf(app.clock.now());
interface Made {
  id: string;
  version: number;
}
const call = (who: Who, name: string, input: Record<string, unknown>): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token: tokens[who] });
const done = async (who: Who, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await call(who, name, input));
const act = async (who: Who, move: string, id: string, asked: Record<string, unknown> = {}) => {
  const { version } = dataOf<Made>(await call('safety', 'riskPoint.get', { id }));
  return call(who, `riskPoint.${move}`, { id, version, ...asked });
};
const place = { lng: 121.55, lat: 29.87 };
const near = { longitude: '121.551000', latitude: '29.870000' };
const away = { longitude: '121.560000', latitude: '29.870000', accuracy: 30 };

/** A point in force that says where it is, and its check of today. */
async function located(name: string) {
  const { id } = await done('safety', 'riskPoint.create', {
    name,
    kind: 'equipment',
    place: '冲压车间 B 跨',
    department: '冲压车间',
    ownerId: rows.leader,
    hazards: [{ text: '手部进入', accidentTypes: ['machineInjury'] }],
    method: 'LEC',
    factors: { L: 3, E: 6, C: 7 },
    controls: [{ kind: 'engineering', text: '光电保护联锁' }],
    controlLayer: 'team',
    checkCycle: 'daily',
    assessedOn: today,
  });
  dataOf(await act('leader', 'submit', id));
  dataOf(await act('head', 'approve', id, { opinion: '同意' }));
  dataOf(await act('safety', 'locate', id, place));
  const [check] = await app.sql<{ id: string }>(
    `select id from risk_check where risk_point_id = $1 and layer = 'team' and due_on = $2`,
    [id, today],
  );
  const { code } = dataOf<{ code: string | null }>(await call('safety', 'riskPoint.card', { id }));
  const begin = (how: object) => call('leader', 'riskCheck.begin', { id: check?.id, ...how });
  return {
    id,
    code,
    check: check?.id ?? '',
    begin,
    /** What the check says after somebody has begun it so. */
    async after(how: object) {
      dataOf(await begin(how));
      return dataOf<RiskCheck>(await call('leader', 'riskCheck.get', { id: check?.id }));
    },
  };
}

test('S101 the code of a notice card goes to who prints it: head and safety manager, not to those who check', async () => {
  const { id, code } = await located('告知卡的风险点');
  expect(code).toMatch(/^[0-9a-f]{12}$/);
  for (const who of ['head', 'safety'] as const)
    expect(dataOf<{ code: string | null }>(await call(who, 'riskPoint.card', { id })).code).toBe(code);
  for (const who of ['leader', 'worker', 'regulator'] as const) {
    const answer = await call(who, 'riskPoint.card', { id });
    expect(dataOf<{ code: string | null }>(answer).code).toBeNull();
    expect(answer.text).not.toContain(code ?? 'none');
  }
});

test('presence is proven by the place of the phone, within the distance that is set', async () => {
  const point = await located('有位置的风险点');
  expect((await act('worker', 'locate', point.id, place)).status).toBe(403);
  // Who answers for the point checks it: the place that proves their presence is not theirs to set.
  const own = await call('leader', 'riskPoint.get', { id: point.id });
  expect(dataOf<{ abilities: string[] }>(own).abilities).not.toContain('locate');
  expect((await act('leader', 'locate', point.id, { ...place, accuracy: 10 })).status).toBe(403);
  expect(problem(await act('safety', 'locate', point.id, { ...place, accuracy: 3_000 }))).toEqual([400, 'accuracy']);
  expect(await point.after(near)).toMatchObject({ presence: 'position', proof: 'position', presenceMetres: 96 });
  // What a position has proven stays, wherever the phone is afterwards.
  expect(await point.after(away)).toMatchObject({ presence: 'position', proof: 'position', far: false });
  expect(await point.after({ code: point.code })).toMatchObject({ presence: 'qr', proof: 'both' });
});

test('S101 a position far from the point outranks the code: stored as far, and not counted as done in time', async () => {
  const point = await located('照片上的二维码');
  expect((await point.begin({ code: 'wrong' })).status).toBe(400);
  expect(await point.after({ code: point.code, ...away })).toMatchObject({
    presence: 'none',
    proof: 'far',
    far: true,
    presenceMetres: 964,
    presentAt: null,
  });
  // The code once more, with the position switched off, does not take it back.
  expect(await point.after({ code: point.code })).toMatchObject({ proof: 'far' });
  const { version } = dataOf<Made>(await call('leader', 'riskCheck.passRest', { id: point.check }));
  dataOf(await call('leader', 'riskCheck.finish', { id: point.check, version }));
  const counts = async () => dataOf<CheckCounts>(await call('safety', 'riskCheck.counts', {}));
  await app.sql(`update risk_check set due_on = due_on - 1 where id = $1`, [point.check]);
  const { due, onTime } = await counts();
  await app.sql(`update risk_check set far = false where id = $1`, [point.check]);
  expect(await counts()).toMatchObject({ due, onTime: onTime + 1 });
});

test('S101 a code without a position says so, and coming near takes back that somebody was far away', async () => {
  const point = await located('没有定位的手机');
  expect(await point.after({ code: point.code })).toMatchObject({ presence: 'qr', proof: 'qr', presenceMetres: null });
  // An accuracy wider than the distance proves nothing either way.
  expect(await point.after({ ...near, accuracy: 9_000 })).toMatchObject({ proof: 'qr' });
  expect(await point.after(away)).toMatchObject({ proof: 'far' });
  expect(await point.after({ code: point.code, ...near, accuracy: 20 })).toMatchObject({ proof: 'both', far: false });
});

test('S101 a check without code and position is stored as unproven, and counts neither as in time nor as resent', async () => {
  const point = await located('没有证明的检查');
  expect(await point.after({})).toMatchObject({ presence: 'none', proof: 'none', far: false });
  const { version } = dataOf<Made>(await call('leader', 'riskCheck.passRest', { id: point.check }));
  dataOf(await call('leader', 'riskCheck.finish', { id: point.check, version }));
  const counts = async () => dataOf<CheckCounts>(await call('safety', 'riskCheck.counts', {}));
  const before = await counts();
  await app.sql(`update risk_check set due_on = due_on - 1 where id = $1`, [point.check]);
  expect(dataOf<RiskCheck>(await call('leader', 'riskCheck.get', { id: point.check }))).toMatchObject({
    status: 'done',
    late: false,
    far: true,
    proof: 'none',
  });
  expect(await counts()).toMatchObject({
    due: before.due + 1,
    onTime: before.onTime,
    unproven: before.unproven + 1,
  });
  const page = async (filter: Record<string, unknown>) =>
    dataOf<{ records: RiskCheck[]; total: number }>(await call('safety', 'riskCheck.page', filter));
  const unproven = await page({ unproven: true, counted: true });
  expect(unproven.total).toBe((await counts()).unproven);
  expect(unproven.records.map(({ id }) => id)).toContain(point.check);
  expect((await page({ resent: true, counted: true })).total).toBe((await counts()).resent);
});

test('who may add checks has the post: head and safety manager, a team leader of the department, or who answers for the point', async () => {
  const { id } = await located('临时排查的风险点');
  const add = (who: Who, layer: string) => call(who, 'riskCheck.create', { riskPointId: id, layer, dueOn: today });
  expect((await add('worker', 'post')).status).toBe(403);
  expect(problem(await add('leader', 'company'))).toEqual([400, 'layer']);
  for (const who of ['head', 'safety', 'leader'] as const) dataOf(await add(who, 'team'));
  const { id: added } = dataOf<Made>(await add('head', 'post'));
  const row = async (who: Who) => dataOf<RiskCheck>(await call(who, 'riskCheck.get', { id: added }));
  expect((await row('worker')).abilities).not.toContain('remove');
  expect((await call('worker', 'riskCheck.remove', { id: added, version: 1 })).status).toBe(403);
  // Moving a check up to a layer that is not theirs is refused as well.
  const moved = await call('leader', 'riskCheck.update', { id: added, version: 1, layer: 'company' });
  expect(problem(moved)).toEqual([400, 'layer']);
  // Another team's point.
  await app.sql(`update risk_point set department = '装配车间', owner_id = $2 where id = $1`, [id, rows.head]);
  expect(problem(await add('leader', 'team'))).toEqual([400, 'layer']);
  await app.sql(`update employee set department = '装配车间' where id = $1`, [rows.leader]);
  dataOf(await add('leader', 'team'));
});

test('S101 a code that leaked is replaced: the old one stops counting and says so, the card shows the new one', async () => {
  const point = await located('二维码外传的风险点');
  const abilities = async (who: Who) =>
    dataOf<{ abilities: string[] }>(await call(who, 'riskPoint.get', { id: point.id })).abilities;
  for (const who of ['leader', 'worker', 'regulator'] as const) {
    expect(await abilities(who)).not.toContain('renewCode');
    expect((await act(who, 'renewCode', point.id)).status).toBe(403);
  }
  expect(await abilities('safety')).toContain('renewCode');
  dataOf(await act('safety', 'renewCode', point.id));
  const { code } = dataOf<{ code: string | null }>(await call('head', 'riskPoint.card', { id: point.id }));
  expect(code).toMatch(/^[0-9a-f]{12}$/);
  expect(code).not.toBe(point.code);
  const old = await point.begin({ code: point.code });
  expect([old.status, old.text]).toEqual([400, expect.stringContaining('二维码已更换，请扫现场的新码')]);
  expect(await point.after({ code })).toMatchObject({ proof: 'qr', presence: 'qr' });
});
