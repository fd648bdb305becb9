import { regionAncestors } from '@anlan/contract/domain/region-code';
import type { AnnouncementAbility, AnnouncementState } from '@anlan/contract/modules/notice/announcement';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import type { Channel, RowAudience } from './tables.ts';

export interface AdminFilter {
  keyword?: string | undefined;
  kind?: string[] | undefined;
  state?: AnnouncementState[] | undefined;
}

export interface InboxFilter {
  keyword?: string | undefined;
  kind?: string[] | undefined;
  unread?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
  beforeAt?: Date | undefined;
  beforePinned?: boolean | undefined;
}

export interface Addressed {
  audience: RowAudience;
  targets: readonly string[];
}

interface Timed {
  state: 'draft' | 'published' | 'withdrawn';
  publish_at: Date | null;
  expire_at: Date | null;
}

export function stateOf({ state, publish_at, expire_at }: Timed, now: Date): AnnouncementState {
  if (state !== 'published') return state;
  if (publish_at !== null && publish_at > now) return 'scheduled';
  return expire_at !== null && expire_at <= now ? 'expired' : 'published';
}

type Verb = 'index' | 'add' | 'edit' | 'del' | 'publish';
const stems = { announcement: 'bus:notice', system: 'bus:sysnotice' } as const;
const holds = (scope: Scope, channel: Channel, verb: Verb): boolean => {
  const permit: Permit = `${stems[channel]}:${verb}`;
  return scope.permits.has(permit);
};

export const mayRead = (scope: Scope, channel: Channel): boolean => holds(scope, channel, 'index');

/**
 * What the caller may do with an announcement. Nothing if somebody else wrote it for targets outside the caller's
 * regions.
 */
export function abilitiesOf(
  scope: Scope,
  channel: Channel,
  state: AnnouncementState,
  isInside: boolean,
): AnnouncementAbility[] {
  const abilities: AnnouncementAbility[] = [];
  if (!isInside) return abilities;
  const isOpen = state === 'draft' || state === 'scheduled';
  if (isOpen && holds(scope, channel, 'edit')) abilities.push('update');
  if (state === 'draft' && holds(scope, channel, 'del')) abilities.push('remove');
  if (!holds(scope, channel, 'publish')) return abilities;
  if (state === 'draft') abilities.push('publish');
  if (state === 'scheduled' || state === 'published') abilities.push('withdraw', 'pin');
  if (state === 'published' && channel === 'announcement') abilities.push('remind');
  return abilities;
}

const prefixes = {
  regions: 'region:',
  industries: 'industry:',
  enterprises: 'enterprise:',
  kinds: 'kind:',
  people: 'user:',
} as const;

/** Keys that describe the audience of an announcement. A person is a reader if they have one of these keys. */
export const keysOf = ({ audience, targets }: Addressed): string[] =>
  audience === 'all' || audience === 'tenants' ? ['all'] : targets.map((value) => `${prefixes[audience]}${value}`);

export interface Place {
  enterpriseId: string;
  regionCode: string;
  townCode: string | null;
  industryCode: string;
}

export function keysOfReader(userId: string, userType: UserType, place: Place | null): string[] {
  const keys = ['all', `kind:${userType}`, `user:${userId}`];
  if (place === null) return keys;
  const { enterpriseId, regionCode, townCode, industryCode } = place;
  const regions = [
    ...regionAncestors(regionCode),
    regionCode,
    ...(townCode === null ? [] : [...regionAncestors(townCode), townCode]),
  ];
  return [
    ...keys,
    ...new Set(regions.map((code) => `region:${code}`)),
    `enterprise:${enterpriseId}`,
    `industry:${industryCode.slice(0, 1)}`,
    `industry:${industryCode}`,
  ];
}

const kindsOfPeople: readonly string[] = ['regulator', 'enterprise', 'shop'] satisfies UserType[];
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shapes: Readonly<Record<RowAudience, RegExp>> = {
  all: /^$/,
  regions: /^\d{6}(\d{3}){0,2}$/,
  industries: /^[A-Z](\d{2})?$/,
  kinds: /^[a-z]+$/,
  enterprises: uuid,
  people: uuid,
  tenants: /^[1-9]\d{0,18}$/,
};

export function audienceProblem({ audience, targets }: Addressed): string | null {
  if (audience === 'all') return targets.length > 0 ? '发布给全部时不需要选择范围' : null;
  if (targets.length === 0) return '请选择发布范围';
  if (targets.some((value) => !shapes[audience].test(value))) return '发布范围有误，请重新选择';
  if (audience === 'kinds' && targets.some((value) => !kindsOfPeople.includes(value))) return '没有这种人员类型';
  return null;
}

/** Audiences that select enterprises. Their readers are the people of these enterprises. */
export const selectsEnterprises = (audience: RowAudience): boolean =>
  audience === 'regions' || audience === 'industries' || audience === 'enterprises';

export const timesProblem = (out: Date, expireAt: Date | null): string | null =>
  expireAt !== null && expireAt <= out ? '失效时间应晚于发布时间' : null;
