// Tests the proof of presence at a risk point. Only people who print the notice card receive its QR code. A far
// position overrides the QR code.
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
const act = async (who: Who, move: string, id: string, input: Record<string, unknown> = {}) => {
  const { version } = dataOf<Made>(await call('safety', 'riskPoint.get', { id }));
  return call(who, `riskPoint.${move}`, { id, version, ...input });
};
const place = { lng: 121.55, lat: 29.87 };
const near = { longitude: '121.551000', latitude: '29.870000' };
const away = { longitude: '121.560000', latitude: '29.870000', accuracy: 30 };

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
    async after(how: object) {
      dataOf(await begin(how));
      return dataOf<RiskCheck>(await call('leader', 'riskCheck.get', { id: check?.id }));
    },
  };
}

test('S101 shows the QR code of a notice card only to the head and the safety manager', async () => {
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

test('accepts a phone position within the set distance as proof of presence', async () => {
  const point = await located('有位置的风险点');
  expect((await act('worker', 'locate', point.id, place)).status).toBe(403);
  // The responsible person does the checks. Therefore they may not set the point's position, which proves presence.
  const own = await call('leader', 'riskPoint.get', { id: point.id });
  expect(dataOf<{ abilities: string[] }>(own).abilities).not.toContain('locate');
  expect((await act('leader', 'locate', point.id, { ...place, accuracy: 10 })).status).toBe(403);
  expect(problem(await act('safety', 'locate', point.id, { ...place, accuracy: 3_000 }))).toEqual([400, 'accuracy']);
  expect(await point.after(near)).toMatchObject({ presence: 'position', proof: 'position', presenceMetres: 96 });
  // A proven position remains valid, wherever the phone is later.
  expect(await point.after(away)).toMatchObject({ presence: 'position', proof: 'position', far: false });
  expect(await point.after({ code: point.code })).toMatchObject({ presence: 'qr', proof: 'both' });
});

test('S101 refuses the QR code as proof of presence when the phone is too far away', async () => {
  const point = await located('照片上的二维码');
  expect((await point.begin({ code: 'wrong' })).status).toBe(400);
  expect(await point.after({ code: point.code, ...away })).toMatchObject({
    presence: 'none',
    proof: 'far',
    far: true,
    presenceMetres: 964,
    presentAt: null,
  });
  // Scanning the QR code again without a position does not clear `far`.
  expect(await point.after({ code: point.code })).toMatchObject({ proof: 'far' });
  const { version } = dataOf<Made>(await call('leader', 'riskCheck.passRest', { id: point.check }));
  dataOf(await call('leader', 'riskCheck.finish', { id: point.check, version }));
  const counts = async () => dataOf<CheckCounts>(await call('safety', 'riskCheck.counts', {}));
  await app.sql(`update risk_check set due_on = due_on - 1 where id = $1`, [point.check]);
  const { due, onTime } = await counts();
  await app.sql(`update risk_check set far = false where id = $1`, [point.check]);
  expect(await counts()).toMatchObject({ due, onTime: onTime + 1 });
});

test('S101 accepts a near position for a check that had a QR code but no position', async () => {
  const point = await located('没有定位的手机');
  expect(await point.after({ code: point.code })).toMatchObject({ presence: 'qr', proof: 'qr', presenceMetres: null });
  // A position whose inaccuracy is larger than its distance to the point proves nothing.
  expect(await point.after({ ...near, accuracy: 9_000 })).toMatchObject({ proof: 'qr' });
  expect(await point.after(away)).toMatchObject({ proof: 'far' });
  expect(await point.after({ code: point.code, ...near, accuracy: 20 })).toMatchObject({ proof: 'both', far: false });
});

test('S101 does not count a check without QR code and position as in time', async () => {
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

test('lets only the people responsible for a risk point create checks of the point', async () => {
  const { id } = await located('临时排查的风险点');
  const add = (who: Who, layer: string) => call(who, 'riskCheck.create', { riskPointId: id, layer, dueOn: today });
  expect((await add('worker', 'post')).status).toBe(403);
  expect(problem(await add('leader', 'company'))).toEqual([400, 'layer']);
  for (const who of ['head', 'safety', 'leader'] as const) dataOf(await add(who, 'team'));
  const { id: added } = dataOf<Made>(await add('head', 'post'));
  const row = async (who: Who) => dataOf<RiskCheck>(await call(who, 'riskCheck.get', { id: added }));
  expect((await row('worker')).abilities).not.toContain('remove');
  expect((await call('worker', 'riskCheck.remove', { id: added, version: 1 })).status).toBe(403);
  // The team leader may not move a check to a layer of another post.
  const moved = await call('leader', 'riskCheck.update', { id: added, version: 1, layer: 'company' });
  expect(problem(moved)).toEqual([400, 'layer']);
  // Moves the point to another team.
  await app.sql(`update risk_point set department = '装配车间', owner_id = $2 where id = $1`, [id, rows.head]);
  expect(problem(await add('leader', 'team'))).toEqual([400, 'layer']);
  await app.sql(`update employee set department = '装配车间' where id = $1`, [rows.leader]);
  dataOf(await add('leader', 'team'));
});

test('S101 invalidates a leaked QR code of a notice card when the code is replaced', async () => {
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
