// CA-13: lifecycle steps of an enterprise over HTTP, each tried by every kind of user.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { enterpriseStatus, type EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { newId } from '#kernel/ids.ts';
import { callNamed, dataOf, send, sendCall, signIn, type Answer } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
let own: string;
const tokens = new Map<Kind, string>();
async function tokenOf(kind: Kind) {
  const cachedToken = tokens.get(kind);
  if (cachedToken && (await send(app, 'GET', '/upms/user/info', { token: cachedToken })).status === 200)
    return cachedToken;
  const { access_token } = await signIn(app, tenant, kind, { shopId: kind.startsWith('ent') ? own : undefined });
  tokens.set(kind, access_token);
  return access_token;
}
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
  own = tenant.enterpriseIds[0] ?? '';
});
afterAll(() => app.close());

interface Piece {
  entries: {
    id: string;
    kind: string;
    call: string;
    from: string | null;
    to: string | null;
    note: string | null;
    byName: string | null;
    details: Record<string, unknown>;
    changes: { field: string; before: unknown; after: unknown }[];
  }[];
  next: string | null;
}
const licence = `/upms/file/01a00000-0000-7000-8000-000000000001`;
async function put(id: string, status: EnterpriseStatus) {
  const [row] = await app.sql<{ version: number }>(
    `update enterprise set status = $2, licence = $3, submitted_by = null, created_by = $4, source = 'regulator'
       where id = $1 returning version`,
    [id, status, licence, tenant.people.admin],
  );
  return row?.version ?? 0;
}
async function fresh(status: EnterpriseStatus) {
  const { id } = await setup.created();
  return { id, version: await put(id, status) };
}
const msgOf = (answer: Answer) => (answer.json as { msg: string }).msg;
const fieldsIn = (answer: Answer) =>
  ((answer.json as { data: { errors?: { field: string }[] } | null }).data?.errors ?? []).map(({ field }) => field);
const changesOf = (id: string) =>
  app.sql<{ from_status: string | null; to_status: string; note: string | null; by_id: string; details: object }>(
    'select from_status, to_status, note, by_id, details from enterprise_status_change where enterprise_id = $1 order by id',
    [id],
  );

const checklist = Object.keys(resumeChecks);
const steps = [
  ['activate', {}, 'draft', 'active', ['regulator', 'admin']],
  ['submit', {}, 'draft', 'underReview', ['entadmin']],
  ['submit', {}, 'rejected', 'underReview', ['entadmin']],
  ['withdraw', {}, 'underReview', 'draft', ['entadmin']],
  ['approve', {}, 'underReview', 'active', ['regulator', 'admin']],
  ['reject', { reason: '营业执照不清晰' }, 'underReview', 'rejected', ['regulator', 'admin']],
  [
    'suspend',
    { kind: 'production', fromOn: '2026-03-01', reason: '设备检修一个月' },
    'active',
    'suspended',
    ['regulator', 'admin', 'entadmin'],
  ],
  ['resume', { checklist, note: '现场已核查' }, 'suspended', 'active', ['regulator', 'admin']],
  ['close', { reason: 'movedOut', closedOn: '2026-03-01' }, 'active', 'closed', ['regulator', 'admin']],
  ['close', { reason: 'shutDown', closedOn: '2026-02-01' }, 'suspended', 'closed', ['regulator', 'admin']],
] as const;
const everybody: Kind[] = ['regulator', 'admin', 'entadmin', 'entstaff', 'shop', 'nobody'];
const states = Object.keys(enterpriseStatus) as EnterpriseStatus[];

