// Sign-in with a directory account, against a real slapd (S16).
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { Client } from 'ldapts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { mailIndex, encryptContacts } from '#modules/user/encrypted/rules.ts';
import { indexMails } from '#modules/user/encrypted/service.ts';
import { findAllByMail, updateUser } from '#modules/user/store.ts';
import { cipher, clientOf, dataOf, send, signIn, trySignIn, type Answer, type Tokens } from '../../testing/client.ts';
import { openTestDirectory } from '../../testing/directory.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, password, setPhone, type Kind, type TestTenant } from '../../testing/tenants.ts';

const guid = (last: number) => `00112233445566778899aabbccddee${String(last).padStart(2, '0')}`;
const proxySecret = 'proxy-secret-of-the-test-0123456789';
const lost: Server[] = [];
let slapd: Awaited<ReturnType<typeof openTestDirectory>>;
let app: TestApp;
let tenant: TestTenant;

/** Opens a port that accepts connections and sends only `greets`. */
async function lostPort(greets: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (greets !== '') socket.write(greets);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  lost.push(server);
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  slapd = await openTestDirectory([
    { account: 'linzhiyuan', password: '密码-lin 1', guid: guid(1), mobile: '+86 137-0000-0001', name: '林知远' },
    { account: 'zhoumingzhou', password: 'pw-zhou', guid: guid(2), mobile: '13700009999' },
    { account: 'twin-1', password: 'pw-twin', guid: guid(3), domain: 'a.example' },
    { account: 'twin-2', password: 'pw-twin', guid: guid(4), domain: 'b.example' },
    { account: 'locked', password: 'pw-locked', guid: guid(5) },
    { account: 'gone', password: 'pw-gone', guid: guid(6), control: 514 },
    { account: 'mailed', password: 'pw-mailed', guid: guid(7), mail: 'Wen.Ruo@lin-lan.example', name: '温若' },
    { account: 'shared', password: 'pw-shared', guid: guid(8), mail: 'duty@lin-lan.example' },
    { account: 'left', password: 'pw-left', guid: guid(9), mail: 'left@lin-lan.example' },
    { account: 'torn', password: 'pw-torn', guid: guid(10), mail: 'torn@lin-lan.example', mobile: '13700007777' },
    { account: 'elsewhere', password: 'pw-elsewhere', guid: guid(11), mail: 'elsewhere@lin-lan.example' },
  ]);
  const same = slapd.settings;
  const directories = [
    { id: 'mail', name: '邮箱可信的目录', url: slapd.url, ...same, matchByMobile: true, matchByMail: true },
    { id: 'phone', name: '手机号可信的目录', url: slapd.url, ...same, matchByMobile: true },
    { id: 'ad', name: '临澜区目录', url: slapd.tlsUrl, caFile: slapd.caFile, ...same },
    { id: 'plain', name: '本机目录', url: slapd.url, ...same },
    { id: 'stranger', name: '证书不可信的目录', url: slapd.tlsUrl, ...same },
    { id: 'badpass', name: '服务账号不对的目录', url: slapd.url, ...same, bindPassword: 'wrong' },
    { id: 'mute', name: '沉默的目录', url: `ldap://127.0.0.1:${await lostPort('')}`, ...same },
    { id: 'lying', name: '胡说的目录', url: `ldap://127.0.0.1:${await lostPort('HTTP/1.1 200 OK\r\n\r\n')}`, ...same },
    { id: 'nobody', name: '关着的目录', url: 'ldap://127.0.0.1:1', ...same },
    { id: 'theirs', name: '别的单位的目录', tenantId: '9', url: slapd.url, ...same },
  ];
  app = await openTestApp({
    env: {
      DIRECTORIES: JSON.stringify(directories),
      DIRECTORY_PROXY: '10.8.8.0/24',
      DIRECTORY_PROXY_SECRET: proxySecret,
    },
  });
  tenant = await makeTenant(app);
});
beforeEach(async () => {
  await app.sql('delete from sign_in_attempt');
});
afterAll(async () => {
  await app.close();
  await slapd.close();
  for (const server of lost) server.close();
});

