// Tests company look-ups against the Tianyancha simulator (CA-13): cache, allowances, faults.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSimulator } from '../../../../simulator/src/server.ts';
import { companies } from '../../../../simulator/src/companies.ts';
import { dataOf, send, signIn } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../../testing/tenants.ts';
import { lookupLimits } from './limits.ts';

const simulator = createSimulator();
let outside = '';
let app: TestApp;
let tenant: TestTenant;
const tokens = { regulator: '', entadmin: '', shop: '' };
beforeAll(async () => {
  outside = await simulator.listen(0);
  app = await openTestApp({
    env: {
      TIANYANCHA_TOKEN: simulator.companies.token,
      TIANYANCHA_BASE: `${outside}/tyc`,
      OUTBOUND_ALLOW_PRIVATE: '127.0.0.1',
    },
  });
}, 120_000);
beforeEach(async () => {
  await ctl('reset', {});
  // Wait until the circuit breaker of the test before has closed: it stays open for half a minute.
  app.clock.pass(60);
  tenant = await makeTenant(app);
  await app.sql(
    `insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, opens, lookups, updated_at)
     values ($1, $2, '2026-01-01', 12, '2099-01-01', '{lookup}', 2, now())`,
    [tenant.id, tenant.enterpriseIds[0]],
  );
  for (const kind of ['regulator', 'entadmin', 'shop'] as const)
    tokens[kind] = (await signIn(app, tenant, kind)).access_token;
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});