describe.each(steps)('%s %j: %s → %s', (verb, demanded, from, to, mayOnOwn) => {
  test.each(everybody)('succeeds or is refused as declared, by %s', async (kind) => {
    const version = await put(own, from);
    const token = await tokenOf(kind);
    const before = await changesOf(own);
    const call = callNamed(app, `enterprise.${verb}`);
    const answer = await sendCall(app, call, { id: own, version, ...demanded }, { token });
    const may = (mayOnOwn as readonly Kind[]).includes(kind);
    expect(answer.status, answer.text).toBe(may ? 200 : 403);
    const [row] = await app.sql<{ status: string }>('select status from enterprise where id = $1', [own]);
    expect(row?.status).toBe(may ? to : from);
    const after = await changesOf(own);
    expect(after.length - before.length).toBe(may ? 1 : 0);
    if (may) expect(after.at(-1)).toMatchObject({ from_status: from, to_status: to, by_id: tenant.people[kind] });
    await put(own, 'active');
  });

  test('is refused from any other state', async () => {
    const kind: Kind = mayOnOwn.includes('entadmin' as never) ? 'entadmin' : 'regulator';
    const starts = steps.filter(([name]) => name === verb).map(([, , start]) => start as EnterpriseStatus);
    for (const state of states.filter((each) => !starts.includes(each) && (kind !== 'entadmin' || each !== 'closed'))) {
      const version = await put(own, state);
      const token = await tokenOf(kind);
      const call = callNamed(app, `enterprise.${verb}`);
      const answer = await sendCall(app, call, { id: own, version, ...demanded }, { token });
      expect([state, answer.status], answer.text).toEqual([state, 400]);
    }
    await put(own, 'active');
  });
});

describe('S33 decisions on an application', () => {
  test.each(['approve', 'reject', 'activate'])('get 403 for %s by its submitter, applicant or staff', async (verb) => {
    const input = verb === 'reject' ? { reason: '材料不齐全' } : {};
    const state = verb === 'activate' ? 'draft' : 'underReview';
    const seen = await fresh(state);
    const { regulator } = tenant.people;
    const attempt = async () => {
      const answer = await setup.call(verb, { ...seen, ...input });
      expect([answer.status, msgOf(answer)]).toEqual([403, '不能审核自己提交或所属企业的申请']);
    };
    await app.sql('update enterprise set submitted_by = $2 where id = $1', [seen.id, regulator]);
    expect((await setup.read(seen.id)).abilities).not.toContain(verb);
    await attempt();
    await app.sql(`update enterprise set submitted_by = null, source = 'apply', created_by = $2 where id = $1`, [
      seen.id,
      regulator,
    ]);
    await attempt();
    await app.sql(`update enterprise set created_by = null where id = $1`, [seen.id]);
    await app.sql('insert into user_enterprise (tenant_id, user_id, enterprise_id) values ($1, $2, $3)', [
      tenant.id,
      regulator,
      seen.id,
    ]);
    await attempt();
    await app.sql('delete from user_enterprise where user_id = $1', [regulator]);
    await app.sql(`update enterprise set source = 'regulator' where id = $1`, [seen.id]);
    expect((await setup.call(verb, { ...seen, ...input })).status).toBe(200);
  });

  test('are refused at once after the permit is revoked', async () => {
    const other = await makeTenant(app);
    const there = await openSetup(app, other);
    const { id } = await there.created();
    const [row] = await app.sql<{ version: number }>(
      `update enterprise set status = 'underReview' where id = $1 returning version`,
      [id],
    );
    await there.read(id);
    await app.sql(`delete from role_permit where tenant_id = $1 and permit = 'bus:enterprise:audit'`, [other.id]);
    expect((await there.call('approve', { id, version: row?.version })).status).toBe(403);
  });
});

