// Test users of seeded tenants: sign-in and permits.
import type { Call } from '@anlan/contract/http/call-table';
import { dataOf, send, signIn, type Tokens } from './client.ts';
import type { TestApp } from './app.ts';
import { withoutFactors } from './session-fixtures.ts';
import { givePassword, type Kind, type TestTenant } from './tenants.ts';

export interface Actor {
  app: TestApp;
  tenant: TestTenant;
  kind: Kind | 'platform';
  tokens: Tokens;
}

/**
 * Signs a test user in. For `platform` the user signs in to tenant 0, and `tenant` stays the tenant that the calls
 * are about.
 */
export async function actorOf(app: TestApp, tenant: TestTenant, kind: Kind | 'platform'): Promise<Actor> {
  await withoutFactors({ app, tenant });
  if (kind !== 'platform') return { app, tenant, kind, tokens: await signIn(app, tenant, kind) };
  await givePassword(app);
  return { app, tenant, kind, tokens: await signIn(app, { id: platformId }, kind) };
}

const platformId = '0';

// The same actor, signed in again when another test ended the session.
async function awake(actor: Actor): Promise<Actor> {
  const { status } = await send(actor.app, 'GET', '/upms/user/info', { token: actor.tokens.access_token });
  return status === 200 ? actor : actorOf(actor.app, actor.tenant, actor.kind);
}

/** Signs in each user of a tenant once, and again when another test ended the session. */
export function peopleOf(app: TestApp, tenant: TestTenant) {
  const actors = new Map<Actor['kind'], Actor>();
  return {
    tokens: () => [...actors.values()].map(({ tokens }) => tokens),
    /** The user with the first session, for calls that end no session. */
    async signedIn(kind: Actor['kind']): Promise<Actor> {
      const actor = actors.get(kind) ?? (await actorOf(app, tenant, kind));
      actors.set(kind, actor);
      return actor;
    },
    async now(kind: Actor['kind']): Promise<Actor> {
      const before = actors.get(kind);
      const actor = before ? await awake(before) : await actorOf(app, tenant, kind);
      actors.set(kind, actor);
      return actor;
    },
  };
}

export type People = ReturnType<typeof peopleOf>;

/** Chooses a kind of user that may make the call: enterprise staff if regulators may not. */
export const kindFor = (call: Call, permitsOf: Record<Kind, ReadonlySet<string>>): Kind | 'platform' =>
  // Only enterprise staff can switch their enterprise.
  (/switch|selectShop/.test(call.path)
    ? (['entadmin'] as const)
    : (['regulator', 'entadmin', 'admin', 'shop', 'security'] as const)
  ).find((kind) => call.permit === 'public' || call.permit === 'signed-in' || permitsOf[kind].has(call.permit)) ??
  'platform';

export async function readPermits(app: TestApp, tenant: TestTenant): Promise<Record<Kind, ReadonlySet<string>>> {
  const permitsByKind: Partial<Record<Kind, ReadonlySet<string>>> = {};
  for (const kind of Object.keys(tenant.people) as Kind[]) {
    const { access_token } = await signIn(app, tenant, kind);
    const info = dataOf<{ permissions: string[] }>(await send(app, 'GET', '/upms/user/info', { token: access_token }));
    permitsByKind[kind] = new Set(info.permissions);
  }
  return permitsByKind as Record<Kind, ReadonlySet<string>>;
}
