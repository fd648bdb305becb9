import type { RiskText } from '@anlan/contract/modules/risk/rule';
import { create } from 'zustand';
import { prefix } from '#lib/storage.ts';

export const useWarning = create<{ text: RiskText | null }>(() => ({ text: null }));

const cookieName = `${prefix}risk-shown`;
const markOf = (userId: string, { id, version }: Pick<RiskText, 'id' | 'version'>) => `${userId}.${id}.${version}`;

/** Whether this person saw the warning in this browser session (ST-09). A changed warning is shown again. */
export const isShown = (userId: string, text: Pick<RiskText, 'id' | 'version'>): boolean =>
  document.cookie.split('; ').includes(`${cookieName}=${markOf(userId, text)}`);

/** Writes a session cookie which records, for all tabs, that this user saw the warning. */
export function noteShown(userId: string, text: Pick<RiskText, 'id' | 'version'>): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${markOf(userId, text)}; Path=/; SameSite=Strict${secure}`;
}
