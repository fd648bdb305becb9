import type { Duty } from '@anlan/contract/modules/access/protection';
import { permitLabels } from '@anlan/contract/labels';

const duties: Readonly<Record<Duty, RegExp>> = {
  system:
    /^sys:(user:(add|edit|del|password|import)|(organ|dict|dictitem|region|tenant|frame|assessment):(add|edit|del|enter)|entry:)/,
  security: /^sys:((role|menu):(add|edit|del|perm|delegate)|user:lock|token:del)$/,
  audit: /^sys:log:/,
};
export const allDuties: readonly Duty[] = ['system', 'security', 'audit'];

export const dutyNames: Readonly<Record<Duty, string>> = {
  system: '系统管理员',
  security: '安全管理员',
  audit: '审计管理员',
};

/** The administrator duty that a permit belongs to. Null for permits of lists and daily work. */
export const dutyOf = (permit: string): Duty | null => allDuties.find((duty) => duties[duty].test(permit)) ?? null;

export const dutyPermits: readonly { permit: string; duty: Duty }[] = Object.keys(permitLabels).flatMap((permit) => {
  const duty = dutyOf(permit);
  return duty === null ? [] : [{ permit, duty }];
});

export const dutyWords = (held: readonly Duty[]): string =>
  allDuties
    .filter((duty) => held.includes(duty))
    .map((duty) => dutyNames[duty])
    .join('和');

/** A protected tenant needs an active holder of each of these permits (S34). */
export const neverWithoutThree = {
  'sys:role:delegate': '已启用等级保护三级：至少保留一名在用的安全管理员',
  'sys:user:add': '已启用等级保护三级：至少保留一名在用的系统管理员',
  'sys:log:index': '已启用等级保护三级：至少保留一名在用的审计管理员',
} as const;
