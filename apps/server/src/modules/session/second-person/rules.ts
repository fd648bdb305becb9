// Whether somebody may be the second person of a request (S100); nothing here reads or writes.
import type { SettingValues } from '@anlan/contract/modules/setting/settings';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What is known of somebody who might decide on the request of another person. */
export interface Candidate {
  readonly createdAt: Date;
  /** Since when they have a second factor; null without one. */
  readonly factorAt: Date | null;
  /** When somebody else last changed their account or a role that gives them the permit; null where nobody did. */
  readonly changedAt: Date | null;
  /** When the person who asks, or an account that they can sign in with, last did so. */
  readonly changedByAskerAt: Date | null;
}

/** How old what makes a second person has to be. */
export interface Terms {
  readonly hours: SettingValues['secondPerson.hours'];
  readonly days: SettingValues['secondPerson.days'];
  /** Whether a factor is needed; in a demonstration it may be of any age. */
  readonly factor: 'required' | 'ifEnabled' | 'ignored';
  /** Who asks, in words. */
  readonly asker: '申请人' | '平台人员';
}

/** Why somebody may not be the second person of a request of this instant, as words about them; null where they may. */
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
