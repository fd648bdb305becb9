// Staff reports through the API: sent by report code without an account, checked, turned into a danger, rewarded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffReport } from '@anlan/contract/modules/staff-report/resource';
import { callNamed, dataOf, sendCall, signIn, type Answer } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { png } from '../../../testing/sample-files.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const call = (name: string, input: Record<string, unknown>, kind: Kind = 'entadmin', tenant?: 'home' | 'other') =>
  people.call(`staffReport.${name}`, input, kind, tenant);
const stranger = (name: string, input: Record<string, unknown>, file?: Uint8Array) =>
  sendCall(app, callNamed(app, `staffReport.${name}`), input, {
    token: null,
    ...(file ? { file: { name: '现场.png', type: 'image/png', bytes: file } } : {}),
  });
const statusOf = async (answer: Promise<Answer>) => (await answer).status;
const makeCode = async (days = 30) => {
  const made = dataOf<{ id: string; token: string }>(await call('makeCode', { name: '一号车间门口', days }));
  return { id: made.id, key: { tenantId: people.home.id, token: made.token } };
};
const read = async (no: string) =>
  dataOf<{ records: StaffReport[] }>(await call('page', { current: 1, size: 100 })).records.find(
    (row) => row.no === no,
  );

test('turns an anonymous report to the enterprise into a danger', async () => {
  const { key } = await makeCode();
  expect(dataOf(await stranger('reportOpen', key))).toEqual({
    enterpriseName: expect.any(String),
    name: '一号车间门口',
  });
  const photo = dataOf<{ id: string }>(await stranger('reportPhoto', key, png));
  const sent = { ...key, matter: '配电箱门缺失，电线裸露', place: '冲压车间', photos: [photo.id] };
  const { no } = dataOf<{ no: string }>(await stranger('reportSend', sent));
  const traces = await app.sql<{ call: string; address: string; user_agent: string; request_id: string }>(
    `select distinct call, address, user_agent, request_id from audit
     where tenant_id = $1 and user_id is null and (address <> '' or user_agent <> '' or request_id <> ''
       or call = 'staffReport.reportSend')`,
    [people.home.id],
  );
  expect(traces).toEqual([{ call: 'staffReport.reportSend', address: '', user_agent: '', request_id: '' }]);
  const row = await read(no);
  expect(row).toMatchObject({
    status: 'submitted',
    reporterName: null,
    codeName: '一号车间门口',
    photos: [{ id: photo.id }],
  });
  // Nobody else in the enterprise may change or remove a person's report.
  expect(row?.abilities.filter((one) => ['update', 'remove'].includes(one))).toEqual([]);
  expect(await statusOf(call('update', { id: row?.id, version: row?.version, matter: '没有问题' }))).toBe(403);
  expect(await statusOf(call('remove', { id: row?.id }))).toBe(403);
  const confirmInput = {
    id: row?.id,
    version: row?.version,
    opinion: '属实',
    category: 'electric',
    foundPlace: '冲压车间',
  };
  const confirmed = dataOf<{ id: string; version: number }>(await call('confirm', confirmInput));
  const after = await read(no);
  const [danger] = await app.sql<{ title: string; found_by: string; photos_before: unknown[]; source: string }>(
    'select title, found_by, photos_before, source from danger where id = $1',
    [after?.dangerId],
  );
  expect(danger).toMatchObject({ found_by: '员工举报', source: 'report', photos_before: [{ id: photo.id }] });
  const nothing = { ...confirmed, rewardFen: 0, rewardReason: '及时发现' };
  expect(await statusOf(call('reward', nothing))).toBe(400);
  await call('reward', { ...confirmed, rewardFen: 50_000, rewardReason: '及时发现' });
  expect(await read(no)).toMatchObject({ status: 'rewarded', rewardFen: 50_000, rewardReason: '及时发现' });
  expect(dataOf(await call('totals', {}))).toEqual({ rewards: 1, rewardFen: 50_000 });
});

