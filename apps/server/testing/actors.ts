// People of made tenants: who they are, how they come in, and what they may.
import type { Call } from '@anlan/contract/http/dialect';
import { dataOf, send, signIn, type Tokens } from './client.ts';
import type { TestApp } from './app.ts';
import { withoutFactors } from './session-fixtures.ts';
import { givePassword, type Kind, type TestTenant } from './tenants.ts';

/** Somebody about to call. */
export interface Actor {
  app: TestApp;
  tenant: TestTenant;
  kind: Kind | 'platform';
  tokens: Tokens;
}

/** Signs an actor in; the platform's own person stands before a tenant that is not theirs. */
export async function actorOf(app: TestApp, tenant: TestTenant, kind: Kind | 'platform'): Promise<Actor> {
  await withoutFactors({ app, tenant });
  if (kind !== 'platform') return { app, tenant, kind, tokens: await signIn(app, tenant, kind) };
  await givePassword(app);
  return { app, tenant, kind, tokens: await signIn(app, { id: platformId }, kind) };
}

const platformId = '0';

// The same actor, signed in anew where others of the same person have ended the session.
async function awake(actor: Actor): Promise<Actor> {
  const { status } = await send(actor.app, 'GET', '/upms/user/info', { token: actor.tokens.access_token });
  return status === 200 ? actor : actorOf(actor.app, actor.tenant, actor.kind);
}

/** The people of a tenant, signed in once each, and anew where others of the same person have ended the session. */
export function peopleOf(app: TestApp, tenant: TestTenant) {
  const known = new Map<Actor['kind'], Actor>();
  return {
    /** Tokens of everybody who has come. */
    tokens: () => [...known.values()].map(({ tokens }) => tokens),
    /** Somebody as they came, for calls that end no session. */
    async signedIn(kind: Actor['kind']): Promise<Actor> {
      const actor = known.get(kind) ?? (await actorOf(app, tenant, kind));
      known.set(kind, actor);
      return actor;
    },
    async now(kind: Actor['kind']): Promise<Actor> {
      const before = known.get(kind);
      const actor = before ? await awake(before) : await actorOf(app, tenant, kind);
      known.set(kind, actor);
      return actor;
    },
  };
}

/** Signed-in people of a tenant. */
export type People = ReturnType<typeof peopleOf>;

/** Who may make a call, as its permit says; staff where regulators may not. */
export const kindFor = (call: Call, permitsOf: Record<Kind, ReadonlySet<string>>): Kind | 'platform' =>
  // Only staff of enterprises have one to go over to.
  (/switch|selectShop/.test(call.path)
    ? (['entadmin'] as const)
    : (['regulator', 'entadmin', 'admin', 'shop', 'security'] as const)
  ).find((kind) => call.permit === 'public' || call.permit === 'signed-in' || permitsOf[kind].has(call.permit)) ??
  'platform';

/** The permits of each kind of person, as the server answers them. */
export async function readPermits(app: TestApp, tenant: TestTenant): Promise<Record<Kind, ReadonlySet<string>>> {
  const found: Partial<Record<Kind, ReadonlySet<string>>> = {};
  for (const kind of Object.keys(tenant.people) as Kind[]) {
    const { access_token } = await signIn(app, tenant, kind);
    const info = dataOf<{ permissions: string[] }>(await send(app, 'GET', '/upms/user/info', { token: access_token }));
    found[kind] = new Set(info.permissions);
  }
  return found as Record<Kind, ReadonlySet<string>>;
}
