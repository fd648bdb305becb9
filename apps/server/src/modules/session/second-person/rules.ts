// Decides whether somebody may be the second person of a request (S100); no IO.
import type { SettingValues } from '@anlan/contract/modules/setting/settings';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface Candidate {
  readonly createdAt: Date;
  /** Time at which the second factor was set up; null without one. */
  readonly factorAt: Date | null;
  /** Time at which another person last changed this account or a role with the permit; null when never. */
  readonly changedAt: Date | null;
  /**
   * Time of the last change to the account or role by the requester, or by an account that the requester can sign in
   * with.
   */
  readonly changedByAskerAt: Date | null;
}

export interface Terms {
  readonly hours: SettingValues['secondPerson.hours'];
  readonly days: SettingValues['secondPerson.days'];
  /** Whether a second factor is needed. `ignored` (demonstrations) checks neither the factor nor its age. */
  readonly factor: 'required' | 'ifEnabled' | 'ignored';
  readonly asker: '申请人' | '平台人员';
}

/** The reason why a person may not be the second person of a request; null when they may. */
export function objectionTo(candidate: Candidate, requestedAt: Date, terms: Terms): string | null {
  const { createdAt, factorAt, changedAt, changedByAskerAt } = candidate;
  const before = new Date(requestedAt.getTime() - terms.hours * hourMs);
  const longBefore = new Date(requestedAt.getTime() - terms.days * dayMs);
  if (createdAt > before) return `账号在申请前不足 ${terms.hours} 小时才建立`;
  if (changedByAskerAt !== null && changedByAskerAt > longBefore)
    return `账号、角色或密码在近 ${terms.days} 天内由${terms.asker}授予或重置过`;
  if (changedAt !== null && changedAt > before) return `账号、角色或密码在申请前 ${terms.hours} 小时内变动过`;
  if (terms.factor === 'ignored') return null;
  if (factorAt === null) return terms.factor === 'required' ? '账号还没有启用两步验证' : null;
  return factorAt > before ? `两步验证在申请前不足 ${terms.hours} 小时才启用` : null;
}
