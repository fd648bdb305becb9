// S99: a missed task remains missed. Users who would profit cannot remove, void or move the task.
import { afterAll, expect, test } from 'vitest';
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { callNamed, dataOf, sendCall, type Answer } from '../../testing/client.ts';
import { openDangers, type Who } from '../../testing/danger-people.ts';

const { app, people, tokens, rows, create, read, act, fixed, submitted } = await openDangers();
afterAll(() => app.close());

const call = (who: Who, name: string, input: Record<string, unknown>): Promise<Answer> =>
  sendCall(app, callNamed(app, name), input, { token: tokens[who] });
const today = () => dayOf(app.clock.now());
const [enterpriseId = ''] = people.home.enterpriseIds;
const refused = ({ status }: Answer) => [400, 403].includes(status);
const lapse = (id: string) =>
  app.sql(`update danger set deadline_on = $2::date, found_at = found_at - interval '1 day' where id = $1`, [
    id,
    addDays(today(), -1),
  ]);

test('S99 does not let an enterprise void or remove its overdue danger', async () => {
  const id = await create('worker', { foundAt: formatInstant(app.clock.now()) });
  expect((await read(id, 'worker')).abilities).toEqual(expect.arrayContaining(['void', 'remove']));
  await lapse(id);
  for (const who of ['worker', 'safety', 'head'] as const) {
    expect((await read(id, who)).abilities.filter((one) => ['void', 'remove'].includes(one))).toEqual([]);
    expect(refused(await act(who, 'void', id, { reason: '登记有误，予以作废' })), who).toBe(true);
    expect(refused(await call(who, 'danger.remove', { id })), who).toBe(true);
  }
  expect((await read(id)).abilities).toContain('void');
});

test('S99 keeps the expired deadline of a danger when the enterprise sends the repair back', async () => {
  const late = await submitted('worker');
  await app.sql('update danger set deadline_on = $2::date, submitted_at = $3 where id = $1', [
    late,
    addDays(today(), -1),
    app.clock.now(),
  ]);
  const reason = '照片看不清压力表，请补充';
  const answer = await act('safety', 'sendBack', late, { reason, deadlineOn: addDays(today(), 10) });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('已经逾期')]);
  dataOf(await act('safety', 'sendBack', late, { reason }));
  dataOf(await act('safety', 'receipt', late));
  dataOf(await act('leader', 'submit', late, await fixed('leader')));
  const { deadlineOn } = await read(late);
  expect(deadlineOn).toBe(addDays(today(), -1));

  const punctual = await submitted('worker', { foundAt: '2026-03-01 09:00:00', deadlineOn: '2026-03-08' });
  const far = await act('safety', 'sendBack', punctual, { reason, deadlineOn: '2026-03-17' });
  expect([far.status, far.text]).toEqual([400, expect.stringContaining('2026-03-16')]);
  dataOf(await act('safety', 'sendBack', punctual, { reason, deadlineOn: '2026-03-16' }));
});

test('S99 refuses to remove or reschedule a missed risk check after its due day', async () => {
  const [pointId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await app.sql(
    `insert into risk_point (tenant_id, id, no, enterprise_id, name, kind, place, department, owner_id, method, control_layer,
       check_cycle, status, presence_code, assessed_on, created_at, updated_at, oversight_code, controls)
     values ($1, $2, 'FX-1', $3, '冲床', 'equipment', '冲压车间', '冲压车间', $4, 'LEC', 'team', 'daily', 'inForce',
       'code', now(), now(), now(), '', '[{"kind":"engineering","text":"光电保护联锁"}]')`,
    [people.home.id, pointId, enterpriseId, rows.leader],
  );
  const at = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);
  await app.sql(
    `insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at, due_at,
       planned, created_at, updated_at, oversight_code)
     values ($1, $2, $3, $4, 'team', $5::date, '冲床', $6, $7, false, $6, $6, '')`,
    [people.home.id, id, enterpriseId, pointId, addDays(today(), -1), at(-30), at(-10)],
  );
  const row = dataOf<{ version: number; abilities: string[] }>(await call('safety', 'riskCheck.get', { id }));
  expect(row.abilities).not.toContain('remove');
  const { version } = row;
  expect(refused(await call('safety', 'riskCheck.update', { id, version, dueOn: addDays(today(), 3) }))).toBe(true);
  expect(refused(await call('safety', 'riskCheck.remove', { id }))).toBe(true);
});