const enter = (username: string, password: string, more: Record<string, string> = {}) => {
  const { cookie = '', ...fields } = more;
  const form = new URLSearchParams({
    tenantId: tenant.id,
    directory: 'ad',
    username,
    password: cipher(app, password),
    userType: '',
    ...fields,
  });
  return send(app, 'POST', '/auth/adlogin/loginWeb', {
    body: form.toString(),
    headers: { authorization: clientOf(app), 'content-type': 'application/x-www-form-urlencoded', cookie },
  });
};
const saidOf = ({ status, json }: Answer) => ({ status, msg: (json as { msg?: string }).msg });
const wrong = { status: 426, msg: '用户名不存在或密码错误' };
const wrongProof = { status: 426, msg: '密码错误，或没有与您对应的账号' };

const bindDirectory = (directory: string, subject: string, kind: Kind) =>
  app.sql(
    `insert into user_identity (tenant_id, id, user_id, provider, app_id, subject, label, bound_at)
     values ($1, gen_random_uuid(), $2, 'directory', $3, $4, '林知远', now()) on conflict do nothing`,
    [tenant.id, tenant.people[kind], directory, subject],
  );
const givePhone = (kind: Kind, phone: string) => setPhone(app, tenant.id, tenant.people[kind], phone);

test('RT-08 gives the login page only the directories of its tenant', async () => {
  const door = await send(app, 'GET', '/auth/adlogin/loginWeb', { query: { tenantId: tenant.id } });
  const { directories } = door.json as { directories: { id: string; name: string }[] };
  expect(directories).toContainEqual({ id: 'ad', name: '临澜区目录' });
  expect(directories.map(({ id }) => id)).not.toContain('theirs');
  expect(door.text).not.toContain('dc=lin-lan');
  expect((await enter('linzhiyuan', '密码-lin 1', { directory: 'theirs' })).status).toBe(400);
});

