// The employee register. kit/conformance.test.ts tests what all declared resources share.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employee } from '@anlan/contract/modules/staff/resource';
import type { StaffAccount } from '@anlan/contract/modules/staff/calls';
import { callNamed, dataOf, send, sendCall, trySignIn, type Answer } from '../../../testing/client.ts';
import { declaredNamed, newRow, openPeople, valuesFor, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { fileOf, createImportClient } from '../../../testing/resource-import.ts';
import { makePeople } from '../../../testing/staff.ts';

const declared = declaredNamed('employee');
const today = '2026-03-02';
let app: TestApp;
let people: People;
let safetyToken: string;
let safetyRow: string;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const [safety] = await makePeople(app, people.home, [
    { postKind: 'safetyManager', account: { username: 'safety', role: 'ROLE_ENT_SAFETY' }, name: '许静远' },
  ]);
  safetyRow = safety?.id ?? '';
  safetyToken = tokenOf(await trySignIn(app, people.home.id, 'safety' as 'entadmin'));
}, 120_000);
afterAll(() => app.close());

const tokenOf = ({ json }: Answer) => (json as { access_token: string }).access_token;
const asSafety = (verb: string, input: Record<string, unknown>) =>
  sendCall(app, callNamed(app, `employee.${verb}`), input, { token: safetyToken });
const read = async (id: string, kind: 'entadmin' | 'regulator' = 'entadmin') =>
  dataOf<Employee>(await people.call('employee.get', { id }, kind));
const move = (id: string, verb: string, version: number, input: Record<string, unknown>) =>
  people.call(`employee.${verb}`, { id, version, ...input }, 'entadmin');
const problem = ({ status, json }: Answer) => [
  status,
  (json as { data?: { errors?: { field: string }[] } }).data?.errors?.[0]?.field,
];

test('moves an employee back to training after a year of absence', async () => {
  const { id } = await newRow(app, people, declared, { hiredOn: '2024-01-08' });
  expect(await read(id)).toMatchObject({ status: 'pendingTraining', statusOn: null });
  expect((await read(id)).abilities.toSorted()).toEqual(['leave', 'remove', 'start', 'update']);
  dataOf(await move(id, 'start', 1, { statusOn: '2024-01-10' }));
  dataOf(await move(id, 'pause', 2, { statusOn: '2025-01-02', reason: '病假' }));
  const away = await read(id);
  expect(away).toMatchObject({ status: 'offDuty', statusOn: '2025-01-02' });
  expect(away.abilities).toContain('retrain');
  expect((await move(id, 'resume', 3, { statusOn: today })).status).toBe(403);
  dataOf(await move(id, 'retrain', 3, { statusOn: today }));
  expect(await read(id)).toMatchObject({ status: 'pendingTraining', statusOn: today, version: 4 });
  const history = dataOf<{ move: string; note: string | null }[]>(
    await people.call('employee.history', { id }, 'entadmin'),
  );
  expect(history.map((one) => one.move).toSorted()).toEqual(['create', 'pause', 'retrain', 'start']);
  expect(history.map((one) => one.note)).toContain('病假');
});

test('refuses status days of an employee before hiring or in the future', async () => {
  const { id } = await newRow(app, people, declared, { hiredOn: '2026-01-08' });
  for (const statusOn of ['2026-01-07', '2026-03-03'])
    expect(problem(await move(id, 'start', 1, { statusOn }))).toEqual([400, 'statusOn']);
  expect(problem(await move(id, 'leave', 1, { leftOn: '2026-03-03' }))).toEqual([400, 'leftOn']);
  const values = await valuesFor(app, people.home, declared);
  expect(problem(await people.call('employee.create', { ...values, hiredOn: '2026-12-01' }, 'entadmin'))).toEqual([
    400,
    'hiredOn',
  ]);
});

test('retains the data of an employee who left', async () => {
  const [gone] = await makePeople(app, people.home, [
    { postKind: 'general', account: { username: 'leaver', role: 'ROLE_ENT_STAFF' } },
  ]);
  const { id = '', userId = '' } = gone ?? {};
  const token = tokenOf(await trySignIn(app, people.home.id, 'leaver' as 'entadmin'));
  expect((await send(app, 'GET', '/upms/user/info', { token })).status).toBe(200);
  dataOf(await move(id, 'leave', 1, { leftOn: today, reason: '合同到期' }));
  expect(await read(id)).toMatchObject({ status: 'left', leftOn: today, abilities: [] });
  expect((await send(app, 'GET', '/upms/user/info', { token })).status).toBe(401);
  expect(await app.sql('select from user_enterprise where user_id = $1', [userId])).toHaveLength(0);
  const late = await people.call('employee.update', { id, version: 2, name: '改名' }, 'entadmin');
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('已离职人员的资料不能修改')]);
});

test('allows a phone for only one active employee', async () => {
  const { id, values } = await newRow(app, people, declared);
  const again = { ...(await valuesFor(app, people.home, declared)), phone: values['phone'] };
  const refused = await people.call('employee.create', again, 'entadmin');
  expect(problem(refused)).toEqual([400, 'phone']);
  expect(refused.text).toContain(String(values['name']));
  const searchEmployees = async (kind: 'entadmin' | 'regulator', keyword: unknown) =>
    dataOf<{ records: Employee[] }>(await people.call('employee.page', { keyword }, kind)).records;
  expect((await searchEmployees('entadmin', values['phone'])).map((row) => row.id)).toEqual([id]);
  const [masked] = await searchEmployees('regulator', values['phone']);
  expect(masked?.phone).toMatch(/^139\*{4}/);
  expect(await searchEmployees('entadmin', '13912340000')).toEqual([]);
  dataOf(await move(id, 'leave', 1, { leftOn: today }));
  dataOf(await people.call('employee.create', again, 'entadmin'));
});

