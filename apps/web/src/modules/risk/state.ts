import type { RiskText } from '@anlan/contract/modules/risk/rule';
import { create } from 'zustand';
import { prefix } from '#lib/storage.ts';

/** The warning that is shown. */
export const useWarning = create<{ text: RiskText | null }>(() => ({ text: null }));

const cookieName = `${prefix}risk-shown`;
const markOf = (userId: string, { id, version }: Pick<RiskText, 'id' | 'version'>) => `${userId}.${id}.${version}`;

/** Whether the person has answered a warning in this browser session (ST-09); a warning that was changed is another one. */
export const isShown = (userId: string, text: Pick<RiskText, 'id' | 'version'>): boolean =>
  document.cookie.split('; ').includes(`${cookieName}=${markOf(userId, text)}`);

/** Notes, until the browser closes and for all its tabs, that a person has answered a warning. */
export function noteShown(userId: string, text: Pick<RiskText, 'id' | 'version'>): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${markOf(userId, text)}; Path=/; SameSite=Strict${secure}`;
}