async function prove(met: Answer, proof: Record<string, string> = { password }, more: Record<string, string> = {}) {
  const { data } = met.json as { data: { bindTicket: string } };
  const { password: typed, ...rest } = proof;
  const ciphered = typed === undefined ? {} : { password: cipher(app, typed) };
  return send(app, 'POST', '/auth/adlogin/prove', {
    body: { tenantId: tenant.id, bindTicket: data.bindTicket, ...ciphered, ...rest },
    headers: { authorization: clientOf(app), cookie: cookieOf(met), ...more },
  });
}
const cookieOf = (met: Answer) => String([met.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
const unbound = { status: 417, msg: '未绑定登录账号，请使用密码登录后绑定' };

describe('S16 a phone from the directory', () => {
  test('proves an account by phone only when the operator enables sign-in by phone', async () => {
    await givePhone('admin', '13700000001');
    const [off, on] = [
      await enter('linzhiyuan', '密码-lin 1'),
      await enter('linzhiyuan', '密码-lin 1', { directory: 'phone' }),
    ];
    for (const met of [off, on]) {
      expect(saidOf(met)).toEqual(unbound);
      expect(met.text).not.toMatch(/access_token|admin|13700000001/);
    }
    expect(off.json).toMatchObject({ data: { provable: false } });
    expect(on.json).toMatchObject({ data: { provable: true } });
    expect(await app.sql('select 1 from user_identity where user_id = $1', [tenant.people.admin])).toEqual([]);
    // The proof of the phone also fails when the operator has not enabled sign-in by phone.
    expect(saidOf(await prove(off))).toEqual(wrongProof);
  });

  test('gets the same answers as an unknown phone, in the first and in later attempts (S92)', async () => {
    await givePhone('admin', '13700000001');
    const shape = ({ status, json }: Answer) => {
      const { data, ...rest } = json as { data: { bindTicket?: string; label?: string } | null };
      return { status, ...rest, data: data && { ...data, bindTicket: '', label: '' } };
    };
    const story = async (username: string, typed: string) => {
      await app.sql('delete from sign_in_attempt; delete from public_attempt; delete from sms_code');
      const met = await enter(username, typed, { directory: 'phone' });
      const { bindTicket } = (met.json as { data: { bindTicket: string } }).data;
      const headers = { authorization: clientOf(app), cookie: cookieOf(met) };
      const body = { tenantId: tenant.id, bindTicket };
      const answers = [met];
      for (let tries = 0; tries < 2; tries += 1)
        answers.push(await send(app, 'POST', '/auth/adlogin/code', { body, headers }));
      for (let tries = 0; tries < 3; tries += 1) answers.push(await prove(met, { password: 'not it' }));
      for (let tries = 0; tries < 3; tries += 1) answers.push(await prove(met, { code: '000000' }));
      return answers.map(shape);
    };
    const existingStory = await story('linzhiyuan', '密码-lin 1');
    expect(existingStory.map(({ status }) => status)).toEqual([417, 200, 429, 426, 426, 426, 428, 428, 429]);
    expect(await story('zhoumingzhou', 'pw-zhou')).toEqual(existingStory);
  });

  test('signs in to the account that has the same phone after the account password is proven', async () => {
    await givePhone('admin', '13700000009');
    await givePhone('regulator', '13700000001');
    const met = await enter('LIN-LAN\\linzhiyuan', '密码-lin 1', { directory: 'phone' });
    expect(saidOf(await prove(met, { password: 'not it' }))).toEqual(wrongProof);
    const proven = await prove(met);
    expect(proven.json).toMatchObject({ token_type: 'bearer', username: 'regulator', tenant_id: tenant.id });
    const { access_token: token } = proven.json as Tokens;
    const { bindTicket } = (met.json as { data: { bindTicket: string } }).data;
    const headers = { cookie: cookieOf(met) };
    const bind = await send(app, 'POST', '/upms/user/bindThridParty', { token, body: { bindTicket }, headers });
    expect(bind.status).toBe(200);
    await givePhone('regulator', '13700000002');
    expect((await enter('linzhiyuan@lin-lan.example', '密码-lin 1', { directory: 'phone' })).status).toBe(200);
    expect((await enter('linzhiyuan', '密码-lin 1', { directory: 'phone', userType: '1' })).status).toBe(426);
    const bound = await send(app, 'GET', '/upms/user/thirdParties', { token });
    expect(dataOf(bound)).toMatchObject({ bound: [{ provider: 'directory', label: '林知远' }] });
    expect(saidOf(await prove(met))).toEqual({ status: 400, msg: '验证已失效，请重新登录' });
  });

  test('signs in once with an SMS code sent to the phone of the account', async () => {
    await givePhone('entadmin', '13700009999');
    const met = await enter('zhoumingzhou', 'pw-zhou', { directory: 'phone' });
    const { bindTicket } = (met.json as { data: { bindTicket: string } }).data;
    const headers = { authorization: clientOf(app), cookie: cookieOf(met) };
    await app.sql('delete from public_attempt');
    const body = { tenantId: tenant.id, bindTicket };
    expect((await send(app, 'POST', '/auth/adlogin/code', { body, headers })).status).toBe(200);
    await expect.poll(() => app.inbox.newest('13700009999')?.params['code'], { timeout: 20_000 }).toMatch(/^\d{6}$/);
    const code = app.inbox.newest('13700009999')?.params['code'] ?? '';
    expect((await prove(met, { code })).json).toMatchObject({ username: 'entadmin' });
    expect((await prove(met, { code })).status).toBe(428);
  });

  test('must be proven by the user in the same browser and tenant within ten minutes', async () => {
    await givePhone('entadmin', '13700009998');
    await givePhone('shop', '13700009999');
    const other = await makeTenant(app);
    const met = await enter('zhoumingzhou', 'pw-zhou', { directory: 'phone' });
    const over = { status: 400, msg: '验证已失效，请重新登录' };
    expect(saidOf(await prove(met, { password }, { cookie: `oauth=${'x'.repeat(43)}` }))).toEqual(over);
    expect(saidOf(await prove(met, { password, tenantId: other.id }))).toEqual(over);
    expect((await prove(met, {})).status).toBe(400);
    await app.sql(
      `insert into second_factor (tenant_id, user_id, secret, enabled_at) values ($1, $2, 'sealed', now())`,
      [tenant.id, tenant.people.shop],
    );
    expect((await prove(met)).json).toMatchObject({ mfa: true });
    await app.sql('delete from second_factor where user_id = $1', [tenant.people.shop]);
    app.clock.pass(601);
    expect(saidOf(await prove(met))).toEqual(over);
  });
});

describe('RT-08 an e-mail address known to directory and server', () => {
  const giveMail = (to: TestTenant, kind: Kind, email: string | null) =>
    app.db.scoped(systemScope('test', to.id), async (tx) => {
      const encrypted = encryptContacts(await app.vault.of(tx), to.people[kind], { email });
      await updateUser(tx, to.people[kind], { ...encrypted, updated_at: app.clock.now() });
    });
  const by = async (username: string, more: Record<string, string> = {}) => {
    const met = await enter(username, `pw-${username}`, { directory: 'mail', ...more });
    expect(saidOf(met)).toEqual(unbound);
    const { tenantId = tenant.id } = more;
    return prove(met, { password, tenantId });
  };

  test('matches the account with this address in any letter case', async () => {
    await giveMail(tenant, 'shop', 'wen.ruo@LIN-LAN.example');
    expect((await enter('mailed', 'pw-mailed')).json).toMatchObject({ data: { provable: false } });
    expect((await by('mailed')).json).toMatchObject({ token_type: 'bearer', username: 'shop', tenant_id: tenant.id });
    await giveMail(tenant, 'shop', null);
    expect((await by('mailed')).status).toBe(426);
  });

  test('matches no account when two users have the address', async () => {
    await giveMail(tenant, 'entadmin', 'duty@lin-lan.example');
    await giveMail(tenant, 'demo', 'duty@lin-lan.example');
    expect((await by('shared')).status).toBe(426);
    expect((await by('shared', { userType: '1' })).status).toBe(426);
    await giveMail(tenant, 'demo', null);
    expect((await by('shared', { userType: '0' })).status).toBe(426);
    expect((await by('shared', { userType: '1' })).json).toMatchObject({ username: 'entadmin' });
    await giveMail(tenant, 'nobody', 'left@lin-lan.example');
    await app.sql(`update app_user set lock_flag = '9' where id = $1`, [tenant.people.nobody]);
    expect((await by('left')).status).toBe(426);
    await app.sql(`update app_user set lock_flag = '0', approval = 'pending' where id = $1`, [tenant.people.nobody]);
    expect(saidOf(await by('left'))).toEqual(wrongProof);
  });

  test('matches no account when the phone belongs to another account', async () => {
    await giveMail(tenant, 'demo', 'torn@lin-lan.example');
    await givePhone('entstaff', '13700007777');
    expect((await by('torn')).status).toBe(426);
    await givePhone('demo', '13700007777');
    await givePhone('entstaff', '13700007778');
    expect((await by('torn')).json).toMatchObject({ username: 'demo' });
  });

  test('never matches an account in another tenant', async () => {
    const other = await makeTenant(app);
    await giveMail(other, 'regulator', 'elsewhere@lin-lan.example');
    expect((await by('elsewhere')).status).toBe(426);
    const [mine, theirs] = await Promise.all(
      [tenant, other].map(async ({ id }) => (await app.vault.of({ scope: { tenantId: id } })).index('mail', 'a@b.cn')),
    );
    expect(mine).not.toBe(theirs);
    expect((await by('elsewhere', { tenantId: other.id })).json).toMatchObject({
      username: 'regulator',
      tenant_id: other.id,
    });
  });

  test('can be searched for existing users after the next server start', async () => {
    const old = await makeTenant(app);
    await giveMail(old, 'regulator', 'Old@lin-lan.example');
    await app.sql('update app_user set email_index = null where tenant_id = $1', [old.id]);
    expect(await indexMails(app, old.id)).toBe(1);
    expect(await indexMails(app, old.id)).toBe(0);
    const mailMatches = await app.db.scoped(systemScope('test', old.id), async (tx) =>
      findAllByMail(tx, mailIndex(await app.vault.of(tx), 'old@lin-lan.example')),
    );
    expect(mailMatches.map(({ id }) => id)).toEqual([old.people.regulator]);
  });
});

test('answers 417 for an unbound directory account, until the user signs in by password and binds it', async () => {
  const met = await enter('zhoumingzhou', 'pw-zhou');
  expect(saidOf(met)).toEqual({ status: 417, msg: '未绑定登录账号，请使用密码登录后绑定' });
  const { data } = met.json as { data: { bindTicket: string; provider: string } };
  expect(data.provider).toBe('directory');
  const cookie = String([met.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const { access_token: token } = await signIn(app, tenant, 'entstaff');
  const bind = await send(app, 'POST', '/upms/user/bindThridParty', {
    token,
    body: { bindTicket: data.bindTicket },
    headers: { cookie },
  });
  expect(bind.status).toBe(200);
  expect((await enter('zhoumingzhou', 'pw-zhou')).json).toMatchObject({ username: 'entstaff' });
});

test('S16 finds no directory account with forty LDAP injections', async () => {
  const pieces = ['*', '*)(objectClass=*', ')(|(sAMAccountName=*', 'linzhiyuan)(&', '\\2a', 'lin*', '(', ')', '|', '&'];
  const names = pieces.flatMap((piece) => [piece, `linzhiyuan${piece}`, `${piece}linzhiyuan`, `LIN-LAN\\${piece}`]);
  expect(names.length).toBe(40);
  for (const name of names) {
    await app.sql('delete from sign_in_attempt');
    expect(saidOf(await enter(name, '密码-lin 1')), name).toEqual(wrong);
  }
  const client = new Client({ url: slapd.url });
  await client.bind(`cn=linzhiyuan,ou=people,${slapd.settings.baseDn}`, '');
  await client.unbind();
  await app.sql('delete from sign_in_attempt');
  expect(saidOf(await enter('linzhiyuan', ''))).toEqual(wrong);
  expect(saidOf(await enter('linzhiyuan', 'a\0b'))).toEqual(wrong);
  expect(saidOf(await enter('twin', 'pw-twin'))).toEqual(wrong);
  expect(saidOf(await enter('twin-1@a.example', 'wrong'))).toEqual(wrong);
  expect((await enter('twin-1@a.example', 'pw-twin')).status).toBe(417);
});

test('S09 ignores a directory password in the URL and does not log it', async () => {
  const password = cipher(app, '密码-lin 1');
  const answer = await send(app, 'POST', '/auth/adlogin/loginWeb', {
    query: { password },
    body: `tenantId=${tenant.id}&directory=ad&username=linzhiyuan`,
    headers: { authorization: clientOf(app), 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(answer.status).toBe(400);
  expect(app.log.join('')).not.toMatch(/密码-lin 1|service-password/);
});

test('refuses a locked directory account with the right password', async () => {
  for (let tries = 0; tries < 3; tries += 1) await enter('locked', 'wrong');
  expect(saidOf(await enter('locked', 'pw-locked'))).toEqual(wrong);
});

test('S01 counts wrong passwords of directory and server together', async () => {
  for (let tries = 0; tries < 5; tries += 1) expect((await enter('admin', 'wrong')).status).toBe(426);
  expect((await trySignIn(app, tenant.id, 'admin')).status).toBe(429);
});

test('S16 accepts a user name only from a listed proxy with its secret', async () => {
  const ask = (headers: Record<string, string>, from: string) =>
    send(app, 'GET', '/auth/adlogin/loginWeb', { query: { tenantId: tenant.id, directory: 'ad' }, headers, from });
  await bindDirectory('ad', guid(1), 'regulator');
  const vouched = { 'x-directory-user': 'LIN-LAN\\linzhiyuan', 'x-directory-secret': proxySecret };
  expect((await ask(vouched, '10.8.8.7')).json).toMatchObject({ token_type: 'bearer', username: 'regulator' });
  // A cross-site page must not open a session through the proxy.
  expect((await ask({ ...vouched, 'sec-fetch-site': 'cross-site' }, '10.8.8.7')).status).toBe(403);
  expect(saidOf(await ask(vouched, '10.8.9.7'))).toEqual(wrong);
  expect(saidOf(await ask({ ...vouched, 'x-forwarded-for': '10.8.8.7' }, '10.8.9.7'))).toEqual(wrong);
  expect(saidOf(await ask({ ...vouched, 'x-directory-secret': 'x' }, '10.8.8.7'))).toEqual(wrong);
  expect(saidOf(await ask({ 'x-directory-user': 'linzhiyuan' }, '10.8.8.7'))).toEqual(wrong);
  expect(saidOf(await ask({ ...vouched, 'x-directory-user': 'gone' }, '10.8.8.7'))).toEqual(wrong);
  expect(saidOf(await ask({ ...vouched, 'x-directory-user': '*' }, '10.8.8.7'))).toEqual(wrong);
});

test('fails a directory sign-in in time when the directory is unavailable, silent or misconfigured', async () => {
  const names: Record<string, string> = {
    nobody: '关着的目录',
    mute: '沉默的目录',
    lying: '胡说的目录',
    stranger: '证书不可信的目录',
    badpass: '服务账号不对的目录',
  };
  for (const [directory, name] of Object.entries(names)) {
    const since = performance.now();
    expect(saidOf(await enter('linzhiyuan', '密码-lin 1', { directory })), directory).toEqual({
      status: 503,
      msg: `${name}暂时没有应答，请稍后再试，或使用密码登录`,
    });
    expect(performance.now() - since, directory).toBeLessThan(8_000);
  }
  expect((await trySignIn(app, tenant.id, 'admin')).status).toBe(200);
  expect((await enter('linzhiyuan', '密码-lin 1', { directory: 'ad' })).status).toBe(200);
  await slapd.kill();
  expect((await enter('linzhiyuan', '密码-lin 1')).status).toBe(503);
  await slapd.start();
  expect((await enter('linzhiyuan', '密码-lin 1')).status).toBe(200);
});