test('S99 refuses to remove or exempt an overdue learning task', async () => {
  const [plan] = await app.sql<{ id: string }>(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, status,
       created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '驾驶员集中培训', 'routine', $3, $4, 40, 'running', now(), now()) returning id`,
    [people.home.id, enterpriseId, today(), addDays(today(), 20)],
  );
  const input = { planId: plan?.id, employeeId: rows.worker };
  const far = await call('head', 'learningTask.create', { ...input, dueOn: addDays(today(), 400) });
  expect([far.status, far.text]).toEqual([400, expect.stringContaining('培训计划结束')]);
  const { id } = dataOf<{ id: string }>(
    await call('head', 'learningTask.create', { ...input, dueOn: addDays(today(), 20) }),
  );
  await app.sql('update learning_task set due_on = $2::date where id = $1', [id, addDays(today(), -1)]);
  const { version, abilities } = dataOf<{ version: number; abilities: string[] }>(
    await call('head', 'learningTask.get', { id }),
  );
  expect(abilities.filter((one) => ['remove', 'exempt'].includes(one))).toEqual([]);
  expect(refused(await call('head', 'learningTask.remove', { id }))).toBe(true);
  expect(refused(await call('head', 'learningTask.exempt', { id, version, exemptReason: '已在原单位培训' }))).toBe(
    true,
  );
});

test('S99 refuses to remove an expired certificate', async () => {
  const { id } = dataOf<{ id: string }>(
    await call('safety', 'certificate.create', {
      employeeId: rows.worker,
      kind: 'driverLicence',
      certNo: '330108199001010011',
      issuedOn: '2020-01-01',
      validTo: addDays(today(), 10),
    }),
  );
  await app.sql('update certificate set valid_to = $2::date where id = $1', [id, addDays(today(), -1)]);
  const row = dataOf<{ version: number; abilities: string[] }>(await call('safety', 'certificate.get', { id }));
  expect(row.abilities.filter((one) => ['remove', 'void'].includes(one))).toEqual(['void']);
  const answer = await call('safety', 'certificate.remove', { id });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('请作废并写明原因')]);
  const voiding = { id, version: row.version, reason: '已调离驾驶岗位' };
  expect(refused(await call('worker', 'certificate.void', voiding))).toBe(true);
  dataOf(await call('safety', 'certificate.void', voiding));
  expect(dataOf(await call('safety', 'certificate.get', { id }))).toMatchObject({ status: expect.any(String) });
  expect((await call('safety', 'certificate.history', { id })).text).toContain('已调离驾驶岗位');
});

test('S99 refuses to remove a late periodic report', async () => {
  const { id } = dataOf<{ id: string }>(
    await call('head', 'report.create', { enterpriseId, kind: 'month', period: '2026-01' }),
  );
  await app.sql(`update report set created_at = created_at - interval '60 days' where id = $1`, [id]);
  const row = dataOf<{ missing: boolean; abilities: string[] }>(await call('head', 'report.get', { id }));
  expect([row.missing, row.abilities.includes('remove')]).toEqual([true, false]);
  expect(refused(await call('head', 'report.remove', { id }))).toBe(true);
});

test('S99 refuses to remove a late or fatal accident and report it again', async () => {
  const report = async (minutesAgo: number, more: Record<string, unknown>) => {
    const input = {
      enterpriseId,
      kind: 'harm',
      title: '一号库叉车碰撞',
      type: 'vehicleInjury',
      place: '一号库',
      occurredAt: formatInstant(new Date(app.clock.now().getTime() - minutesAgo * 60_000)),
      firstReportAt: formatInstant(app.clock.now()),
      minorInjuries: 1,
      process: '倒车时碰撞',
      ...more,
    };
    return dataOf<{ id: string }>(await call('head', 'accident.create', input)).id;
  };
  for (const id of [await report(24 * 60, {}), await report(10, { deaths: 1 })]) {
    const { abilities } = dataOf<{ abilities: string[] }>(await call('head', 'accident.get', { id }));
    expect([abilities.includes('update'), abilities.includes('remove')]).toEqual([true, false]);
    expect(refused(await call('head', 'accident.remove', { id }))).toBe(true);
  }
  dataOf(await call('head', 'accident.remove', { id: await report(10, {}) }));
});

test('S99 refuses to remove or reschedule a missed drill', async () => {
  const [plan] = await app.sql<{ id: string }>(
    `insert into emergency_plan (tenant_id, id, enterprise_id, kind, title, issued_on, status, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'onSite', '车辆伤害现场处置方案', $3::date, 'effective', now(), now()) returning id`,
    [people.home.id, enterpriseId, addDays(today(), -30)],
  );
  const { id, version } = dataOf<{ id: string; version: number }>(
    await call('head', 'drill.create', {
      enterpriseId,
      planId: plan?.id,
      form: 'live',
      title: '车辆伤害演练',
      plannedOn: addDays(today(), 3),
      place: '厂区',
      leader: '周明',
      scenario: '叉车伤人',
    }),
  );
  await app.sql('update drill set planned_on = $2::date where id = $1', [id, addDays(today(), -1)]);
  const { abilities } = dataOf<{ abilities: string[] }>(await call('head', 'drill.get', { id }));
  expect(abilities).not.toContain('remove');
  expect(refused(await call('head', 'drill.remove', { id }))).toBe(true);
  const moved = await call('head', 'drill.update', { id, version, plannedOn: addDays(today(), 9) });
  expect([moved.status, moved.text]).toEqual([400, expect.stringContaining('计划日期已过')]);
});

test('S99 refuses to backdate an accident by an old unrelated phone call', async () => {
  await app.sql(
    `insert into phone_report (tenant_id, id, enterprise_id, caller, content, received_at, matched, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '某人', '设备故障', $3, false, $3, $3)`,
    [people.home.id, enterpriseId, new Date(app.clock.now().getTime() - 300 * 86_400_000)],
  );
  const made = await call('head', 'accident.create', {
    enterpriseId,
    kind: 'harm',
    title: '一号库叉车碰撞',
    type: 'vehicleInjury',
    place: '一号库',
    occurredAt: formatInstant(new Date(app.clock.now().getTime() - 301 * 86_400_000)),
    firstReportAt: formatInstant(app.clock.now()),
    minorInjuries: 1,
    process: '倒车时碰撞',
  });
  const row = dataOf<{ late: boolean; reportedAt: string }>(
    await call('head', 'accident.get', { id: dataOf<{ id: string }>(made).id }),
  );
  expect(row).toMatchObject({ late: true, reportedAt: formatInstant(app.clock.now()) });
});