test('S100 refuses a reporter who confirms or rewards their own report', async () => {
  const [second] = await makePeople(app, people.home, [
    { postKind: 'safetyManager', name: '周明舟', account: { username: 'second', role: 'ROLE_ENT_SAFETY' } },
  ]);
  const { access_token: token } = await signIn(app, people.home, 'second' as Kind);
  const asSecond = (name: string, input: Record<string, unknown>) =>
    sendCall(app, callNamed(app, `staffReport.${name}`), input, { token });
  const made = dataOf<{ id: string; version: number }>(await call('create', { matter: '通道堵塞', photos: [] }));
  const own = async () => dataOf<StaffReport>(await call('get', { id: made.id }));
  const confirmInput = { opinion: '属实', category: 'electric', foundPlace: '冲压车间' };
  expect((await own()).abilities).not.toContain('confirm');
  const refused = await call('confirm', { ...made, ...confirmInput });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('请由本企业其他管理人员核实')]);
  const confirmed = dataOf<{ id: string; version: number }>(await asSecond('confirm', { ...made, ...confirmInput }));
  expect((await own()).abilities).not.toContain('reward');
  const reward = { ...confirmed, rewardFen: 50_000, rewardReason: '及时发现' };
  expect(await statusOf(call('reward', reward))).toBe(403);
  const toSelf = await asSecond('reward', { ...reward, rewardTo: second?.name });
  expect([toSelf.status, toSelf.text]).toEqual([400, expect.stringContaining('不能把奖励发给本人')]);
  dataOf(await asSecond('reward', { ...reward, rewardTo: '李四' }));
  // A report sent with a report code does not contain the account, but contains the name that the sender typed.
  const { key } = await makeCode();
  const { no } = dataOf<{ no: string }>(
    await stranger('reportSend', { ...key, matter: '护栏松动', photos: [], reporterName: '周明舟' }),
  );
  const named = await read(no);
  expect((await asSecond('confirm', { id: named?.id, version: named?.version, ...confirmInput })).status).toBe(403);
});

test('S97 gives the same answer for revoked, expired, foreign and guessed report codes', async () => {
  const { id, key } = await makeCode();
  const guess = { ...key, token: 'A'.repeat(43) };
  const other = { ...key, tenantId: people.other.id };
  const ended = await makeCode();
  await app.sql(`update staff_report_code set expires_at = now() - interval '400 days' where id = $1`, [ended.id]);
  await call('revokeCode', { id });
  const answers = [];
  for (const wrong of [key, guess, other, ended.key])
    for (const [name, more] of [
      ['reportOpen', {}],
      ['reportSend', { matter: '通道堵塞', photos: [] }],
    ] as const) {
      const { status, json } = await stranger(name, { ...wrong, ...more });
      answers.push([status, (json as { msg: string }).msg]);
    }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(answers[0]?.[0]).toBe(404);
  const good = await makeCode();
  const set = (status: string) =>
    app.sql('update tenant set status = $2 where tenant_id = $1', [people.home.id, status]);
  await set('frozen');
  expect((await stranger('reportOpen', good.key)).status).toBe(404);
  await set('active');
  expect((await stranger('reportOpen', good.key)).status).toBe(200);
  const codeRows = await app.sql<{ token_hash: string }>('select token_hash from staff_report_code where id = $1', [
    id,
  ]);
  expect(codeRows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/);
});

test('S97 refuses photos of another report code', async () => {
  const [one, other] = [await makeCode(), await makeCode()];
  const photo = dataOf<{ id: string }>(await stranger('reportPhoto', one.key, png));
  const sent = { matter: '通道堵塞', photos: [photo.id] };
  expect(await statusOf(stranger('reportSend', { ...other.key, ...sent }))).toBe(400);
  dataOf(await stranger('reportSend', { ...one.key, ...sent }));
  expect(await statusOf(stranger('reportSend', { ...one.key, ...sent }))).toBe(400);
  await app.sql(
    `insert into staff_report (tenant_id, id, enterprise_id, no, matter, code_id, reported_at, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 'JB-T' || n, '举报', $3, $4, $4, $4 from generate_series(1, 50) n`,
    [people.home.id, people.home.enterpriseIds[0], other.id, app.clock.now()],
  );
  expect(await statusOf(stranger('reportSend', { ...other.key, matter: '通道堵塞', photos: [] }))).toBe(429);
});

test('shows the reporter only to the people who run the enterprise', async () => {
  const { key } = await makeCode();
  const named = { ...key, matter: '护栏松动', photos: [], reporterName: '李四', reporterPhone: '13500001234' };
  const { no } = dataOf<{ no: string }>(await stranger('reportSend', named));
  expect(await read(no)).toMatchObject({ reporterName: '李四', reporterPhone: '13500001234' });
  const logged = JSON.stringify(
    await app.sql(`select * from audit where object_type = 'staffReport' and tenant_id = $1`, [people.home.id]),
  );
  expect(logged).toContain('不记入日志');
  expect(logged).not.toMatch(/李四|13500001234|135\*/);
  for (const kind of ['entstaff', 'shop', 'regulator', 'admin'] as const)
    expect(await statusOf(call('page', { current: 1, size: 10 }, kind))).toBe(403);
  const bad = { ...named, reporterPhone: '12345' };
  expect(await statusOf(stranger('reportSend', bad))).toBe(400);
});
