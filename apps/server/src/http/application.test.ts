import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApplicant } from '../../testing/applicant.ts';
import { cipher, clientOf, dataOf, send, sendCall, signIn, type Answer } from '../../testing/client.ts';
import { namingNothing } from '../../testing/fields.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { pdf, png } from '../../testing/sample-files.ts';
import { makeTenant, setPhone, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let regulator = '';
let lastPhone = 0;
let phone = '';

beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  // Signs in again before each test, because the tests move the clock and sessions expire.
  regulator = (await signIn(app, tenant, 'regulator')).access_token;
  lastPhone += 1;
  phone = `1370001${String(lastPhone).padStart(4, '0')}`;
});

const phoneIndexOf = async (text: string) =>
  (await app.vault.of({ scope: { tenantId: tenant.id } })).index('phone', text);
const { setPassword, post, form, newest, codeOf, proofOf, applied, standing, enterpriseOf, decide, resubmitted } =
  openApplicant(() => ({
    app,
    tenant,
    phone,
    regulator,
  }));
const upload = (proof: string, bytes: Uint8Array = png, name = '执照.png') =>
  send(app, 'POST', '/bus/enterprise/entApply/upload', {
    file: { name, type: 'image/png', bytes },
    fields: { tenantId: tenant.id, proof },
  });
const tryIn = (username: string, password: string): Promise<Answer> =>
  send(app, 'POST', '/auth/pwd/token', {
    query: { username, password: cipher(app, password), grant_type: 'password', tenantId: tenant.id },
    headers: { authorization: clientOf(app) },
  });

