import type { Permit } from '@anlan/contract/permits';
import type { UserType } from '@anlan/contract/modules/session/session';
import { idRange } from './ids.ts';
import type { Intent } from './intent.ts';
import type { Regions } from './regions.ts';

declare const minted: unique symbol;

/** Who acts, for whom, and what they may: the database sees rows through it. Only the guard and `systemScope` mint one. */
export interface Scope {
  readonly [minted]: true;
  /** Whose rows. */
  readonly tenantId: string;
  /** The person, or null for the system and for strangers. */
  readonly userId: string | null;
  /** Name shown in traces. */
  readonly userName: string | null;
  readonly userType: UserType | null;
  /** The current enterprise of enterprise staff. */
  readonly enterpriseId: string | null;
  /** Lowest enterprise id visible; null sees none. */
  readonly enterpriseFrom: string | null;
  /** Highest enterprise id visible; null sees none. */
  readonly enterpriseTo: string | null;
  /** The divisions whose enterprises are visible; staff, whom the range of ids holds, see them wherever they are. */
  readonly regions: Regions;
  readonly permits: ReadonlySet<Permit>;
  readonly roles: readonly string[];
  readonly requestId: string;
  /** Client address as resolved through trusted proxies. */
  readonly address: string;
  readonly userAgent: string;
  readonly sessionId: string | null;
  /** The client program that a way in was taken with. */
  readonly clientId: string | null;
  /** The tenant that the request names in its header, or null. */
  readonly namedTenantId: string | null;
  /** Mark of the browser that a trip to a vendor began in, or null. */
  readonly browser: string | null;
  /** Account name that a trusted proxy vouches for; empty where nobody trusted names one, null where none is named. */
  readonly vouched: string | null;
  /** The tenant that somebody came from who has entered this one; null for its own people. */
  readonly impersonatedFrom: string | null;
  /** May see sessions, captchas and tickets. */
  readonly http: boolean;
  /** Why the system acts by itself, or null. */
  readonly reason: string | null;
  /** The keyed write that this is, or null. */
  readonly intent: Intent | null;
}

/** What a minter states; the rest is nobody, nothing. */
export type ScopeFacts = Partial<Omit<Scope, typeof minted>> & Pick<Scope, 'tenantId'>;

/** Makes a scope; imported by `http/guard` and this file alone (the arrows checker watches). */
export function mintScope(facts: ScopeFacts): Scope {
  const scope: Omit<Scope, typeof minted> = {
    userId: null,
    userName: null,
    userType: null,
    enterpriseId: null,
    enterpriseFrom: null,
    enterpriseTo: null,
    regions: [],
    permits: new Set(),
    roles: [],
    requestId: '',
    address: '',
    userAgent: '',
    sessionId: null,
    clientId: null,
    namedTenantId: null,
    browser: null,
    vouched: null,
    http: false,
    impersonatedFrom: null,
    reason: null,
    intent: null,
    ...facts,
  };
  return Object.freeze(scope) as Scope;
}

/** The system at work inside one tenant, for a stated reason; with the traces of the request it works for, if any. */
export const systemScope = (
  reason: string,
  tenantId: string,
  {
    requestId = '',
    address = '',
    userAgent = '',
    intent = null,
  }: Partial<Pick<Scope, 'requestId' | 'address' | 'userAgent' | 'intent'>> = {},
): Scope =>
  mintScope({
    tenantId,
    reason,
    enterpriseFrom: idRange.lowest,
    enterpriseTo: idRange.highest,
    regions: 'all',
    requestId,
    address,
    userAgent,
    intent,
  });

/** The HTTP layer's own scope at work inside one tenant; a scope that is not the HTTP layer's stays outside. */
export const httpScopeWithin = (httpScope: Scope, tenantId: string): Scope =>
  mintScope({ ...systemScope(httpScope.reason ?? 'wall', tenantId, httpScope), http: httpScope.http });

/** What a person sees of the enterprises: those of their divisions, the current one, or none. */
export function enterpriseRange(
  userType: UserType,
  enterpriseId: string | null,
  regions: Regions,
): Pick<Scope, 'enterpriseFrom' | 'enterpriseTo' | 'regions'> {
  if (userType === 'regulator') return { enterpriseFrom: idRange.lowest, enterpriseTo: idRange.highest, regions };
  // The platform has no enterprises; histories of its own rows stand under the id of none.
  return userType === 'platform'
    ? { enterpriseFrom: idRange.lowest, enterpriseTo: idRange.lowest, regions: 'all' }
    : { enterpriseFrom: enterpriseId, enterpriseTo: enterpriseId, regions: 'all' };
}

/** Whether nobody and nothing of the tenant is beyond the caller's sight. */
export const seesAll = ({ userType, regions }: Pick<Scope, 'userType' | 'regions'>): boolean =>
  userType !== 'enterprise' && userType !== 'shop' && regions === 'all';