describe('input of a lifecycle step', () => {
  test('requires a reason of five characters for sending back', async () => {
    const version = await put(own, 'underReview');
    const short = await setup.call('reject', { id: own, version, reason: ' 不行  ' });
    expect([short.status, fieldsIn(short)]).toEqual([400, ['reason']]);
    expect((await setup.call('reject', { id: own, version, reason: '请补充消防验收意见书' })).status).toBe(200);
    const token = await tokenOf('entadmin');
    const mine = dataOf<{ reviewNote: string; abilities: string[] }>(
      await send(app, 'GET', '/bus/enterprise/getCurrentEnt', { token }),
    );
    expect(mine.reviewNote).toBe('请补充消防验收意见书');
    expect(mine.abilities).toContain('submit');
    await put(own, 'active');
  });

  test('sets the approver as officer by default, or a selected regulator of the tenant', async () => {
    const one = await fresh('underReview');
    await app.sql('update enterprise set officer_id = null where id = $1', [one.id]);
    expect((await setup.call('approve', one)).status).toBe(200);
    expect((await setup.read(one.id)).officerId).toBe(tenant.people.regulator);
    const two = await fresh('underReview');
    for (const officerId of [tenant.people.entadmin, '01a00000-0000-7000-8000-000000000000'])
      expect(fieldsIn(await setup.call('approve', { ...two, officerId }))).toEqual(['officerId']);
    expect((await setup.call('approve', { ...two, officerId: tenant.people.admin })).status).toBe(200);
    expect((await setup.read(two.id)).officerId).toBe(tenant.people.admin);
  });

  test('requires kind, day and reason for the suspension of an enterprise', async () => {
    const version = await put(own, 'draft');
    await app.sql('update enterprise set licence = null where id = $1', [own]);
    const token = await tokenOf('entadmin');
    const submitted = await sendCall(app, callNamed(app, 'enterprise.submit'), { id: own, version }, { token });
    expect(submitted.status).toBe(200);
    const active = await put(own, 'active');
    const suspend = (more: object) =>
      sendCall(
        app,
        callNamed(app, 'enterprise.suspend'),
        { id: own, version: active, kind: 'production', fromOn: '2026-03-01', reason: '设备检修一个月', ...more },
        { token },
      );
    for (const [field, value] of [
      ['kind', 'nonsense'],
      ['kind', 'ordered'],
      ['fromOn', '2026-02-30'],
      ['reason', '检修'],
    ])
      expect(fieldsIn(await suspend({ [field as string]: value }))).toEqual([field]);
    const suspended = await fresh('suspended');
    const some = await setup.call('resume', { ...suspended, checklist: checklist.slice(1) });
    expect([some.status, fieldsIn(some)]).toEqual([400, ['checklist']]);
    const late = await setup.call('close', { ...suspended, reason: 'movedOut', closedOn: '2026-03-03' });
    expect(fieldsIn(late)).toEqual(['closedOn']);
    expect((await setup.call('close', { ...suspended, reason: 'merged', closedOn: '2026-03-01' })).status).toBe(400);
  });
});

describe('concurrent lifecycle steps, and steps of another tenant', () => {
  test('S85 approve an enterprise once in fifty concurrent requests', async () => {
    const seen = await fresh('underReview');
    const answers = await Promise.all(Array.from({ length: 50 }, () => setup.call('approve', seen)));
    const ok = answers.filter(({ status }) => status === 200);
    expect(ok.length).toBe(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([409]));
    for (const answer of others)
      expect((answer.json as { data: { current: { status: string } } }).data.current.status).toBe('2');
    expect((await changesOf(seen.id)).filter(({ to_status }) => to_status === 'active').length).toBe(1);
  });

  test('succeed once when an approval and a return are concurrent', async () => {
    const seen = await fresh('underReview');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0 ? setup.call('approve', seen) : setup.call('reject', { ...seen, reason: '材料不齐全' }, 'admin'),
      ),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });

  test('answer 409 with the current row to a stale version', async () => {
    const { id } = await setup.created();
    const { version } = await setup.read(id);
    expect((await setup.call('activate', { id, version })).status).toBe(200);
    const late = await setup.call('update', { id, version, town: '新港街道' });
    expect(late.status).toBe(409);
    expect((late.json as { data: { current: object } }).data.current).toMatchObject({ id, status: '2', town: null });
  });

  test('answer 404 for an enterprise of another tenant', async () => {
    const other = await makeTenant(app);
    const [id] = other.enterpriseIds;
    for (const [verb, demanded] of steps.filter(([name]) => name !== 'submit' && name !== 'withdraw'))
      expect((await setup.call(verb, { id, version: 1, ...demanded })).status, verb).toBe(404);
  });
});

describe('S12 S85 closing an enterprise', () => {
  test('ends the sessions of the enterprise staff at once', async () => {
    const other = await makeTenant(app);
    const there = await openSetup(app, other);
    const [first = '', second = ''] = other.enterpriseIds;
    const inFirst = await signIn(app, other, 'entstaff');
    const { access_token: inSecond } = await signIn(app, other, 'entadmin', { shopId: second });
    const at = async (token: string) => (await send(app, 'GET', '/upms/user/info', { token })).status;
    expect([await at(inFirst.access_token), await at(inSecond)]).toEqual([200, 200]);
    const { version } = await there.read(first);
    expect((await there.call('close', { id: first, version, reason: 'shutDown', closedOn: '2026-03-01' })).status).toBe(
      200,
    );
    expect([await at(inFirst.access_token), await at(inSecond)]).toEqual([401, 200]);
    const closed = await there.read(first);
    expect(closed.abilities).toEqual([]);
    expect((await there.call('update', { id: first, version: closed.version, town: '不行' })).status).toBe(400);
    expect(
      (
        await there.call('transfer', {
          id: first,
          version: closed.version,
          regionCode: '330106',
          reason: '不能再迁移了',
        })
      ).status,
    ).toBe(400);
  });
});

