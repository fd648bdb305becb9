// ER: the enterprise file from creation to removal.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn, type Answer } from '../../testing/client.ts';
import { freshFile, openSetup, type Setup, type EnterpriseFile } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { phonesOfFirm } from '../../testing/phones.ts';
import { freshCreditCode, makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());
const call = (...args: Parameters<Setup['call']>) => setup.call(...args);
const read = (...args: Parameters<Setup['read']>) => setup.read(...args);
const created = (...args: Parameters<Setup['created']>) => setup.created(...args);
const fresh = () => setup.fresh();
const fieldsIn = (answer: Answer) =>
  ((answer.json as { data: { errors?: { field: string }[] } | null }).data?.errors ?? []).map(({ field }) => field);

describe('creation of an enterprise', () => {
  test('makes a numbered draft by default', async () => {
    const { id, version } = await created();
    expect(version).toBe(1);
    const file = await read(id);
    expect(file).toMatchObject({
      status: '0',
      officerId: tenant.people.regulator,
      businessAddress: '江滨路 1 号',
      activatedAt: null,
    });
    expect(file.enterpriseCode).toMatch(/^QY\d{8}-\d{4,}$/);
    expect(file.profileRate).toBeGreaterThan(0);
    expect(file.abilities.sort()).toEqual(['activate', 'merge', 'remove', 'transfer', 'update']);
  });

  test('makes an active enterprise with the audit permit', async () => {
    const { id } = await created({ entryStatus: '2' });
    const file = await read(id);
    expect(file.status).toBe('2');
    expect(file.activatedAt).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(file.abilities).not.toContain('activate');
  });

  test('gives twenty concurrent drafts twenty numbers', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => created()));
    const rows = await app.sql<{ code: string }>('select enterprise_code as code from enterprise where id = any($1)', [
      all.map(({ id }) => id),
    ]);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(20);
  });

  test.each(Object.keys(freshFile('')))('is refused without %s at that field', async (field) => {
    const answer = await call('create', { ...fresh(), [field]: undefined });
    expect(answer.status).toBe(400);
    expect(fieldsIn(answer)).toEqual([field]);
    const blank = await call('create', { ...fresh(), [field]: '  ' });
    expect(blank.status).toBe(400);
    expect(fieldsIn(blank)).toContain(field);
  });

  test.each([
    ['creditCode', '91330100MA00000000'],
    ['creditCode', '9133010OTE0000010E'],
    ['safetyManagerPhone', '12345678901'],
    ['safetyManagerPhone', '139****5678'],
    ['legalPhone', '010-12345678'],
    ['regionCode', '999999'],
    ['industryCode', 'Z99'],
    ['industryCode', 'A99'],
    ['supervisionKind', 'nonsense'],
    ['establishedOn', '2026-02-30'],
    ['headcount', -1],
    ['headcount', 1.5],
    ['lng', 181],
    ['email', 'a b@c'],
    ['hazardFeatures', ['nonsense']],
    ['licence', 'https://evil.example/x.png'],
    ['licence', '/upms/file/01a00000-0000-7000-8000-000000000000'],
    ['parentId', '01a00000-0000-7000-8000-000000000000'],
    ['officerId', '01a00000-0000-7000-8000-000000000000'],
    ['authorityId', '01a00000-0000-7000-8000-000000000000'],
    ['name', 'x'.repeat(101)],
  ])('is refused for %s = %j at that field', async (field, value) => {
    const answer = await call('create', { ...fresh(), [field]: value });
    expect(answer.status, answer.text).toBe(400);
    expect(fieldsIn(answer)).toContain(field);
  });

  test('normalises input to half-width, trimmed, upper-case text', async () => {
    const code = freshCreditCode();
    const wide = code.toLowerCase().replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const { id } = await created({
      creditCode: ` ${wide} `,
      name: '  名\u200b字\u202e ',
      safetyManagerPhone: '+86 139-1234-5678',
    });
    const [row] = await app.sql('select credit_code, name from enterprise where id = $1', [id]);
    expect(row).toEqual({ credit_code: code, name: '名字' });
    expect((await phonesOfFirm(app, tenant.id, id)).safetyManagerPhone).toBe('13912345678');
  });
});

