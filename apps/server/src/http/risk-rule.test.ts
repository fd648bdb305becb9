// CA-18, ST-09: risk rules (风险规则) and their pop-up. A unit's own rule replaces the platform's rule.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { givePassword, makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
let abroad: Setup;
let own: string;
let platform: string;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
  abroad = await openSetup(app, await makeTenant(app));
  own = tenant.enterpriseIds[0] ?? '';
  await givePassword(app);
  platform = (await signIn(app, { id: '0' }, 'platform')).access_token;
});
afterAll(() => app.close());

interface Rule {
  id: string | null;
  type: string;
  source: string;
  enabled: boolean;
  version: number;
  abilities: string[];
  updatedBy: string | null;
  content: Record<string, unknown>;
}
interface Warning {
  id: string;
  version: number;
  title: string;
  content: string;
  level: string;
}
type By = { token: string | undefined };
const by = (kind: Kind, at = setup): By => at.as(kind);
const written = ['popup', 'expiry'];
const allRules = async (who: By) => dataOf<Rule[]>(await send(app, 'GET', '/bus/riskrule/getRule', who));
/** Only the rule types that this test writes. The other types hold numeric settings. */
const rules = async (who: By) => (await allRules(who)).filter(({ type }) => written.includes(type));
const rule = async (type: string, who = by('regulator')) =>
  dataOf<Rule>(await send(app, 'GET', '/bus/riskrule/getRuleByType', { ...who, query: { type } }));
const warning = async (who: By) => dataOf<Warning | null>(await send(app, 'GET', '/bus/riskrule/getRiskText', who));
const save = (kind: 'popup' | 'expiry', body: object, who = by('regulator')) =>
  send(app, 'POST', `/bus/riskrule/${kind}`, { ...who, body });

const popup = {
  enabled: true,
  title: '寒潮期间安全提示',
  text: '六级以上大风\n停止室外高处作业',
  level: '2',
  audience: ['enterprise', 'regulator'],
  colors: [],
  since: null,
  until: null,
};
async function put(kind: 'popup' | 'expiry', body: object, who = by('regulator')) {
  const { version } = await rule(kind, who);
  return dataOf<{ id: string; version: number }>(await save(kind, { ...body, version }, who));
}
const errorsOf = (answer: { json: unknown }) =>
  (answer.json as { data: { errors: { field: string; msg: string }[] } }).data.errors;