const ctl = (path: string, body: object) =>
  fetch(`${outside}/_ctl/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const hits = async (): Promise<number> => {
  const seen = (await (await fetch(`${outside}/_ctl/companies`)).json()) as { hits: number };
  return seen.hits;
};
const ask = (keyword: string, kind: keyof typeof tokens = 'regulator') =>
  send(app, 'GET', '/bus/enterprise/tianyancha/getCurrentEnt', { query: { keyword }, token: tokens[kind] });
const apply = (creditCode: string) =>
  send(app, 'POST', '/bus/enterprise/entApply/company', { body: { tenantId: tenant.id, creditCode } });
const [firstCompany, other] = companies as [(typeof companies)[number], (typeof companies)[number]];
const counts = () =>
  app.sql<{ who: string; used: number }>(
    'select who, used from company_lookup_count where tenant_id = $1 order by who',
    [tenant.id],
  );

describe('CA-13 company look-up', () => {
  test('pays the vendor once a day for each company', async () => {
    const companyFacts = dataOf<Record<string, unknown>>(await ask(firstCompany.name));
    expect(companyFacts).toEqual({
      name: firstCompany.name,
      creditCode: firstCompany.creditCode,
      legalPersonName: firstCompany.legalPersonName,
      regStatus: firstCompany.regStatus,
      regCapital: firstCompany.regCapital,
      establishTime: '2001-01-01',
      regLocation: firstCompany.regLocation,
      businessScope: firstCompany.businessScope,
      industry: firstCompany.industry,
      phone: firstCompany.phoneNumber,
    });
    // A search by the credit code from the first answer uses the same cached answer, for the whole unit.
    expect(dataOf(await ask(` ${firstCompany.creditCode.toLowerCase()} `, 'entadmin'))).toEqual(companyFacts);
    expect(await hits()).toBe(1);
    app.clock.pass(lookupLimits.hitSeconds + 1);
    for (const kind of ['regulator', 'entadmin'] as const)
      tokens[kind] = (await signIn(app, tenant, kind)).access_token;
    expect(dataOf(await ask(firstCompany.name))).toEqual(companyFacts);
    expect(await hits()).toBe(2);
  });

  test('pays the vendor once for concurrent requests', async () => {
    const both = await Promise.all([ask(other.name), ask(other.name, 'entadmin'), ask(other.name)]);
    for (const answer of both) expect(dataOf<{ name: string }>(answer).name).toBe(other.name);
    expect(await hits()).toBe(1);
    expect(dataOf(await ask('没有这家有限公司'))).toBeNull();
    const before = await counts();
    expect(dataOf(await ask('没有这家有限公司'))).toBeNull();
    expect(await counts()).toEqual(before);
    app.clock.pass(lookupLimits.missSeconds + 1);
    expect(dataOf(await ask('没有这家有限公司'))).toBeNull();
    const ofUnit = (all: typeof before) => all.find(({ who }) => who === 'unit')?.used ?? 0;
    expect(ofUnit(await counts())).toBe(ofUnit(before) + 1);
  });

  test('shares neither cache nor look-up count with another tenant', async () => {
    dataOf(await ask(firstCompany.name));
    const next = await makeTenant(app);
    const token = (await signIn(app, next, 'regulator')).access_token;
    const query = { keyword: firstCompany.name };
    dataOf(await send(app, 'GET', '/bus/enterprise/tianyancha/getCurrentEnt', { query, token }));
    expect(await hits()).toBe(2);
    expect(await counts()).toEqual([{ who: 'unit', used: 1 }]);
  });

  test('needs the permit to change an enterprise', async () => {
    expect((await ask(firstCompany.name, 'shop')).status).toBe(403);
    expect(
      (await send(app, 'GET', '/bus/enterprise/tianyancha/getCurrentEnt', { query: { keyword: firstCompany.name } }))
        .status,
    ).toBe(401);
  });
});

describe('the limit of company look-ups', () => {
  test('follows the membership plan of an enterprise', async () => {
    for (const { name } of companies.slice(2, 4)) dataOf(await ask(name, 'entadmin'));
    const [, , , , third] = companies;
    const refused = await ask(third?.name ?? '', 'entadmin');
    expect([refused.status, (refused.json as { msg: string }).msg]).toEqual([
      400,
      '会员未开通或查询次数已用完，暂时不能查询工商信息，请手工填写',
    ]);
    dataOf(await ask(third?.name ?? ''));
    expect(await app.sql('select lookups_used from membership where tenant_id = $1', [tenant.id])).toEqual([
      { lookups_used: 2 },
    ]);
  });

  test('of the tenant counts the look-ups of its enterprises too', async () => {
    const { enterprisePerDay } = lookupLimits;
    await app.sql(
      `insert into company_lookup_count (tenant_id, day, who, used) select $1, ($3::timestamptz at time zone 'Asia/Shanghai')::date, $2, $4`,
      [tenant.id, tenant.enterpriseIds[0], app.clock.now(), enterprisePerDay],
    );
    const refused = await ask(firstCompany.name, 'entadmin');
    expect([refused.status, (refused.json as { msg: string }).msg]).toEqual([
      429,
      '今天的工商信息查询次数已用完，请手工填写',
    ]);
    expect(await hits()).toBe(0);
    // The refused call returned its look-up to the unit, so none is counted.
    expect((await counts()).find(({ who }) => who === 'unit')).toBeUndefined();
    dataOf(await ask(firstCompany.name));
    // A cached answer does not count against the limit.
    dataOf(await ask(firstCompany.name, 'entadmin'));
  });

  test('of the tenant is never exceeded by concurrent requests', async () => {
    const { unitPerDay } = lookupLimits;
    await app.sql(
      `insert into company_lookup_count (tenant_id, day, who, used) select $1, ($2::timestamptz at time zone 'Asia/Shanghai')::date, 'unit', $3`,
      [tenant.id, app.clock.now(), unitPerDay - 3],
    );
    const answers = await Promise.all(companies.slice(20, 28).map(({ name }) => ask(name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    expect(await hits()).toBe(3);
  });
});

describe('faults of the vendor of company look-ups', () => {
  test.each([
    ['companies', { refusal: 'token' }],
    ['companies', { refusal: 'quota' }],
    ['companies', { refusal: 'frequent' }],
    ['fault', { service: 'companies', mode: 'error' }],
    ['fault', { service: 'companies', mode: 'reset' }],
    ['fault', { service: 'companies', mode: 'wrong' }],
    ['fault', { service: 'companies', mode: 'html' }],
    ['fault', { service: 'companies', mode: 'huge' }],
  ])('%s %o: show a message without vendor details and count no look-up', async (path, fault) => {
    await ctl(path, fault);
    const answer = await ask(firstCompany.name);
    expect([answer.status, (answer.json as { msg: string }).msg]).toEqual([503, '工商信息服务暂时不可用，请手工填写']);
    expect(await counts()).toEqual([{ who: 'unit', used: 0 }]);
    await ctl('reset', {});
    app.clock.pass(60);
    expect(dataOf<{ name: string }>(await ask(firstCompany.name)).name).toBe(firstCompany.name);
  });

  test('end the wait for a silent vendor after three seconds', async () => {
    await ctl('fault', { service: 'companies', mode: 'timeout' });
    const since = performance.now();
    expect((await ask(firstCompany.name)).status).toBe(503);
    expect(performance.now() - since).toBeLessThan(6_000);
  });
});

describe('company look-ups by applicants', () => {
  test('find a company only by its full credit code', async () => {
    const companyFacts = dataOf<{ name: string; phone: string | null }>(await apply(firstCompany.creditCode));
    expect(companyFacts).toMatchObject({ name: firstCompany.name, phone: null });
    expect(await counts()).toEqual([
      { who: 'applicants', used: 1 },
      { who: expect.stringMatching(/^network /), used: 1 },
      { who: 'unit', used: 1 },
    ]);
    expect((await apply(firstCompany.name)).status).toBe(400);
  });

  test('S68 cannot use up the limit of other applicants from one network', async () => {
    const { networkPerDay } = lookupLimits;
    const answers = [];
    for (const { creditCode } of companies.slice(0, networkPerDay + 3)) answers.push((await apply(creditCode)).status);
    expect(answers.filter((status) => status === 429).length).toBe(3);
    expect((await counts()).map(({ used }) => used)).toEqual([networkPerDay, networkPerDay, networkPerDay]);
    dataOf(await ask(companies[networkPerDay + 5]?.name ?? ''));
  });
});

test('returns null for a company look-up without a provider', async () => {
  const bare = await openTestApp();
  try {
    const own = await makeTenant(bare);
    const token = (await signIn(bare, own, 'regulator')).access_token;
    const query = { keyword: firstCompany.name };
    expect(dataOf(await send(bare, 'GET', '/bus/enterprise/tianyancha/getCurrentEnt', { query, token }))).toBeNull();
    expect(await bare.sql('select from company_lookup_count where tenant_id = $1', [own.id])).toEqual([]);
  } finally {
    await bare.close();
  }
});