describe('an application of an enterprise', () => {
  test('starts the review after a valid SMS code (CA-13)', async () => {
    const code = await codeOf();
    const { number } = dataOf<{ number: string }>(
      await post('entApply', { ...form(), tenantId: tenant.id, phone, code }),
    );
    expect(number).toMatch(/^RZ\d{8}-[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(await enterpriseOf(number)).toMatchObject({ status: 'underReview', source: 'apply' });
    expect(await standing(number)).toMatchObject({
      number,
      name: '测试入驻企业',
      state: '1',
      decidedAt: null,
      reason: null,
      expectedOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    });
  });

  test.each([
    ['another tenant', async () => ({ code: await codeOf(other.id) })],
    ['a wrong SMS code', async () => ({ code: (await codeOf()) === '000000' ? '000001' : '000000' })],
    ['an invented proof', () => ({ proof: 'A'.repeat(43) })],
    ['the proof of another tenant', async () => ({ proof: await proofOf(other.id) })],
    [
      'the proof of another phone',
      async () => ({ proof: await proofOf(tenant.id, `1380009${String(lastPhone).padStart(4, '0')}`) }),
    ],
  ])('is refused with 428 with %s (S07, S19)', async (_, shown) => {
    const typed = form();
    const answer = await post('entApply', { ...typed, tenantId: tenant.id, phone, ...(await shown()) });
    expect(answer.status).toBe(428);
    expect(await app.sql('select 1 from enterprise where credit_code = $1', [typed.creditCode])).toHaveLength(0);
  });

  test('accepts the proof of the phone once, also in ten concurrent requests (S19, G6)', async () => {
    const proof = await proofOf();
    const bad = await post('entApply', { ...form({ regionCode: '999999' }), tenantId: tenant.id, phone, proof });
    expect(bad.status).toBe(400);
    const many = await Promise.all(
      Array.from({ length: 10 }, () => post('entApply', { ...form(), tenantId: tenant.id, phone, proof })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(428)]);
  });

  test('cannot use its proof of the phone as a token or ticket of another call (S19)', async () => {
    const proof = await proofOf();
    const guarded = app.mounted.filter(({ call }) => call.permit !== 'public');
    expect(guarded.length).toBeGreaterThan(100);
    for (const { name, call } of guarded) {
      const input = namingNothing(call);
      for (const sending of [{ token: proof }, { query: { access_token: proof } }])
        expect((await sendCall(app, call, input, sending)).status, name).toBe(401);
    }
    expect((await post('entApply', { ...form(), tenantId: tenant.id, phone, proof })).status).toBe(200);
  });

  test('is refused with a proof of the phone older than thirty minutes', async () => {
    const proof = await proofOf();
    app.clock.pass(1_801);
    expect((await post('entApply', { ...form(), tenantId: tenant.id, phone, proof })).status).toBe(428);
    expect((await upload(proof)).status).toBe(428);
  });

  test('ignores state, role and settings in the body (S19, G4)', async () => {
    const number = await applied({
      status: '2',
      entryStatus: '2',
      source: 'regulator',
      type: '0',
      roles: ['ROLE_ADMIN'],
      officerId: tenant.people.regulator,
      authorityId: tenant.organId,
      color: '4',
    });
    const [row] = await app.sql(
      `select status, source, officer_id, authority_id, color, created_by from enterprise where id = $1`,
      [(await enterpriseOf(number)).id],
    );
    expect(row).toEqual({
      status: 'underReview',
      source: 'apply',
      officer_id: null,
      authority_id: null,
      color: 'unrated',
      created_by: null,
    });
    expect(await app.sql('select 1 from app_user where phone_index = $1', [await phoneIndexOf(phone)])).toHaveLength(0);
  });

  test('reports a credit code in use without naming its owner', async () => {
    const usedCode = tenant.creditCodes[0] ?? '';
    expect(dataOf(await post('entApply/check', { tenantId: tenant.id, creditCode: usedCode }))).toEqual({
      exists: true,
    });
    expect(dataOf(await post('entApply/check', { tenantId: other.id, creditCode: usedCode }))).toEqual({
      exists: false,
    });
    const proof = await proofOf();
    const answer = await post('entApply', { ...form({ creditCode: usedCode }), tenantId: tenant.id, phone, proof });
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({ data: { errors: [{ field: 'creditCode' }] } });
    expect(answer.text).not.toContain(tenant.mark);
  });

  test('requires the fields marked *A, but never the licence', async () => {
    const proof = await proofOf();
    const answer = await post('entApply', { ...form({ legalPerson: '' }), tenantId: tenant.id, phone, proof });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ data: { errors: [{ field: 'legalPerson', msg: '法定代表人不能为空' }] } });
    expect((await post('entApply', { ...form(), tenantId: tenant.id, phone, proof })).status).toBe(200);
  });

  test('is refused in a tenant where nobody may sign in', async () => {
    const closed = await makeTenant(app);
    const proof = await proofOf(closed.id);
    await app.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [closed.id]);
    expect((await post('entApply', { ...form(), tenantId: closed.id, phone, proof })).status).toBe(400);
  });

  test('is accepted five times a day for one phone (S19)', async () => {
    for (let each = 0; each < 5; each += 1) await applied();
    app.clock.pass(3_600);
    const proof = await proofOf();
    const sixth = await post('entApply', { ...form(), tenantId: tenant.id, phone, proof });
    expect(sixth.status).toBe(429);
    expect(sixth.json).toMatchObject({ data: { seconds: expect.any(Number) } });
  });
});

