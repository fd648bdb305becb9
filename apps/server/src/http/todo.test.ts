// To-dos (待办) and red dots (LY-17, CA-06). Events create and close them, so that they are always current.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, send } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { goodRow, textSheetOf } from '../../testing/import-file.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let setup: Setup;
let abroad: Setup;
let own: string;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  setup = await openSetup(app, tenant);
  abroad = await openSetup(app, other);
  own = tenant.enterpriseIds[0] ?? '';
});
afterAll(() => app.close());

interface Row {
  id: string;
  kind: string;
  title: string;
  enterpriseName: string | null;
  path: string;
  mine: boolean;
  turn: string;
  dueOn: string | null;
  snoozedTo: string | null;
  doneBy: string | null;
}
const list = async (kind: Kind, query: object = {}, at = setup) =>
  dataOf<{ records: Row[]; total: number }>(
    await send(app, 'GET', '/bus/todo/page', { ...at.as(kind), query: { size: 100, ...query } }),
  );
const dots = async (kind: Kind) =>
  dataOf<Record<string, number>>(await send(app, 'GET', '/bus/api/index/redDot', setup.as(kind)));
const about = (rows: Row[], id: string) => rows.filter(({ path }) => path.endsWith(id));
const setState = (status: string, id = own) =>
  app.sql(`update enterprise set status = $2, licence = '/upms/file/x', submitted_by = null where id = $1`, [
    id,
    status,
  ]);

async function bothSides() {
  const open = await app.sql<{ kind: string; subject_id: string }>(
    `select kind, subject_id from todo where tenant_id = $1 and subject_type = 'enterprise' and done_at is null`,
    [tenant.id],
  );
  const expectedTodos = await app.sql<{ kind: string; subject_id: string }>(
    `select case when status = 'underReview' then 'audit' when status = 'rejected' then 'rectify' else 'warning' end as kind,
       id as subject_id
     from enterprise where tenant_id = $1 and removed_at is null and (
       status = 'underReview' or (status = 'rejected' and not (source = 'apply' and first_signed_in_at is null))
       or (status in ('active', 'suspended') and first_signed_in_at is not null
         and next_expiry_on <= date '2026-03-02' + 30))`,
    [tenant.id],
  );
  const keys = (rows: typeof open) => rows.map((row) => `${row.kind} ${row.subject_id}`).toSorted();
  return { open: keys(open), said: keys(expectedTodos) };
}

describe('to-dos derived from enterprise states', () => {
  test('match the states of the enterprises after any state changes', async () => {
    await app.sql(`update enterprise set first_signed_in_at = now() where tenant_id = $1`, [tenant.id]);
    await app.repairTodos(tenant.id);
    const steps = fc.constantFrom('submit', 'withdraw', 'approve', 'reject', 'suspend', 'resume', 'update', 'remove');
    const moveInputs: Record<string, object> = {
      reject: { reason: '营业执照不清晰' },
      suspend: { kind: 'production', fromOn: '2026-03-01', reason: '检修' },
      update: { licenceTo: '2026-03-20' },
    };
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 8 }), fc.boolean(), async (moves, broken) => {
        for (const move of moves) {
          const { version } = await setup.read(own);
          const who = move === 'submit' || move === 'withdraw' ? 'entadmin' : 'regulator';
          // Tries a step. When it is impossible in this state, the server refuses it and nothing changes.
          await setup.call(move, { id: own, version, ...moveInputs[move] }, who);
          const [gone] = await app.sql<{ id: string }>(
            'select id from enterprise where id = $1 and removed_at is not null',
            [own],
          );
          if (gone) await setup.call('restore', { id: own });
        }
        if (broken) {
          await app.sql('delete from todo where tenant_id = $1', [tenant.id]);
          await setState('underReview');
          await app.repairTodos(tenant.id);
        }
        const { open, said: expectedTodos } = await bothSides();
        expect(open).toEqual(expectedTodos);
        if (!broken) await setState('draft').then(() => app.repairTodos(tenant.id));
      }),
      { numRuns: 6 },
    );
  });
});

test('shows the to-dos of the enterprise in which a person of two is signed in', async () => {
  const made = await app.sql<{ id: string }>(
    `insert into own_todo (tenant_id, id, user_id, subject_enterprise_id, kind, subject_type, subject_id, title, path, since)
     select $1, gen_random_uuid(), $2, of, 'confirm', 'job', gen_random_uuid(), '企业' || place, '/bus/enterprise/mine', now()
     from unnest(array[$3, $4, null]::uuid[]) with ordinality as one (of, place) returning id`,
    [tenant.id, tenant.people.entadmin, own, tenant.enterpriseIds[1]],
  );
  const { records } = await list('entadmin');
  const listed = records.filter(({ id }) => made.some((row) => row.id === id));
  expect(listed.map(({ title }) => title).toSorted()).toEqual(['企业1', '企业3']);
  expect((await dots('entadmin'))['unAct']).toBe(records.length);
  const [enterprise] = await app.sql<{ name: string }>('select name from enterprise where id = $1', [own]);
  expect(listed.map(({ enterpriseName }) => enterpriseName)).toEqual(expect.arrayContaining([enterprise?.name, null]));
  await app.sql('delete from own_todo where id = any($1)', [made.map(({ id }) => id)]);
});

