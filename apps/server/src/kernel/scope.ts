import type { Permit } from '@anlan/contract/permits';
import type { UserType } from '@anlan/contract/modules/session/session';
import { idRange } from './ids.ts';
import type { Intent } from './intent.ts';
import type { Regions } from './regions.ts';

declare const minted: unique symbol;

/**
 * The acting user, tenant and rights. The database selects the visible rows by them. Only the guard and `systemScope`
 * create a scope.
 */
export interface Scope {
  readonly [minted]: true;
  readonly tenantId: string;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly userType: UserType | null;
  readonly enterpriseId: string | null;
  /** Lowest enterprise id that the user sees; null when they see none. */
  readonly enterpriseFrom: string | null;
  /** Highest enterprise id that the user sees; null when they see none. */
  readonly enterpriseTo: string | null;
  /**
   * Divisions whose enterprises the user sees. Enterprise staff are limited by the id range instead and have all
   * divisions.
   */
  readonly regions: Regions;
  readonly permits: ReadonlySet<Permit>;
  readonly roles: readonly string[];
  readonly requestId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly sessionId: string | null;
  readonly clientId: string | null;
  readonly namedTenantId: string | null;
  /** Id of the browser that started a vendor sign-in, or null. */
  readonly browser: string | null;
  /** Account name that a trusted proxy sent. Empty when an untrusted sender sent a name; null without one. */
  readonly proxyAccount: string | null;
  /** Home tenant of a user who has entered this tenant; null for its own users. */
  readonly impersonatedFrom: string | null;
  readonly http: boolean;
  /** Why the system itself acts; null for a user. */
  readonly reason: string | null;
  /** The write with an idempotency key for which the scope was created, or null. */
  readonly intent: Intent | null;
}

/** Input for a new scope. Omitted fields mean no user and no rights. */
export type ScopeFacts = Partial<Omit<Scope, typeof minted>> & Pick<Scope, 'tenantId'>;

/** Creates a scope. Only `http/guard` and this file may import this function (the arrows checker enforces it). */
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
    proxyAccount: null,
    http: false,
    impersonatedFrom: null,
    reason: null,
    intent: null,
    ...facts,
  };
  return Object.freeze(scope) as Scope;
}

/** System scope of one tenant, with a reason. The third parameter: the request that caused the work, if any. */
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

/** Scope of the HTTP layer inside one tenant. From any other scope it creates no HTTP rights. */
export const httpScopeWithin = (httpScope: Scope, tenantId: string): Scope =>
  mintScope({ ...systemScope(httpScope.reason ?? 'wall', tenantId, httpScope), http: httpScope.http });

export function enterpriseRange(
  userType: UserType,
  enterpriseId: string | null,
  regions: Regions,
): Pick<Scope, 'enterpriseFrom' | 'enterpriseTo' | 'regions'> {
  if (userType === 'regulator') return { enterpriseFrom: idRange.lowest, enterpriseTo: idRange.highest, regions };
  // The platform has no enterprises; histories of its own rows use the empty id.
  return userType === 'platform'
    ? { enterpriseFrom: idRange.lowest, enterpriseTo: idRange.lowest, regions: 'all' }
    : { enterpriseFrom: enterpriseId, enterpriseTo: enterpriseId, regions: 'all' };
}

export const seesAll = ({ userType, regions }: Pick<Scope, 'userType' | 'regions'>): boolean =>
  userType !== 'enterprise' && userType !== 'shop' && regions === 'all';
