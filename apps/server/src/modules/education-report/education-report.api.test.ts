// Tests each number of the monthly training report against the list that it links to.
import { dayOf } from '@anlan/contract/domain/instant';
import { educationFigures } from '@anlan/contract/modules/education-report/figures';
import type { EducationOfFirm, EducationTotals, EducationYear } from '@anlan/contract/modules/education-report/views';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, send } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let month = '';
let enterpriseId = '';
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  month = dayOf(app.clock.now()).slice(0, 7);
  enterpriseId = people.home.enterpriseIds[0] ?? '';
  const made = await makePeople(
    app,
    people.home,
    Array.from({ length: 6 }, () => ({ postKind: 'driver' as const })),
  );
  const [plan] = await app.sql<{ id: string }>(
    `insert into training_plan (tenant_id, id, enterprise_id, title, kind, start_on, end_on, hours_required, pass_score,
       status, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, '月度教育', 'routine', $3, $3, 2, 80, 'running', now(), now()) returning id`,
    [people.home.id, enterpriseId, `${month}-01`],
  );
  const states = [
    ['passed', 2, 1, 90, 1, true],
    ['passed', 2.5, 0, 85, 2, false],
    ['failed', 2, 0, 60, 3, false],
    ['notStarted', 0, 0, null, 0, false],
    ['signPending', 1, 1, 80, 1, false],
    ['exempted', 9, 9, 99, 1, true],
  ] as const;
  for (const [place, [status, hours, offline, score, attempts, signed]] of states.entries())
    await app.sql(
      `insert into learning_task (tenant_id, id, enterprise_id, plan_id, employee_id, plan_title, employee_name, hours,
         offline_hours, hours_required, score, attempts, due_on, status, signed_at, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $4, '月度教育', $5, $6, $7, 2, $8, $9, $10, $11,
         case when $12 then now() end, now(), now())`,
      [
        people.home.id,
        enterpriseId,
        plan?.id,
        made[place]?.id,
        made[place]?.name,
        hours,
        offline,
        score,
        attempts,
        `${month}-01`,
        status,
        signed,
      ],
    );
  for (const kind of ['talk', 'talk', 'class'])
    await app.sql(
      `insert into class_session (tenant_id, id, enterprise_id, kind, topic, place, held_at, minutes, trainer, status,
         ended_at, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, '教育', '车场', $4, 20, '王', 'ended', $4, now(), now())`,
      [people.home.id, enterpriseId, kind, `${month}-01T00:30:00+08:00`],
    );
}, 120_000);
afterAll(() => app.close());

const year = async (input: Record<string, unknown>, kind: Kind = 'entadmin') =>
  people.call('educationReport.year', { month, ...input }, kind);

test('RT-26 computes the numbers of a training month without exempted people', async () => {
  const { months } = dataOf<EducationYear>(await year({}));
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({
    month,
    plans: 1,
    due: 5,
    people: 5,
    passed: 2,
    absent: 1,
    onlineHours: 7.5,
    offlineHours: 2,
    signed: 1,
    examined: 4,
    examPassed: 3,
    talks: 2,
    meetings: 0,
    classes: 1,
    sessionSigned: 0,
  });
  expect(months[1]).toMatchObject({ plans: 0, due: 0, talks: 0 });
});

test('links every number of the training report to the list of the counted rows', async () => {
  const { months, id } = dataOf<EducationYear>(await year({ enterpriseId }, 'regulator'));
  const [now] = months;
  if (!now) throw new Error('no month');
  const lists: Record<string, string> = {
    '/bus/dailyEducation/index': '/bus/dailyEducation/page',
    '/bus/alearning/plan': '/bus/alearning/plan/page',
    '/bus/classSession/index': '/bus/classsession/page',
  };
  const counts: Record<string, number> = { exams: now.examined, hours: now.due };
  for (const { key, href, text } of educationFigures(now, id)) {
    if (href === null) continue;
    const address = new URL(href, 'https://anlan.example');
    address.searchParams.delete('tab');
    const answer = await send(app, 'GET', `${lists[address.pathname]}${address.search}`, {
      token: people.token('regulator'),
    });
    expect(dataOf<{ total: number }>(answer).total, `${key} ${href}`).toBe(counts[key] ?? Number.parseInt(text, 10));
  }
});

test('hides the training report of other enterprises from users', async () => {
  const all = dataOf<{ records: EducationOfFirm[]; total: number }>(
    await people.call('educationReport.firms', { month }, 'regulator'),
  );
  expect(all.records.find(({ id }) => id === enterpriseId)).toMatchObject({ due: 5, passed: 2, talks: 2 });
  expect(all.total).toBeGreaterThanOrEqual(2);
  const own = dataOf<{ records: EducationOfFirm[] }>(await people.call('educationReport.firms', { month }, 'entadmin'));
  expect(own.records.map(({ id }) => id)).toEqual([enterpriseId]);
  expect((await year({ enterpriseId: people.home.enterpriseIds[1] })).status).toBe(404);
  expect((await year({ enterpriseId: people.other.enterpriseIds[0] }, 'regulator')).status).toBe(404);
  expect((await year({ month: '2099-01' })).status).toBe(400);
  expect((await year({ month: '2026-13' })).status).toBe(400);
  expect((await year({}, 'entstaff')).status).toBe(403);
  const pdf = await people.call('educationReport.pdf', { month }, 'entadmin');
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
});

test('RT-26 gives a regulator totals, orders, a spreadsheet and a print of all enterprises', async () => {
  const list = async (more: Record<string, unknown> = {}) =>
    dataOf<{ records: EducationOfFirm[]; total: number }>(
      await people.call('educationReport.firms', { month, size: 100, ...more }, 'regulator'),
    );
  const all = await list();
  const totals = dataOf<EducationTotals>(await people.call('educationReport.totals', { month }, 'regulator'));
  expect(totals).toMatchObject({ firms: all.total, due: 5, passed: 2, talks: 2, onlineHours: 7.5 });
  expect((await list({ descs: 'due' })).records[0]?.id).toBe(enterpriseId);
  expect((await list({ ascs: 'rate' })).records.at(-1)?.id).toBe(enterpriseId);
  expect((await list({ descs: 'name' })).records.map(({ id }) => id)).toEqual(
    all.records.map(({ id }) => id).toReversed(),
  );
  const keyword = all.records[0]?.name ?? '';
  const some = await people.call('educationReport.totals', { month, keyword }, 'regulator');
  expect(dataOf<EducationTotals>(some).firms).toBeLessThan(all.total);
  const sheet = await people.call('educationReport.export', { month, descs: 'due' }, 'regulator');
  expect(sheet.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(sheet.bytes));
  const rows = sheets[0]?.rows ?? [];
  expect(rows.some((row) => row.includes(all.records.find(({ id }) => id === enterpriseId)?.name ?? ''))).toBe(true);
  const pdf = await people.call('educationReport.pdf', { month }, 'regulator');
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await people.call('educationReport.totals', { month }, 'entstaff')).status).toBe(403);
});
