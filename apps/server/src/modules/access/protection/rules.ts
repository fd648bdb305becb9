import type { Duty } from '@anlan/contract/modules/access/protection';
import { permitLabels } from '@anlan/contract/labels';

const duties: Readonly<Record<Duty, RegExp>> = {
  system:
    /^sys:(user:(add|edit|del|password|import)|(organ|dict|dictitem|region|tenant|frame|assessment):(add|edit|del|enter)|entry:)/,
  security: /^sys:((role|menu):(add|edit|del|perm|delegate)|user:lock|token:del)$/,
  audit: /^sys:log:/,
};
/** The three administrations (三员): settings and people; roles, permits and unlocking; the log. */
export const allDuties: readonly Duty[] = ['system', 'security', 'audit'];

/** What somebody who runs one of the three is called. */
export const dutyNames: Readonly<Record<Duty, string>> = {
  system: '系统管理员',
  security: '安全管理员',
  audit: '审计管理员',
};

/** The administration that a permit belongs to, or null: reading lists and the daily work belong to none. */
export const dutyOf = (permit: string): Duty | null => allDuties.find((duty) => duties[duty].test(permit)) ?? null;

/** The permits of the three administrations, each with its own. */
export const dutyPermits: readonly { permit: string; duty: Duty }[] = Object.keys(permitLabels).flatMap((permit) => {
  const duty = dutyOf(permit);
  return duty === null ? [] : [{ permit, duty }];
});

/** Administrations in words. */
export const dutyWords = (held: readonly Duty[]): string =>
  allDuties
    .filter((duty) => held.includes(duty))
    .map((duty) => dutyNames[duty])
    .join('和');

/** What keeps a protected tenant in the hands of three (S34): no one of these may be without an active holder. */
export const neverWithoutThree = {
  'sys:role:delegate': '已启用等级保护三级：至少保留一名在用的安全管理员',
  'sys:user:add': '已启用等级保护三级：至少保留一名在用的系统管理员',
  'sys:log:index': '已启用等级保护三级：至少保留一名在用的审计管理员',
} as const;