describe('files uploaded before an account exists', () => {
  test('are limited to five for each proof of a phone (S19)', async () => {
    const proof = await proofOf();
    for (let each = 0; each < 5; each += 1) expect((await upload(proof)).status).toBe(200);
    const sixth = await upload(proof);
    expect(sixth.status).toBe(400);
    expect(sixth.json).toMatchObject({ msg: '最多上传 5 个文件' });
  });

  test('are limited to 10 MB in total, also when two are concurrent (S19, G6)', async () => {
    const proof = await proofOf();
    const big = Buffer.concat([pdf, Buffer.alloc(6 * 1024 * 1024)]);
    const both = await Promise.all([upload(proof, big, 'a.pdf'), upload(proof, big, 'b.pdf')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await upload(proof, pdf, 'c.pdf')).status).toBe(200);
  });

  test('do not count towards the limit when the server refuses the file type', async () => {
    const proof = await proofOf();
    const script = await upload(proof, Buffer.from('<script>'), 'a.png');
    expect(script.status).toBe(400);
    for (let each = 0; each < 5; each += 1) expect((await upload(proof)).status).toBe(200);
  });

  test('can be attached only to the application of the same person', async () => {
    const mine = await proofOf();
    const { url } = dataOf<{ url: string }>(await upload(mine));
    const thief = `1380008${String(lastPhone).padStart(4, '0')}`;
    const theirs = await proofOf(tenant.id, thief);
    const body = { ...form({ licence: url }), tenantId: tenant.id };
    expect((await post('entApply', { ...body, phone: thief, proof: theirs })).status).toBe(400);
    const { number } = dataOf<{ number: string }>(await post('entApply', { ...body, phone, proof: mine }));
    const { id } = await enterpriseOf(number);
    const got = dataOf<{ licence: string }>(await send(app, 'GET', `/bus/enterprise/${id}`, { token: regulator }));
    expect(got.licence).toBe(url);
    expect((await send(app, 'GET', url, { token: regulator })).status).toBe(200);
  });

  test('are deleted after a day unless attached (S19)', async () => {
    const lost = await proofOf();
    const orphan = dataOf<{ url: string }>(await upload(lost)).url;
    const used = await proofOf();
    const licenceUrl = dataOf<{ url: string }>(await upload(used)).url;
    await post('entApply', { ...form({ licence: licenceUrl }), tenantId: tenant.id, phone, proof: used });
    app.clock.pass(1_800 + 86_401);
    await app.sweep();
    const rows = await app.sql<{ id: string }>('select id from file where id = any($1)', [
      [orphan, licenceUrl].map((url) => url.split('/').at(-1)),
    ]);
    expect(rows.map(({ id }) => `/upms/file/${id}`)).toEqual([licenceUrl]);
  });

  test('need a proof of the phone', async () => {
    expect((await upload('A'.repeat(43))).status).toBe(428);
  });
});