describe('CA-06 owners of to-dos', () => {
  test('LY-17 CA-19 see the count of the default filter as red dot', async () => {
    await setState('draft');
    await app.repairTodos(tenant.id);
    const before = await dots('regulator');
    const { version } = await setup.read(own);
    dataOf(await setup.call('submit', { id: own, version }, 'entadmin'));
    const { records, total } = await list('regulator');
    const [row] = about(records, own);
    expect(row).toMatchObject({ kind: 'audit', mine: true, turn: '我', dueOn: '2026-03-05' });
    expect(await dots('regulator')).toMatchObject({ unAct: total });
    expect(total).toBe((before['unAct'] ?? 0) + 1);
    // Other users who may decide also see the to-do; users who may not decide do not see it.
    expect(about((await list('admin')).records, own)).toMatchObject([{ mine: false, turn: `${tenant.mark}regulator` }]);
    for (const kind of ['entadmin', 'entstaff', 'shop'] as const)
      expect(about((await list(kind)).records, own), kind).toEqual([]);
    expect(about((await list('regulator', {}, abroad)).records, own)).toEqual([]);

    const read = await setup.read(own);
    dataOf(await setup.call('reject', { id: own, version: read.version, reason: '请补充营业执照' }));
    expect(about((await list('regulator')).records, own)).toEqual([]);
    const done = await list('regulator', { state: 'done' });
    expect(about(done.records, own)[0]).toMatchObject({ doneBy: `${tenant.mark}regulator` });
    // Now the enterprise must act: its users who may submit again see the to-do.
    expect((await list('entadmin', { kind: 'rectify' })).records).toMatchObject([{ path: '/bus/enterprise/mine' }]);
    expect((await list('entstaff', { kind: 'rectify' })).total).toBe(0);
    dataOf(await setup.call('submit', { id: own, version: (await setup.read(own)).version }, 'entadmin'));
    expect((await list('entadmin', { kind: 'rectify' })).total).toBe(0);
  });

  test('can snooze a to-do for themselves until a day', async () => {
    await setState('draft');
    const { version } = await setup.read(own);
    dataOf(await setup.call('submit', { id: own, version }, 'entadmin'));
    const id = about((await list('regulator')).records, own)[0]?.id ?? '';
    const snooze = (snoozedTo: string | null, kind: Kind = 'regulator', at = setup) =>
      send(app, 'POST', '/bus/todo/snooze', { ...at.as(kind), body: { id, snoozedTo } });
    expect((await snooze('2026-03-05', 'entadmin')).status).toBe(404);
    expect((await snooze('2026-03-05', 'regulator', abroad)).status).toBe(404);
    for (const day of ['2026-03-02', '2026-02-01', '2026-05-01']) expect((await snooze(day)).status, day).toBe(400);
    const { total } = await list('regulator');
    dataOf(await snooze('2026-03-05'));
    expect(await list('regulator')).toMatchObject({ total: total - 1 });
    expect(await dots('regulator')).toMatchObject({ unAct: total - 1 });
    expect((await list('regulator', { state: 'snoozed' })).records).toMatchObject([{ id, snoozedTo: '2026-03-05' }]);
    expect(about((await list('admin')).records, own)).toHaveLength(1);
    dataOf(await snooze(null));
    expect(await list('regulator')).toMatchObject({ total });
  });

  test('lose a finished snooze in the night after the last snoozed day', async () => {
    await app.sql(
      `insert into todo_snooze (tenant_id, user_id, todo_id, until_on)
       select $1, $2, gen_random_uuid(), day from unnest(array[date '2026-03-01', '2026-03-02', '2026-03-03']) day`,
      [tenant.id, tenant.people.admin],
    );
    await app.doNow('todo.forget');
    expect(
      await app.sql('select until_on::text from todo_snooze where tenant_id = $1 and user_id = $2', [
        tenant.id,
        tenant.people.admin,
      ]),
    ).toEqual([{ until_on: '2026-03-03' }]);
  });

  test('include the users who may approve a registration', async () => {
    const id = crypto.randomUUID();
    await app.sql(
      `insert into app_user (tenant_id, id, username, nick_name, type, approval, claimed_enterprise)
       values ($1, $2, 'waiting', '待审人', 'enterprise', 'pending', '某企业')`,
      [tenant.id, id],
    );
    await app.repairTodos(tenant.id);
    const waits = async (kind: Kind) => (await list(kind)).records.filter(({ title }) => title.includes('待审人'));
    expect(await waits('admin')).toMatchObject([{ kind: 'audit', path: '/upms/user/entuser?approval=1' }]);
    expect(await waits('regulator')).toEqual([]);
    const decided = await send(app, 'POST', '/upms/user/decide', {
      ...setup.as('admin'),
      body: { id, version: 1, decision: 'reject', reason: '查无此人' },
    });
    dataOf(decided);
    expect(await waits('admin')).toEqual([]);
  });

  test('include the user who started the newest dry run', async () => {
    const upload = async (from: number) => {
      const bytes = await textSheetOf([goodRow(from), goodRow(from + 1)]);
      const file = { name: '企业.xlsx', type: 'application/octet-stream', bytes };
      const sent = await send(app, 'POST', '/bus/enterprise/import', { ...setup.as('regulator'), file });
      const { jobId } = dataOf<{ jobId: string }>(sent);
      const state = async () =>
        dataOf<{ state: string }>(await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator'))).state;
      await expect.poll(state, { timeout: 20_000 }).toBe('done');
      return jobId;
    };
    const waits = async (kind: Kind) => (await list(kind, { kind: 'confirm' })).records.map(({ path }) => path);
    const pathOf = (jobId: string) => `/bus/enterprise/index?import=${jobId}`;
    expect(await waits('regulator')).toEqual([]);
    const first = await upload(70_001);
    expect(await waits('regulator')).toEqual([pathOf(first)]);
    const second = await upload(70_011);
    expect(await waits('regulator')).toEqual([pathOf(second)]);
    expect(await waits('admin')).toEqual([]);
    dataOf(await setup.call('importConfirm', { jobId: second, mode: 'all', onDuplicate: 'skip' }));
    await expect.poll(() => waits('regulator')).toEqual([]);
    await app.repairTodos(tenant.id);
    expect(await waits('regulator')).toEqual([]);
  });

  test('include the user who started a user import', async () => {
    const csv = (rows: string[][]) =>
      Buffer.from([['用户名', '姓名', '用户类型', '手机号'], ...rows].map((row) => row.join(',')).join('\r\n'));
    const upload = async (kind: Kind, rows: string[][]) => {
      const file = { name: '用户.csv', type: 'text/csv', bytes: csv(rows) };
      const { jobId } = dataOf<{ jobId: string }>(
        await send(app, 'POST', '/upms/user/import', { ...setup.as(kind), file }),
      );
      return jobId;
    };
    const confirm = (kind: Kind, jobId: string, mode: string) =>
      send(app, 'POST', '/upms/user/import/confirm', { ...setup.as(kind), body: { jobId, mode } });
    const waits = async (kind: Kind) =>
      (await list(kind, { kind: 'confirm' })).records.map(({ title, path }) => `${title} ${path}`);
    const person = (name: string, phone: string, type = '监管人员') => [name, '沈安然', type, phone];

    const first = await upload('admin', [person('importa', '13400070001'), person('importb', '13400070002')]);
    const path = `/upms/user/index?import=${first}`;
    await expect.poll(() => waits('admin'), { timeout: 20_000 }).toEqual([`确认导入用户：2 行全部正确 ${path}`]);
    const staff = await upload('entadmin', [person('importc', '13400070003', '企业人员')]);
    await expect
      .poll(() => waits('entadmin'), { timeout: 20_000 })
      .toEqual([`确认导入用户：1 行全部正确 /upms/user/entuser?import=${staff}`]);

    // Another user takes the name between dry run and confirmation. The import writes nothing, and the to-do shows
    // the reason.
    await app.sql(
      `insert into app_user (tenant_id, id, username, nick_name, type) values ($1, $2, 'importa', '先到的人', 'regulator')`,
      [tenant.id, crypto.randomUUID()],
    );
    dataOf(await confirm('admin', first, 'all'));
    await expect
      .poll(() => waits('admin'), { timeout: 20_000 })
      .toEqual([`导入用户没有完成：1 行有错误，没有导入任何用户，请重新上传文件 ${path}`]);
    dataOf(await confirm('admin', first, 'rows'));
    await expect.poll(() => waits('admin'), { timeout: 20_000 }).toEqual([]);
    expect((await list('admin', { kind: 'confirm', state: 'done' })).records[0]?.path).toBe(path);

    // The imported file and its to-do expire after a day.
    await app.sql(`update job set updated_at = updated_at - interval '25 hours' where id = $1`, [staff]);
    await app.repairTodos(tenant.id);
    expect(await waits('entadmin')).toEqual([]);
  });
});
