// Valid inputs for user administration.
import { callNamed, cipher, dataOf, send, sendCall, signIn } from './client.ts';
import type { Actor } from './actors.ts';
import { password } from './tenants.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

let lastPhone = 0;
const types: Readonly<Record<string, string>> = { platform: '9', entadmin: '1', entstaff: '1', shop: '2' };
const newcomer = ({ kind }: Actor) => ({
  username: `u${crypto.randomUUID().slice(0, 12)}`,
  nickName: '沈安然',
  phone: `1340004${String((lastPhone += 1)).padStart(4, '0')}`,
  type: types[kind] ?? '0',
  roleIds: [],
});
const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<{ id: string; version: number }>(
    await sendCall(actor.app, callNamed(actor.app, name), input, { token: actor.tokens.access_token }),
  );
const newPerson = async (actor: Actor, more: Record<string, unknown> = {}) => {
  const { app, tenant, kind } = actor;
  const by = kind === 'security' ? { ...actor, tokens: await signIn(app, tenant, 'admin') } : actor;
  const { id, version } = await does(by, 'user.create', { ...newcomer(actor), ...more });
  return { id, version };
};
const ownEnterprise = ({ tokens, tenant }: Actor) => tokens.shop_id ?? tenant.enterpriseIds[0] ?? '';
const newStaff = (actor: Actor) =>
  newPerson(actor, actor.kind.startsWith('ent') ? {} : { type: '1', enterpriseIds: [ownEnterprise(actor)] });

const roleNamed = async ({ app, tenant }: Actor, code: string) =>
  (await app.sql<{ id: string }>('select id from role where tenant_id = $1 and code = $2', [tenant.id, code]))[0]?.id ??
  '';

export const userFixtures: Record<string, Maker> = {
  'user.create': newcomer,
  'user.card': async ({ app, tokens }) => {
    const answer = await send(app, 'GET', '/upms/user/info', { token: tokens.access_token });
    return { id: dataOf<{ sysUser: { id: string } }>(answer).sysUser.id };
  },
  'user.one': async (actor) => ({ id: (await newPerson(actor)).id }),
  'user.roles': async (actor) => ({ userId: (await newPerson(actor)).id }),
  'user.update': async (actor) => ({ ...(await newPerson(actor)), nickName: '周明舟' }),
  'user.password': (actor) => newPerson(actor),
  'user.removeFactor': async (actor) => {
    const { id } = await newPerson(actor);
    await actor.app.sql(
      'insert into second_factor (tenant_id, user_id, secret, enabled_at) select tenant_id, id, $2, now() from app_user where id = $1',
      [id, 'sealed'],
    );
    dataOf(
      await send(actor.app, 'POST', '/auth/session/confirm', {
        token: actor.tokens.access_token,
        body: { password: cipher(actor.app, password) },
      }),
    );
    return { id, reason: '手机遗失，恢复码也不在' };
  },
  'user.giveRoles': async (actor) => ({
    ...(await newPerson(actor)),
    roleIds: [await roleNamed(actor, 'ROLE_REGULATOR')],
  }),
  'user.lock': async (actor) => ({ ...(await newPerson(actor)), lockFlag: '9' }),
  'user.remove': async (actor) => ({ id: (await newPerson(actor)).id }),
  'user.decide': async (actor) => {
    const { id, version } = await newPerson(actor);
    await actor.app.sql(`update app_user set approval = 'pending' where id = $1`, [id]);
    return { id, version, decision: 'reject', reason: '信息不全' };
  },
  'user.updateEntAdmin': async (actor) => ({
    enterpriseId: ownEnterprise(actor),
    userId: (await newStaff(actor)).id,
  }),
  'user.checkUser': () => ({ username: 'nobody' }),
  'user.byEntName': ({ tenant }) => ({ entName: `${tenant.mark}企业` }),
  'user.byName': ({ tenant }) => ({ name: `${tenant.mark}regulator` }),
  'user.phoneByEnt': (actor) => ({ enterpriseId: ownEnterprise(actor) }),
  'user.openIdByEnt': (actor) => ({ enterpriseId: ownEnterprise(actor) }),
};

export const peopleFile = (kind: string) => {
  const made = `u${crypto.randomUUID().slice(0, 12)},沈安然,${kind === 'entadmin' ? '企业人员' : '监管人员'}`;
  const phone = `1340005${String((lastPhone += 1)).padStart(4, '0')}`;
  const bytes = Buffer.from(`用户名,姓名,用户类型,手机号\r\n${made},${phone}\r\n`);
  return { name: '用户.csv', type: 'text/csv', bytes };
};

export async function workOver(actor: Actor, jobId: string) {
  for (let tries = 0; tries < 1_200; tries++) {
    const job = dataOf<{ state: string }>(
      await send(actor.app, 'GET', `/upms/job/${jobId}`, { token: actor.tokens.access_token }),
    );
    if (job.state !== 'waiting' && job.state !== 'running') break;
    await new Promise((done) => setTimeout(done, 50));
  }
  return jobId;
}