describe('the applicant', () => {
  test('gets the same answer for a wrong application number and a wrong phone', async () => {
    const number = await applied();
    const wrongPhone = await post('entApply/state', { number, phone: '13700009999' });
    const wrongNumber = await post('entApply/state', { number: 'RZ20260302-00000000', phone });
    expect(wrongPhone.status).toBe(404);
    expect(wrongNumber.status).toBe(404);
    expect(wrongNumber.text).toBe(wrongPhone.text);
  });

  test('can apply again with a new proof of the phone after a withdrawal', async () => {
    const number = await applied({ licence: null });
    expect((await post('entApply/withdraw', { number, proof: await proofOf(tenant.id, '13700008888') })).status).toBe(
      404,
    );
    const withdrawn = await post('entApply/withdraw', { number, proof: await proofOf() });
    expect(withdrawn.status, withdrawn.text).toBe(200);
    expect(await standing(number)).toMatchObject({ state: '0' });
    const proof = await proofOf();
    const { url } = dataOf<{ url: string }>(await upload(proof));
    const seen = dataOf<Record<string, unknown>>(await post('entApply/form', { number, proof }));
    expect(seen).toMatchObject({ name: '测试入驻企业', safetyManagerPhone: '13912345678' });
    const again = await post('entApply/resubmit', { ...seen, licence: url, name: '改名企业', number, proof });
    expect(again.status, again.text).toBe(200);
    expect(await standing(number)).toMatchObject({ state: '1', name: '改名企业' });
  });

  test('gets a new review after a withdrawal instead of a direct activation (S33)', async () => {
    const number = await applied();
    expect((await post('entApply/withdraw', { number, proof: await proofOf() })).status).toBe(200);
    const { id } = await enterpriseOf(number);
    const seen = await send(app, 'GET', `/bus/enterprise/${id}`, { token: regulator });
    const { version, abilities } = dataOf<{ version: number; abilities: string[] }>(seen);
    expect(abilities).not.toContain('activate');
    const activated = await post('activate', { id, version }, { token: regulator });
    expect([activated.status, activated.text]).toEqual([400, expect.stringContaining('须由申请人提交后审核')]);
    expect(await standing(number)).toMatchObject({ state: '0' });
  });

  test('applies again without losing labels and street set by the authority (CA-13)', async () => {
    await app.sql(
      `insert into region (tenant_id, code, name, parent, level, leaf, path)
       values ($1, '330108001', '江滨街道', '330108', 4, true, '浙江省 / 杭州市 / 滨江区 / 江滨街道')`,
      [tenant.id],
    );
    const number = await applied();
    const { id } = await enterpriseOf(number);
    const seen = async () =>
      dataOf<{ version: number; profileRate: number; townCode: string | null; labels: string[] | null }>(
        await send(app, 'GET', `/bus/enterprise/${id}`, { token: regulator }),
      );
    const noted = { labels: ['keySupervision'], townCode: '330108001', headcount: 30, establishedOn: '2020-01-01' };
    const update = { id, version: (await seen()).version, ...noted };
    expect((await post('update', update, { token: regulator })).status).toBe(200);
    const { profileRate } = await seen();
    expect((await decide('reject', number, { reason: '执照与名称不一致' })).status).toBe(200);
    const again = await resubmitted(number);
    expect(again.status, again.text).toBe(200);
    expect(await seen()).toMatchObject({ labels: ['keySupervision'], townCode: '330108001', profileRate });
    const labelled = await send(app, 'GET', '/bus/enterprise/page?label=keySupervision', { token: regulator });
    expect(dataOf<{ records: { id: string }[] }>(labelled).records.map((row) => row.id)).toContain(id);
    expect((await decide('reject', number, { reason: '注册地址与执照不一致' })).status).toBe(200);
    expect((await resubmitted(number, { regionCode: '330106' })).status).toBe(200);
    expect((await seen()).townCode).toBeNull();
  });

  test('of a duplicate enterprise sees the merge and cannot apply again (CA-13)', async () => {
    const number = await applied();
    const { id: dropId, version: dropVersion } = await enterpriseOf(number);
    const keepId = tenant.enterpriseIds[0] ?? '';
    const [keptRow] = await app.sql<{ version: number }>('select version from enterprise where id = $1', [keepId]);
    const input = { keepId, keepVersion: keptRow?.version, dropId, dropVersion };
    const merged = await post('merge', input, { token: regulator });
    expect(merged.status, merged.text).toBe(200);
    expect(await standing(number)).toMatchObject({ state: '4', decidedAt: expect.any(String), expectedOn: null });
    const again = await resubmitted(number);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('不能再次提交')]);
  });

  test('sets the first password by a link after approval', async () => {
    const number = await applied();
    const approved = await decide('approve', number);
    expect(approved.status, approved.text).toBe(200);
    await expect.poll(() => newest('enterpriseApproved'), { timeout: 10_000 }).toBeDefined();
    const { username = '', token = '', ...more } = newest('enterpriseApproved')?.params ?? {};
    expect(Object.keys(more)).toEqual(['name']);
    expect(token.length).toBeLessThanOrEqual(35);
    const [firm] = await app.sql<{ credit_code: string }>('select credit_code from enterprise where id = $1', [
      (await enterpriseOf(number)).id,
    ]);
    expect(username).toBe(firm?.credit_code);
    const password = '海上升明月 天涯共此时';
    const entered = await setPassword(token, password);
    expect(entered.status, entered.text).toBe(200);
    expect((await tryIn(username, password)).status).toBe(200);
    const { access_token, shop_id } = entered.json as { access_token: string; shop_id: string };
    expect(shop_id).toBe((await enterpriseOf(number)).id);
    const info = dataOf<{ roles: string[]; sysUser: { type: string } }>(
      await send(app, 'GET', '/upms/user/info', { token: access_token }),
    );
    expect(info).toMatchObject({ roles: ['ROLE_ENT_ADMIN'], sysUser: { type: '1' } });
    const [row] = await app.sql('select must_change_password from app_user where phone_index = $1', [
      await phoneIndexOf(phone),
    ]);
    expect(row).toEqual({ must_change_password: false });
    expect(await standing(number)).toMatchObject({ state: '2', decidedAt: expect.any(String) });
    const second = await applied({ name: '第二家企业' });
    await decide('approve', second);
    await expect.poll(() => newest('enterpriseBound'), { timeout: 10_000 }).toBeDefined();
    const accounts = await app.sql('select 1 from app_user where phone_index = $1', [await phoneIndexOf(phone)]);
    expect(accounts).toHaveLength(1);
    const bound = await app.sql(
      `select 1 from user_enterprise b join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id where u.phone_index = $1`,
      [await phoneIndexOf(phone)],
    );
    expect(bound).toHaveLength(2);
  });

  test('gets the reason of a rejection by SMS and in the status', async () => {
    const number = await applied();
    const answer = await decide('reject', number, { reason: '执照与名称不一致' });
    expect(answer.status, answer.text).toBe(200);
    await expect
      .poll(() => newest('enterpriseRejected')?.params['reason'], { timeout: 10_000 })
      .toBe('执照与名称不一致');
    expect(await standing(number)).toMatchObject({ state: '5', reason: '执照与名称不一致', expectedOn: null });
    const proof = await proofOf();
    const { url } = dataOf<{ url: string }>(await upload(proof));
    const again = await resubmitted(number, { licence: url }, proof);
    expect(again.status, again.text).toBe(200);
    expect(await standing(number)).toMatchObject({ state: '1', reason: null });
  });

  test('cannot approve their own application with the same phone (S33)', async () => {
    await setPhone(app, tenant.id, tenant.people.admin, phone);
    const number = await applied();
    const admin = (await signIn(app, tenant, 'admin')).access_token;
    expect((await decide('approve', number, {}, admin)).status).toBe(403);
    const keepId = tenant.enterpriseIds[1] ?? '';
    const [keptRow] = await app.sql<{ version: number }>('select version from enterprise where id = $1', [keepId]);
    const { id: dropId, version: dropVersion } = await enterpriseOf(number);
    const merging = { keepId, keepVersion: keptRow?.version, dropId, dropVersion };
    expect((await post('merge', merging, { token: admin })).status).toBe(403);
    expect((await decide('approve', number)).status).toBe(200);
  });
});

test('accepts twenty enterprise applications a day from one IP address (S19)', async () => {
  const strict = await openTestApp({ env: { RATE_LIMIT: 'on' } });
  try {
    const place = await makeTenant(strict);
    const statuses: number[] = [];
    for (let each = 0; each < 21; each += 1) {
      const to = `1360007${String(each).padStart(4, '0')}`;
      const from = `10.1.${each}.1`;
      const codeRequest = { query: { phone: to, type: '5', tenantId: place.id }, from };
      await send(strict, 'POST', '/bus/sms/code', codeRequest);
      await expect.poll(() => strict.inbox.newest(to), { timeout: 10_000 }).toBeDefined();
      const body = { ...form(), tenantId: place.id, phone: to, code: strict.inbox.newest(to)?.params['code'] };
      statuses.push((await send(strict, 'POST', '/bus/enterprise/entApply', { body, from: '10.9.9.9' })).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  } finally {
    await strict.close();
  }
}, 60_000);
