// How long before its end an item is told of, and how near the end is; pure.
import { addDays } from '@anlan/contract/domain/instant';
import type { WarningLevel } from '@anlan/contract/modules/warning/resource';
import type { ExpiryRule } from './expiry-rules.ts';

/** Days before the end from which an item of a type is warned of. */
export const firstDays = ({ remindDays }: Pick<ExpiryRule, 'remindDays'>): number => Math.max(...remindDays, 0);

const [urgentDays, soonDays] = [7, 30];

/** How near the last day of an item is on a day; null before its first reminder. The statement of the sweep says the same. */
export function levelOn(today: string, validTo: string, first: number): WarningLevel | null {
  if (validTo < today) return 'expired';
  if (validTo > addDays(today, first)) return null;
  if (validTo <= addDays(today, urgentDays)) return 'urgent';
  return validTo <= addDays(today, soonDays) ? 'soon' : 'early';
}

/** Types of items that the file of an enterprise holds the dates of, by the field. */
export const papersOfFile = {
  licenceTo: 'businessLicence',
  standardTo: 'standardCertificate',
  policyTo: 'workSafetyLiability',
  transportLicenceTo: 'roadTransportLicence',
} as const;
/** A field of an enterprise's file that holds a last day. */
export type FileField = keyof typeof papersOfFile;

/** The field of the file that holds the date of a type, if one does. */
export const fileFieldOf = (itemType: string): FileField | null =>
  // The keys are those of the constant above.
  (Object.keys(papersOfFile) as FileField[]).find((field) => papersOfFile[field] === itemType) ?? null;

/** What an item is called: whose it is, and what. */
export const itemNameOf = (label: string, subjectName: string | null | undefined): string =>
  subjectName ? `${subjectName} ${label}` : label;
