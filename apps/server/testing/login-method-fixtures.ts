// Valid inputs for sign-in without a password, and for people without an account.
import { createHash, randomBytes } from 'node:crypto';
import { cipher } from './client.ts';
import type { Actor } from './actors.ts';
import { codeFor, freshPhone } from './fixtures.ts';
import { phoneOfKind } from './tenants.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;

async function linkOfNewPerson({ app, tenant }: Actor): Promise<string> {
  const token = randomBytes(26).toString('base64url');
  await app.sql(
    `with made as (
       insert into app_user (tenant_id, id, username, nick_name, type, lock_flag, demo, demo_mode)
       values ($1, gen_random_uuid(), $2, '沈安然', 'regulator', '0', false, false) returning tenant_id, id)
     insert into password_link (tenant_id, hash, user_id, ends_at)
     select tenant_id, $3, id, $4 from made`,
    [
      tenant.id,
      `u${crypto.randomUUID().slice(0, 12)}`,
      createHash('sha256').update(token).digest('base64url'),
      new Date(app.clock.now().getTime() + 3_600_000),
    ],
  );
  return token;
}

export const loginMethodFixtures: Record<string, Maker> = {
  'session.ways': ({ tenant }) => ({ tenantId: tenant.id }),
  'session.phoneSignIn': async (actor) => {
    const phone = actor.kind === 'platform' ? freshPhone() : phoneOfKind(actor.tenant.id, actor.kind);
    return { phone, code: await codeFor(actor, phone, '1'), grant_type: 'sms_login', tenantId: actor.tenant.id };
  },
  'session.ownEnterprises': ({ tenant, kind }) => ({
    phone: phoneOfKind(tenant.id, kind === 'platform' ? 'admin' : kind),
  }),
  'user.register': async (actor) => {
    const phone = freshPhone();
    return {
      phone,
      code: await codeFor(actor, phone, '2'),
      username: `u${crypto.randomUUID().slice(0, 12)}`,
      password: cipher(actor.app, '海上升明月 天涯共此时'),
      entName: `${actor.tenant.mark}待入驻企业`,
      tenantId: actor.tenant.id,
      type: '1',
    };
  },
  'user.linkOpen': async (actor) => ({ token: await linkOfNewPerson(actor) }),
  'user.linkSet': async (actor) => ({
    token: await linkOfNewPerson(actor),
    password: cipher(actor.app, '海上升明月 天涯共此时'),
  }),
  'user.findPhone': async ({ app, tenant }) => {
    const [row] = await app.sql<{ name: string }>('select name from enterprise where id = $1', [
      tenant.enterpriseIds[0],
    ]);
    return { entName: row?.name, tenantId: tenant.id };
  },
};