describe('duplicate enterprises', () => {
  test('get 409 with the row that uses the credit code', async () => {
    const creditCode = freshCreditCode();
    const { id } = await created({ creditCode });
    const again = await call('create', { ...fresh(), creditCode });
    expect(again.status).toBe(409);
    expect((again.json as { msg: string }).msg).toBe('统一社会信用代码已存在');
    expect((again.json as { data: { existing: { id: string } } }).data.existing.id).toBe(id);
    expect(again.text).not.toContain('13912345678');
    expect((await call('remove', { id })).status).toBe(200);
    const { id: second } = await created({ creditCode });
    expect((await call('restore', { id })).status).toBe(409);
    await app.sql(`update enterprise set status = 'closed' where id = $1`, [second]);
    expect((await call('restore', { id })).status).toBe(200);
  });

  test('are refused in fifty concurrent creations with the same credit code', async () => {
    const creditCode = freshCreditCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('create', { ...fresh(), creditCode })));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(409)]).toEqual([1, 49]);
  });

  test('are allowed in different tenants', async () => {
    const other = await makeTenant(app);
    const { access_token: token } = await signIn(app, other, 'regulator');
    const input = { ...fresh(), creditCode: tenant.creditCodes[0] };
    expect((await sendCall(app, callNamed(app, 'enterprise.create'), input, { token })).status).toBe(200);
  });

  test('are found by checkEnt by credit code or name', async () => {
    const check = async (input: Record<string, unknown>) =>
      dataOf<{ exists: boolean; id?: string }>(await call('check', input));
    expect(await check({ creditCode: tenant.creditCodes[1] })).toEqual({ exists: true, id: tenant.enterpriseIds[1] });
    expect(await check({ name: '没有的企业' })).toEqual({ exists: false });
    await app.sql(`update enterprise set status = 'closed' where id = $1`, [tenant.enterpriseIds[3]]);
    expect(await check({ creditCode: tenant.creditCodes[3] })).toEqual({ exists: false });
    expect((await call('check', {})).status).toBe(400);
  });
});