describe('the timeline of an enterprise', () => {
  const timeline = async (id: string, more: object = {}, kind: Kind = 'regulator') =>
    dataOf<Piece>(await setup.call('timeline', { id, ...more }, kind));

  test('shows each action and status change once, newest first', async () => {
    const { id } = await setup.created();
    const first = await setup.read(id);
    await setup.call('update', { id, version: first.version, town: '新港街道' });
    await setup.call('activate', { id, version: first.version + 1 });
    await setup.call('suspend', {
      id,
      version: first.version + 2,
      kind: 'ordered',
      fromOn: '2026-03-01',
      reason: '存在重大隐患，责令停产',
    });
    const { entries, next } = await timeline(id);
    expect(next).toBeNull();
    expect(entries.map(({ kind, call, from, to }) => [kind, call, from, to])).toEqual([
      ['status', 'enterprise.suspend', '2', '3'],
      ['status', 'enterprise.activate', '0', '2'],
      ['fields', 'enterprise.update', null, null],
      ['fields', 'enterprise.create', null, '0'],
    ]);
    expect(entries[0]).toMatchObject({
      note: '存在重大隐患，责令停产',
      details: { kind: 'ordered', fromOn: '2026-03-01' },
      byName: `${tenant.mark}regulator`,
    });
    expect(entries[2]?.changes).toEqual([expect.objectContaining({ field: 'town', before: null, after: '新港街道' })]);
    expect((await timeline(id, { kind: 'status' })).entries.map(({ to }) => to)).toEqual(['3', '2', '0']);
    expect((await timeline(id, { kind: 'fields' })).entries.map(({ call }) => call)).toEqual([
      'enterprise.update',
      'enterprise.create',
    ]);
    expect(dataOf<unknown[]>(await setup.call('history', { id })).length).toBe(4);
  });

  test('is complete with pages of any size', async () => {
    const { id } = await setup.created();
    for (let at = 1; at <= 12; at++) await setup.call('update', { id, version: at, town: `第${at}街道` });
    await setup.call('activate', { id, version: 13 });
    const whole = (await timeline(id, { size: 100 })).entries.map((entry) => entry.id);
    expect(whole.length).toBe(14);
    for (const size of [1, 3, 5, 14]) {
      const pieces: string[] = [];
      let before: string | null | undefined;
      do {
        const piece: Piece = await timeline(id, before ? { size, before } : { size });
        expect(piece.entries.length).toBeLessThanOrEqual(size);
        pieces.push(...piece.entries.map((entry) => entry.id));
        before = piece.next;
      } while (before);
      expect(pieces).toEqual(whole);
    }
  });

  test('shows changes of the enterprise, but neither enterprise switches nor reveals of a phone', async () => {
    const { id } = await setup.created();
    const calls = ['session.selectShop', 'session.switchTo', 'audit.reveal'];
    for (const call of calls)
      await app.sql(
        `insert into audit (tenant_id, id, address, user_agent, request_id, call, object_type, object_id, outcome, note)
           select tenant_id, $2, address, user_agent, request_id, $3, object_type, object_id, outcome, 'legalPhone：核对'
           from audit where object_id = $1 and call = 'enterprise.create'`,
        [id, newId(), call],
      );
    expect((await timeline(id)).entries.map(({ call }) => call)).toEqual(['enterprise.create']);
    expect((await timeline(id, { kind: 'fields' })).entries.map(({ call }) => call)).toEqual(['enterprise.create']);
    expect(dataOf<unknown[]>(await setup.call('history', { id }))).toHaveLength(1);
  });

  test('shows staff only their own enterprise', async () => {
    const token = await tokenOf('entadmin');
    const at = async (id: string | undefined) =>
      (await sendCall(app, callNamed(app, 'enterprise.timeline'), { id }, { token })).status;
    expect([await at(own), await at(tenant.enterpriseIds[2])]).toEqual([200, 404]);
  });
});