test('lets only the head link an employee to an account of the same enterprise', async () => {
  const { id, values } = await newRow(app, people, declared, { postKind: 'general' });
  const put = (userId: string, version = 1) => people.call('employee.update', { id, version, userId }, 'entadmin');
  expect(problem(await put(people.home.people.regulator))).toEqual([400, 'userId']);
  expect(problem(await put(people.home.people.shop))).toEqual([400, 'userId']);
  const [safetyRowAccount] = await app.sql<{ user_id: string }>('select user_id from employee where id = $1', [
    safetyRow,
  ]);
  expect(problem(await put(safetyRowAccount?.user_id ?? ''))).toEqual([400, 'userId']);
  expect(problem(await asSafety('update', { id, version: 1, userId: people.home.people.entstaff }))).toEqual([
    400,
    'userId',
  ]);
  const listed = dataOf<StaffAccount[]>(await people.call('employee.accounts', {}, 'entadmin'));
  expect(Object.fromEntries(listed.map((one) => [one.username, one.taken]))).toMatchObject({
    entstaff: false,
    safety: true,
  });
  dataOf(await put(people.home.people.entstaff));
  expect(await read(id)).toMatchObject({ userId: people.home.people.entstaff, userName: expect.any(String) });
  expect(dataOf<string[]>(await people.call('employee.departments', {}, 'entstaff'))).toContain(values['department']);
  dataOf(await people.call('employee.remove', { id }, 'entadmin'));
});

describe('editors of the employee register (§8.15)', () => {
  test('lets the safety manager edit employees, except the head', async () => {
    const values = await valuesFor(app, people.home, declared);
    expect(problem(await asSafety('create', { ...values, postKind: 'head' }))).toEqual([400, 'postKind']);
    const { id } = dataOf<{ id: string }>(await asSafety('create', { ...values, postKind: 'general' }));
    expect(problem(await asSafety('update', { id, version: 1, postKind: 'head' }))).toEqual([400, 'postKind']);
    dataOf(await asSafety('start', { id, version: 1, statusOn: today }));
    const head = await newRow(app, people, declared, { postKind: 'head' });
    expect((await asSafety('update', { id: head.id, version: 1, name: '改名' })).status).toBe(400);
    expect(dataOf<Employee>(await asSafety('get', { id: head.id })).abilities).toEqual([]);
    // An employee may not record their own leaving.
    const own = await asSafety('leave', { id: safetyRow, version: 1, leftOn: today });
    expect(own.status).toBe(403);
  });

  test('refuses edits by people with another post', async () => {
    await makePeople(app, people.home, [
      { postKind: 'driver', account: { username: 'driver', role: 'ROLE_ENT_SAFETY' } },
    ]);
    const token = tokenOf(await trySignIn(app, people.home.id, 'driver' as 'entadmin'));
    const values = await valuesFor(app, people.home, declared);
    const created = await sendCall(app, callNamed(app, 'employee.create'), values, { token });
    expect([created.status, created.text]).toEqual([403, expect.stringContaining('只有主要负责人和安全管理人员')]);
    for (const kind of ['regulator', 'entstaff'] as const)
      expect((await people.call('employee.create', values, kind)).status, kind).toBe(403);
    const { records } = dataOf<{ records: Employee[] }>(await people.call('employee.page', {}, 'regulator'));
    expect(records.length).toBeGreaterThan(0);
    expect(records.flatMap((row) => row.abilities)).toEqual([]);
  });
});

test('refuses imported rows that break the rules of the register', { timeout: 60_000 }, async () => {
  const row = async (more: Record<string, unknown> = {}): Promise<Record<string, unknown>> => ({
    ...(await valuesFor(app, people.home, declared)),
    postKind: 'general',
    ...more,
  });
  const { checked, confirmed } = createImportClient(app, 'employee', safetyToken);
  const [good, again] = [await row(), await row()];
  const rows = [
    good,
    await row({ postKind: 'head' }),
    await row({ hiredOn: '2027-03-02' }),
    await row({ phone: good['phone'] }),
    again,
    { ...again, phone: good['phone'] },
  ];
  const bytes = await fileOf(app, people.home, declared, rows);
  const looked = await checked(bytes);
  expect(looked.result?.errors.map((error) => [error.row, error.column, error.cause])).toEqual([
    [3, '岗位类别', '“主要负责人”只能由主要负责人设置和变更'],
    [4, '入职日期', '入职日期不能晚于今天以后 90 天'],
  ]);
  // Two rows have the same phone: the first is written, the second fails when it is written.
  const ended = await confirmed(looked.id);
  expect(ended.result).toMatchObject({ inserted: 2, failed: 4 });
  const second = await checked(bytes);
  expect(second.result).toMatchObject({ duplicates: 2, unchanged: 2, bad: 4 });
  expect(JSON.stringify(second.result)).not.toContain(String(good['phone']));
});