describe('CA-18 the effective risk rule', () => {
  test('is the rule of the tenant, else of the platform, else the default of the server', async () => {
    expect(await rules(by('regulator'))).toMatchObject([
      { type: 'popup', source: 'house', enabled: false, version: 0, id: null },
      { type: 'expiry', source: 'house', enabled: true, version: 0, content: { days: 30 } },
    ]);
    expect(await warning(by('entstaff'))).toBeNull();

    const theirs = await put('popup', { ...popup, title: '平台提示' }, { token: platform });
    expect(await rule('popup')).toMatchObject({
      source: 'platform',
      abilities: ['update'],
      updatedBy: null,
      version: 0,
    });
    expect(await warning(by('entstaff'))).toMatchObject({ id: theirs.id, title: '平台提示' });

    expect(await rule('popup', { token: platform })).toMatchObject({
      source: 'platform',
      abilities: ['update', 'remove'],
      version: 1,
    });

    const mine = await put('popup', popup);
    expect(await rule('popup')).toMatchObject({ source: 'own', abilities: ['update', 'remove'], version: 1 });
    expect(await warning(by('entstaff'))).toEqual({
      id: mine.id,
      version: 1,
      title: popup.title,
      content: popup.text,
      level: '2',
    });
    // The rules of other units have not changed.
    expect(await warning(by('entstaff', abroad))).toMatchObject({ title: '平台提示' });

    // Nobody can remove a rule of the platform or of another unit.
    const remove = (id: string, who: By) => send(app, 'GET', `/bus/riskrule/del/${id}`, who);
    expect((await remove(mine.id, by('regulator', abroad))).status).toBe(404);
    expect((await remove(theirs.id, by('regulator'))).status).toBe(404);
    dataOf(await remove(mine.id, by('regulator')));
    expect((await remove(mine.id, by('regulator'))).status).toBe(404);
    expect(await warning(by('entstaff'))).toMatchObject({ title: '平台提示' });

    // A form that was opened earlier cannot overwrite a newer rule.
    expect(await rule('popup')).toMatchObject({ source: 'platform', version: 2 });
    expect((await save('popup', { ...popup, version: 1 })).status).toBe(409);
    dataOf(await save('popup', { ...popup, enabled: false, version: 2 }));
    expect(await warning(by('entstaff'))).toBeNull();
  });

  test('is returned with 409 when a save sends a stale version of the rule', async () => {
    const { version } = await put('expiry', { enabled: true, days: 45 });
    const stale = await save('expiry', { enabled: true, days: 60, version: version - 1 });
    expect(stale.status).toBe(409);
    expect(stale.json).toMatchObject({ data: { current: { type: 'expiry', version, content: { days: 45 } } } });
    const both = await Promise.all(
      [10, 20].map((days) => save('expiry', { enabled: true, days, version: 0 }, by('regulator', abroad))),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('writes of risk rules', () => {
  test.each([0, 366, -1, 1.5, '30', null])('report at the field why the server refuses %j days', async (days) => {
    const answer = await save('expiry', { enabled: true, days, version: 0 });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([{ field: 'days', msg: '提前天数应为 1 到 365 之间的整数' }]);
  });

  test.each([
    ['title', '标题不能为空', { title: ' ' }],
    ['title', '标题最多 40 个字', { title: '长'.repeat(41) }],
    ['text', '内容不能为空', { text: ' \n ' }],
    ['text', '内容最多 500 个字', { text: '长'.repeat(501) }],
    ['audience', '请选择展示对象', { audience: [] }],
    ['until', '结束日期不能早于开始日期', { since: '2026-03-02', until: '2026-03-01' }],
    ['until', '日期不存在，请按 2026-01-31 的格式填写', { until: '2026-02-30' }],
  ])('are refused at the field %s: %s', async (field, msg, wrong) => {
    const answer = await save('popup', { ...popup, ...wrong, version: 0 });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([{ field, msg }]);
  });

  test('S39 store texts as written, without invisible characters', async () => {
    await put('popup', { ...popup, title: '<img src=x onerror=ran()>\u202e', text: '第一行\r\n\u200b第二行<b>' });
    expect(await warning(by('entstaff'))).toMatchObject({
      title: '<img src=x onerror=ran()>',
      content: '第一行\n第二行<b>',
    });
  });

  test('show user, old and new value in the audit', async () => {
    await put('popup', popup);
    await put('popup', { ...popup, level: '1', until: '2026-12-31' });
    const [row] = await app.sql<{ call: string; user_name: string; changes: unknown }>(
      `select call, user_name, changes from audit where tenant_id = $1 and call = 'risk.savePopup' order by id desc limit 1`,
      [tenant.id],
    );
    expect(row).toEqual({
      call: 'risk.savePopup',
      user_name: `${tenant.mark}regulator`,
      changes: [
        { field: 'level', before: 'considerable', after: 'major' },
        { field: 'until', before: null, after: '2026-12-31' },
      ],
    });
  });
});

test('CA-18 returns the settings of the tenant for risk rules of other kinds', async () => {
  const all = await allRules(by('regulator'));
  expect(all.map(({ type }) => type)).toEqual(['popup', 'expiry', 'method', 'score', 'color', 'escalation']);
  expect(await rule('method')).toEqual(all.find(({ type }) => type === 'method'));
  const lines = JSON.stringify((await rule('method')).content);
  expect(lines).toContain('320、160、70');
});

describe('permissions on risk rules', () => {
  test('let an enterprise read but not change a rule', async () => {
    await put('popup', popup);
    for (const kind of ['entadmin', 'entstaff'] as const) {
      const seen = await rules(by(kind));
      expect(seen.map(({ abilities }) => abilities)).toEqual([[], []]);
      expect((await save('popup', { ...popup, version: 0 }, by(kind))).status).toBe(403);
      expect((await save('expiry', { enabled: true, days: 1, version: 0 }, by(kind))).status).toBe(403);
      expect((await send(app, 'GET', `/bus/riskrule/del/${seen[0]?.id}`, by(kind))).status).toBe(403);
    }
    expect((await send(app, 'GET', '/bus/riskrule/getRule', by('shop'))).status).toBe(403);
    expect(await warning(by('shop'))).toBeNull();
  });

  test('S32 let an overseer with a limited data scope read but not change the rules of the tenant', async () => {
    await put('popup', popup);
    const { id = null, version } = await rule('popup');
    const reach = async (dataScope: string) => {
      await app.sql(`update role set data_scope = $2 where tenant_id = $1 and code = 'ROLE_REGULATOR'`, [
        tenant.id,
        dataScope,
      ]);
      app.clock.pass(6);
    };
    await reach('2');
    expect((await rules(by('regulator'))).map(({ abilities }) => abilities)).toEqual([[], []]);
    const { version: days } = await rule('expiry');
    for (const refused of [
      await save('popup', { ...popup, title: '片区提示', version }),
      await save('expiry', { enabled: true, days: 1, version: days }),
      await send(app, 'GET', `/bus/riskrule/del/${id}`, by('regulator')),
    ])
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('只限部分区域的人员')]);
    expect(await rule('popup')).toMatchObject({ id, version, content: { title: popup.title } });
    await reach('0');
    expect((await rule('popup')).abilities).toEqual(['update', 'remove']);
  });

  test('hide from an enterprise a warning for other enterprises', async () => {
    await put('popup', { ...popup, audience: ['regulator'] });
    expect((await rules(by('entadmin'))).map(({ type }) => type)).toEqual(['expiry']);
    const hidden = await send(app, 'GET', '/bus/riskrule/getRuleByType', {
      ...by('entadmin'),
      query: { type: 'popup' },
    });
    expect(hidden.status).toBe(404);
    expect(await warning(by('entadmin'))).toBeNull();
    expect(await warning(by('regulator'))).toMatchObject({ title: popup.title });
  });

  test('show the warning only to enterprises of the selected colours', async () => {
    const color = (value: string) => app.sql('update enterprise set color = $2 where id = $1', [own, value]);
    await put('popup', { ...popup, colors: ['1', '2'] });
    await color('red');
    expect(await warning(by('entstaff'))).not.toBeNull();
    await color('blue');
    expect(await warning(by('entstaff'))).toBeNull();
    expect(await warning(by('regulator'))).not.toBeNull();
    const today = dayOf(app.clock.now());
    await put('popup', { ...popup, since: addDays(today, 1) });
    expect(await warning(by('regulator'))).toBeNull();
    await put('popup', { ...popup, until: today });
    expect(await warning(by('regulator'))).not.toBeNull();
  });
});

describe('effects of an expiry rule', () => {
  const waits = async () =>
    dataOf<{ total: number }>(
      await send(app, 'GET', '/bus/todo/page', { ...by('entadmin'), query: { kind: 'warning' } }),
    ).total;
  const expires = (days: number) =>
    app.sql(
      `update enterprise set status = 'active', first_signed_in_at = now(), licence_to = $2, standard_to = null,
         policy_to = null, transport_licence_to = null, membership_to = null where id = $1`,
      [own, addDays(dayOf(app.clock.now()), days)],
    );

  test('include a to-do before a document expires', async () => {
    await put('expiry', { enabled: true, days: 30 });
    await expires(60);
    await app.repairTodos(tenant.id);
    expect(await waits()).toBe(0);
    await put('expiry', { enabled: true, days: 60 });
    await expect.poll(waits, { timeout: 15_000 }).toBe(1);
    await put('expiry', { enabled: true, days: 59 });
    await expect.poll(waits, { timeout: 15_000 }).toBe(0);
    await expires(-1);
    await app.repairTodos(tenant.id);
    expect(await waits()).toBe(1);
    await put('expiry', { enabled: false, days: 59 });
    await expect.poll(waits, { timeout: 15_000 }).toBe(0);
  });

  const file = (dates: Record<string, number | null>, kind = 'transport') => {
    const on = (name: string) => (dates[name] == null ? null : addDays(dayOf(app.clock.now()), dates[name]));
    return app.sql(
      `update enterprise set status = 'active', first_signed_in_at = now(), supervision_kind = $2, licence_to = $3,
         standard_to = $4, policy_to = $5, transport_licence_to = $6, membership_to = $7 where id = $1`,
      [own, kind, on('licence'), on('standard'), on('policy'), on('transport'), on('membership')],
    );
  };
  const records = async (path: string, query: object, who: By) =>
    dataOf<{ records: { id: string; expiring?: object[] }[] }>(
      await send(app, 'GET', path, { ...who, query: { ...query, size: 100 } }),
    ).records.filter(({ id }) => id === own);
  test('do not include a to-do for an expired membership', async () => {
    await put('expiry', { enabled: true, days: 30 });
    await file({});
    for (const [dates, kind] of [
      [{ membership: -5 }, 'transport'],
      [{ membership: -5, transport: -3, licence: 400 }, 'other'],
    ] as const) {
      await file(dates, kind);
      await app.repairTodos(tenant.id);
      expect(await waits()).toBe(0);
      expect(await records('/bus/enterprise/page', { expiring: 30 }, by('regulator'))).toEqual([]);
      expect(await records('/bus/enterprise/expire', { days: 30 }, by('regulator'))).toEqual([]);
      expect(await records('/bus/enterprise/expire', { days: 30 }, by('entadmin'))).toEqual([]);
    }
    await file({ membership: -5, policy: 3 });
    expect(await records('/bus/enterprise/expire', { days: 30 }, by('regulator'))).toMatchObject([
      { expiring: [{ item: 'policyTo', leftDays: 3 }] },
    ]);
  });

  test('include a to-do that names the expiring documents and opens the first field', async () => {
    await put('expiry', { enabled: true, days: 30 });
    await file({ membership: -90, policy: -1, standard: 12, transport: 31 });
    await app.repairTodos(tenant.id);
    const todo = async () =>
      dataOf<{ records: object[] }>(
        await send(app, 'GET', '/bus/todo/page', { ...by('entadmin'), query: { kind: 'warning' } }),
      ).records;
    expect(await todo()).toMatchObject([
      {
        title: expect.stringMatching(/^更新“保单到期”“标准化有效期”：/),
        path: '/bus/enterprise/mine?field=policyTo',
        dueOn: addDays(dayOf(app.clock.now()), -1),
      },
    ]);
    await file({ policy: 300, standard: 12 });
    await app.repairTodos(tenant.id);
    expect(await todo()).toMatchObject([
      { title: expect.stringMatching(/^更新“标准化有效期”：/), path: '/bus/enterprise/mine?field=standardTo' },
    ]);
  });

  test('start no job when a save changes no value', async () => {
    const work = async () =>
      (await app.sql(`select from pgboss.job where name = 'risk.expiry' and data->>'tenantId' = $1`, [tenant.id]))
        .length;
    await put('expiry', { enabled: true, days: 44 });
    const before = await work();
    for (let time = 0; time < 3; time += 1) await put('expiry', { enabled: true, days: 44 });
    expect(await work()).toBe(before);
    await put('expiry', { enabled: true, days: 45 });
    expect(await work()).toBe(before + 1);
  });

  test('come from the platform rule in tenants without their own expiry rule', async () => {
    const { id } = await rule('expiry');
    dataOf(await send(app, 'GET', `/bus/riskrule/del/${id}`, by('regulator')));
    await expires(90);
    await put('expiry', { enabled: true, days: 90 }, { token: platform });
    await expect.poll(waits, { timeout: 15_000 }).toBe(1);
  });
});
