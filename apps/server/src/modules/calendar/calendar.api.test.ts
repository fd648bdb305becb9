// Tests the workday calendar: an edited day moves deadlines at once, and a missing year creates a to-do.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CalendarDay } from '@anlan/contract/modules/calendar/resource';
import { callNamed, dataOf, send, sendCall, signIn } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const add = (day: string, kind: 'rest' | 'work', name = '调整') =>
  people.call('calendarDay.create', { day, kind, name }, 'admin');
const todos = async (token = people.token('admin')) =>
  dataOf<{ records: { title: string; path: string; dueOn: string | null }[] }>(
    await send(app, 'GET', '/bus/todo/page', { token, query: { size: 100 } }),
  ).records;

/** The due day of the review of an enterprise submitted today. */
async function dueOn(): Promise<string | null | undefined> {
  const id = people.home.enterpriseIds[0] ?? '';
  await app.sql(`update enterprise set status = 'draft', licence = '/upms/file/x' where id = $1`, [id]);
  const { version } = dataOf<{ version: number }>(await people.call('enterprise.get', { id }));
  dataOf(await people.call('enterprise.submit', { id, version }, 'entadmin'));
  return (await todos()).find(({ path }) => path.endsWith(id))?.dueOn;
}

test('moves only the deadlines of the tenant whose calendar days change', async () => {
  expect(await dueOn()).toBe('2026-03-05');
  const { id } = dataOf<{ id: string }>(await add('2026-03-04', 'rest', '台风停工'));
  expect(await dueOn()).toBe('2026-03-06');
  dataOf(await people.call('calendarDay.update', { id, version: 1, day: '2026-03-05' }, 'admin'));
  expect(await dueOn()).toBe('2026-03-06');
  dataOf(await people.call('calendarDay.remove', { id }, 'admin'));
  expect(await dueOn()).toBe('2026-03-05');
  for (const kind of ['regulator', 'entadmin'] as const)
    expect(
      (await people.call('calendarDay.create', { day: '2026-03-06', kind: 'rest', name: '无' }, kind)).status,
    ).toBe(403);
});

test('adds the published calendar days once in the nightly job', async () => {
  await app.doNow('calendar.fill');
  await app.doNow('calendar.fill');
  const listed = async (year: string) =>
    dataOf<{ records: CalendarDay[]; total: number }>(
      await people.call('calendarDay.page', { year, size: 100 }, 'admin'),
    );
  const { records, total } = await listed('2026');
  expect(total).toBe(39);
  expect(
    records.filter(({ day }) => day.startsWith('2026-10')).map(({ day, kind, name }) => `${day} ${kind} ${name}`),
  ).toEqual([
    '2026-10-10 work 国庆节补班',
    ...['07', '06', '05', '04', '03', '02', '01'].map((day) => `2026-10-${day} rest 国庆节`),
  ]);
  expect((await listed('2027')).total).toBe(0);
});

test('shows a to-do from December for a year without calendar days', async () => {
  await app.repairTodos(people.home.id);
  const calendarTodos = async (token: string) =>
    (await todos(token)).filter(({ path }) => path === '/upms/calendar/index');
  expect(await calendarTodos(people.token('admin'))).toEqual([]);
  app.clock.pass((Date.parse('2026-12-01T01:00:00Z') - app.clock.now().getTime()) / 1000);
  const token = (await signIn(app, people.home, 'admin')).access_token;
  await app.repairTodos(people.home.id);
  expect(await calendarTodos(token)).toMatchObject([{ title: expect.stringContaining('2027'), dueOn: '2026-12-31' }]);
  const body = { day: '2027-01-01', kind: 'rest', name: '元旦' };
  dataOf(await sendCall(app, callNamed(app, 'calendarDay.create'), body, { token }));
  expect(await calendarTodos(token)).toEqual([]);
});
