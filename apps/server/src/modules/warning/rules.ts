// When the warning of an item begins, and its level by the number of remaining days; no IO.
import { addDays } from '@anlan/contract/domain/instant';
import type { WarningLevel } from '@anlan/contract/modules/warning/resource';
import type { ExpiryRule } from './expiry-rules.ts';

export const firstDays = ({ remindDays }: Pick<ExpiryRule, 'remindDays'>): number => Math.max(...remindDays, 0);

const [urgentDays, soonDays] = [7, 30];

/** Level of an item on a day; null before its first reminder. `sweep` has the same rule in SQL. */
export function levelOn(today: string, validTo: string, first: number): WarningLevel | null {
  if (validTo < today) return 'expired';
  if (validTo > addDays(today, first)) return null;
  if (validTo <= addDays(today, urgentDays)) return 'urgent';
  return validTo <= addDays(today, soonDays) ? 'soon' : 'early';
}

export const papersOfFile = {
  licenceTo: 'businessLicence',
  standardTo: 'standardCertificate',
  policyTo: 'workSafetyLiability',
  transportLicenceTo: 'roadTransportLicence',
} as const;
export type FileField = keyof typeof papersOfFile;

export const fileFieldOf = (itemType: string): FileField | null =>
  // The cast is safe: the keys are the keys of `papersOfFile`.
  (Object.keys(papersOfFile) as FileField[]).find((field) => papersOfFile[field] === itemType) ?? null;

export const itemNameOf = (label: string, subjectName: string | null | undefined): string =>
  subjectName ? `${subjectName} ${label}` : label;