describe('changes of an enterprise', () => {
  test('set the fields of the request and clear fields that are null', async () => {
    const { id } = await created({ town: '新港街道', shortName: '新企' });
    const saved = dataOf<{ version: number }>(await call('update', { id, version: 1, town: null, headcount: 12 }));
    expect(saved.version).toBe(2);
    const file = await read(id);
    expect(file).toMatchObject({ town: null, headcount: 12, shortName: '新企', version: 2 });
  });

  test('answer 409 with the current row to a stale version', async () => {
    const { id } = await created();
    await call('update', { id, version: 1, town: '甲镇' });
    const answer = await call('update', { id, version: 1, town: '乙镇' });
    expect(answer.status).toBe(409);
    const { current } = (answer.json as { data: { current: EnterpriseFile } }).data;
    expect(current).toMatchObject({ id, version: 2, town: '甲镇', safetyManagerPhone: '139****5678' });
    expect((await read(id)).town).toBe('甲镇');
  });

  test('succeed once in twenty concurrent saves of one version', async () => {
    const { id } = await created();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call('update', { id, version: 1, town: `镇${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await read(id)).version).toBe(2);
  });

  test('ignore a returned masked phone', async () => {
    const { id } = await created({ legalPhone: '13811112222' });
    const stored = () => phonesOfFirm(app, tenant.id, id);
    const seen = await read(id);
    expect(seen).toMatchObject({ safetyManagerPhone: '139****5678', legalPhone: '138****2222' });
    const back = {
      id,
      version: 1,
      safetyManagerPhone: seen.safetyManagerPhone,
      legalPhone: seen.legalPhone,
      town: 'x',
    };
    expect((await call('update', back)).status).toBe(200);
    expect(await stored()).toMatchObject({ safetyManagerPhone: '13912345678', legalPhone: '13811112222' });
    expect((await call('update', { id, version: 2, legalPhone: '13700000000' })).status).toBe(200);
    expect((await stored()).legalPhone).toBe('13700000000');
    expect((await call('update', { id, version: 3, legalPhone: null })).status).toBe(200);
    expect((await stored()).legalPhone).toBeNull();
  });

  test('S27 ignore unlisted fields: id, number, status, creator, source', async () => {
    const { id } = await created();
    const owned = async () =>
      (
        await app.sql(
          'select id, enterprise_code, status, created_by, created_at, source, color from enterprise where id = $1',
          [id],
        )
      )[0];
    const before = await owned();
    const forged = {
      status: '2',
      enterpriseCode: 'X',
      createdBy: tenant.people.admin,
      createdAt: '2001-01-01 00:00:00',
      source: 'seed',
      color: '4',
      tenantId: '1',
    };
    expect((await call('update', { id, version: 1, town: 'y', ...forged })).status).toBe(200);
    expect(await owned()).toEqual(before);
  });

  test('accept only an active regulator as officer (CA-13)', async () => {
    const { id } = await created();
    const { entadmin, shop, admin } = tenant.people;
    for (const officerId of [entadmin, shop]) {
      expect(fieldsIn(await call('create', { ...fresh(), officerId }))).toEqual(['officerId']);
      expect(fieldsIn(await call('update', { id, version: 1, officerId }))).toEqual(['officerId']);
    }
    expect((await call('update', { id, version: 1, officerId: admin })).status).toBe(200);
    await app.sql(`update app_user set lock_flag = '9' where id = $1`, [admin]);
    // The previous officer remains until the form names another one.
    expect((await call('update', { id, version: 2, officerId: admin, town: '江滨街道' })).status).toBe(200);
    expect(fieldsIn(await call('create', { ...fresh(), officerId: admin }))).toEqual(['officerId']);
    await app.sql(`update app_user set lock_flag = '0' where id = $1`, [admin]);
  });

  test('by staff cannot move their enterprise out of the authority’s divisions (decision 0033)', async () => {
    const [id = ''] = tenant.enterpriseIds;
    const put = async (status: string) => {
      const [row] = await app.sql<{ version: number; region_code: string }>(
        'update enterprise set status = $2 where id = $1 returning version, region_code',
        [id, status],
      );
      return { version: row?.version, regionCode: row?.region_code ?? '' };
    };
    for (const status of ['active', 'suspended', 'underReview']) {
      const { version, regionCode } = await put(status);
      const other = regionCode === '330106' ? '330108' : '330106';
      expect(fieldsIn(await call('update', { id, version, regionCode: other }, 'entadmin'))).toEqual(['regionCode']);
      // The form sends the old region back together with the change.
      expect((await call('update', { id, version, regionCode }, 'entadmin')).status).toBe(200);
    }
    const { version, regionCode } = await put('rejected');
    expect((await call('update', { id, version, regionCode: '330106' }, 'entadmin')).status).toBe(200);
    expect((await call('update', { id, version: Number(version) + 1, regionCode }, 'entadmin')).status).toBe(200);
    await put('active');
  });

  test('are refused when they create a cycle of parents', async () => {
    const { id } = await created();
    expect((await call('update', { id, version: 1, parentId: id })).status).toBe(400);
    await app.sql(`update enterprise set status = 'closed' where id = $1`, [id]);
    expect((await call('update', { id, version: 1, town: 'z' })).status).toBe(400);
    expect((await read(id)).abilities).not.toContain('update');
  });
});

describe('activation, removal and restore of an enterprise', () => {
  test('activates a draft once', async () => {
    const { id } = await created();
    expect(dataOf<{ version: number }>(await call('activate', { id, version: 1 })).version).toBe(2);
    expect(await read(id)).toMatchObject({ status: '2' });
    expect((await call('activate', { id, version: 2 })).status).toBe(400);
    expect((await call('activate', { id, version: 1 })).status).toBe(409);
  });

  test('lets the remover of a draft restore the draft within thirty minutes', async () => {
    const { id } = await created();
    const total = async () => dataOf<{ total: number }>(await call('page', {})).total;
    const before = await total();
    expect((await call('remove', { id, version: 9 })).status).toBe(409);
    expect((await call('remove', { id, version: 1 })).status).toBe(200);
    expect(await total()).toBe(before - 1);
    expect((await call('get', { id })).status).toBe(404);
    expect((await call('update', { id, version: 2, town: 'x' })).status).toBe(404);
    expect((await call('remove', { id })).status).toBe(404);
    expect((await call('restore', { id }, 'admin')).status).toBe(404);
    app.clock.pass(29 * 60);
    expect((await call('restore', { id })).status).toBe(200);
    expect(await total()).toBe(before);
    expect((await call('restore', { id })).status).toBe(404);
  });

  test('refuses a restore after thirty minutes', async () => {
    const { id } = await created();
    await call('remove', { id });
    app.clock.pass(30 * 60 + 1);
    const answer = await call('restore', { id });
    expect([answer.status, (answer.json as { msg: string }).msg]).toEqual([400, '已超过 30 分钟，不能撤销删除']);
  });

  test('refuses to remove an active enterprise or a parent enterprise (请改为注销)', async () => {
    const active = await call('remove', { id: tenant.enterpriseIds[0] });
    expect([active.status, (active.json as { msg: string }).msg]).toEqual([400, '请改为注销']);
    const { id } = await created();
    await created({ parentId: id });
    expect((await call('remove', { id })).status).toBe(400);
  });
});
