// Tests which time counts for a check that arrives late: hand-out, due time or receipt (S99).
import { afterAll, expect, test } from 'vitest';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { HistoryRow } from '@anlan/contract/kit/state-machine';
import type { CheckCounts } from '@anlan/contract/modules/risk-check/calls';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { withConnection } from '#platform/db/connection.ts';
import { callNamed, dataOf, sendCall, type Answer } from '../../../testing/client.ts';
import { openDangers, type Who } from '../../../testing/danger-people.ts';

const { app, people, tokens, rows } = await openDangers();
afterAll(() => app.close());

const call = (who: Who, name: string, input: Record<string, unknown>): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token: tokens[who] });
const hourMs = 3_600_000;
const fromNow = (hours: number) => new Date(app.clock.now().getTime() + hours * hourMs);

async function planned(dueIn: number): Promise<string> {
  const enterpriseId = people.home.enterpriseIds[0];
  const [pointId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await app.sql(
    `insert into risk_point (tenant_id, id, no, enterprise_id, name, kind, place, department, owner_id, method, control_layer,
       check_cycle, status, presence_code, assessed_on, created_at, updated_at, oversight_code, controls)
     values ($1, $2, $5, $3, '冲床', 'equipment', '冲压车间', '冲压车间', $4, 'LEC', 'team', 'daily', 'inForce',
       'code', now(), now(), now(), '', '[{"kind":"engineering","text":"光电保护联锁"}]')`,
    [people.home.id, pointId, enterpriseId, rows.leader, `FX-${pointId.slice(0, 8)}`],
  );
  await app.sql(
    `insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at, due_at,
       planned, created_at, updated_at, oversight_code)
     values ($1, $2, $3, $4, 'team', ($6::timestamptz at time zone 'Asia/Shanghai')::date, '冲床', $5, $6, true, $5, $5, '')`,
    [people.home.id, id, enterpriseId, pointId, fromNow(dueIn - 8), fromNow(dueIn)],
  );
  return id;
}
async function pass(hours: number): Promise<void> {
  const span = `interval '${hours} hours'`;
  await app.sql(`update risk_check set opens_at = opens_at - ${span}, due_at = due_at - ${span}, done_at = done_at - ${span},
    claimed_at = claimed_at - ${span}, received_at = received_at - ${span},
    due_on = ((due_at - ${span}) at time zone 'Asia/Shanghai')::date`);
  await app.sql(`update risk_check_handout set handed_at = handed_at - ${span}`);
}
const piece = (kind: string, body: object, at: Date) => ({
  id: crypto.randomUUID(),
  at: formatInstant(at),
  kind,
  body: JSON.stringify(body),
});
const handIn = (ids: readonly string[], at: Date, who: Who = 'leader') =>
  call(who, 'delivery.sendMany', {
    sentAt: formatInstant(app.clock.now()),
    works: ids.flatMap((id) => [
      piece('riskCheck.begin', { id, code: 'code' }, at),
      piece('riskCheck.passRest', { id, keys: ['c1'] }, at),
      piece('riskCheck.finish', { id }, at),
    ]),
  });
const read = async (id: string) => dataOf<RiskCheck>(await call('safety', 'riskCheck.get', { id }));
const getCheck = async (id: string) => dataOf(await call('leader', 'riskCheck.get', { id }));

test('S99 counts a missed risk check as late, whatever time the phone reports', async () => {
  const ids = [];
  for (const days of [5, 4, 3, 2]) {
    const id = await planned(-24 * days);
    await getCheck(id);
    ids.push(id);
  }
  dataOf(await handIn(ids, fromNow(-24 * 5 - 1)));
  for (const id of ids)
    expect(await read(id)).toMatchObject({
      status: 'done',
      late: true,
      resent: false,
      doneAt: formatInstant(app.clock.now()),
      receivedAt: formatInstant(app.clock.now()),
      claimedAt: formatInstant(fromNow(-24 * 5 - 1)),
    });
});

test('S99 counts a risk check as in time when done before the due time and received within a day', async () => {
  const id = await planned(2);
  await getCheck(id);
  await pass(3);
  const other = await planned(-1);
  const before = dataOf<CheckCounts>(await call('safety', 'riskCheck.counts', {}));
  dataOf(await handIn([id, other], fromNow(-2)));
  const row = await read(id);
  expect(row).toMatchObject({ status: 'done', late: false, resent: true, doneAt: formatInstant(fromNow(-2)) });
  expect(row.receivedAt).toEqual(formatInstant(app.clock.now()));
  // This check was not handed out to the phone earlier, so it cannot have been done earlier.
  expect(await read(other)).toMatchObject({ late: true, resent: false, doneAt: formatInstant(app.clock.now()) });
  expect(dataOf<CheckCounts>(await call('safety', 'riskCheck.counts', {})).resent).toBe(before.resent);
  await pass(24);
  expect(dataOf<CheckCounts>(await call('safety', 'riskCheck.counts', {})).resent).toBe(before.resent + 1);
  const historyRows = dataOf<HistoryRow[]>(await call('safety', 'riskCheck.history', { id }));
  expect(historyRows.find(({ move }) => move === 'finish')?.note).toBe(
    `补传：填写于 ${row.doneAt}，送达于 ${row.receivedAt}`,
  );
});

test('S99 counts a risk check as late when the reported time is impossible or after the due time', async () => {
  const [early, late, future] = [await planned(2), await planned(2), await planned(2)];
  await pass(1);
  for (const id of [early, late, future]) await getCheck(id);
  await pass(2);
  dataOf(await handIn([early], fromNow(-2.5)));
  dataOf(await handIn([late], fromNow(-0.5)));
  dataOf(await handIn([future], fromNow(30)));
  for (const id of [early, late, future]) {
    const row = await read(id);
    expect(row).toMatchObject({ status: 'done', late: true, resent: false, failCount: 0, doneCount: 1 });
    for (const { at } of row.items)
      expect([row.doneAt, formatInstant(fromNow(-0.5)), formatInstant(fromNow(-2.5))]).toContain(at);
  }
});

test('S24 refuses another enterprise that reads or writes the hand-out of a risk check', async () => {
  const id = await planned(2);
  await getCheck(id);
  const seenFrom = (enterpriseId: string | undefined) =>
    withConnection(app.database.appUrl, async (client) => {
      const settings = { tenant_id: people.home.id, enterprise_from: enterpriseId, enterprise_to: enterpriseId };
      for (const [name, value] of Object.entries({ ...settings, region_from: '', region_to: '~', region_until_1: '~' }))
        await client.query('select set_config($1, $2, false)', [`anlan.${name}`, value]);
      await client.query(`select set_config('role', left(session_user, 59) || '_all', false)`);
      const insert = `insert into risk_check_handout (tenant_id, risk_check_id, user_id, handed_at)
        values ($1, $2, gen_random_uuid(), now())`;
      if (enterpriseId !== people.home.enterpriseIds[0])
        await expect(client.query(insert, [people.home.id, id])).rejects.toThrow(/row-level security/);
      return (await client.query('select from risk_check_handout where risk_check_id = $1', [id])).rowCount;
    });
  expect(await seenFrom(people.home.enterpriseIds[0])).toBe(1);
  expect(await seenFrom(people.home.enterpriseIds[1])).toBe(0);
});
