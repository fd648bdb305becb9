// Validity and review intervals of certificates by kind.
import { addMonths } from '@anlan/contract/domain/instant';
import type { PostKind } from '@anlan/contract/modules/staff/resource';

/** Validity and review interval of a certificate kind, in months. Dates printed on the certificate take precedence. */
interface Cycle {
  readonly months: number | null;
  readonly reviewMonths: number | null;
  /** Names in the expiry ledger: `item` for the last valid day, `reviewItem` for the next review. */
  readonly item: string | null;
  readonly reviewItem: string | null;
}
const none: Cycle = { months: null, reviewMonths: null, item: null, reviewItem: null };
const cycles: Readonly<Record<string, Cycle>> = {
  safetyHead: { ...none, months: 36, item: 'safetyHeadCertificate' },
  safetyManager: { ...none, months: 36, item: 'safetyHeadCertificate' },
  operator: { months: 72, reviewMonths: 36, item: 'operatorCertificate', reviewItem: 'operatorReview' },
  equipmentOperator: { ...none, months: 48, item: 'equipmentOperator' },
  roadQualification: { ...none, months: 72, item: 'roadQualification' },
  driverLicence: { ...none, item: 'driverLicence' },
  escort: { ...none, months: 72, item: 'roadQualification' },
};
export const cycleOf = (kind: string): Cycle => cycles[kind] ?? none;

/**
 * The next review day: the given day, or else by the interval of the kind. Null if the certificate ends earlier or its
 * kind has no review.
 */
export function reviewOf(kind: string, issuedOn: string, validTo: string, givenDay: string | null): string | null {
  const { reviewMonths } = cycleOf(kind);
  const day = givenDay ?? (reviewMonths === null ? null : addMonths(issuedOn, reviewMonths));
  return day !== null && day < validTo ? day : null;
}

/** The first problem with the dates, and the field to show it at. Null if there is none. */
export function daysProblem(
  days: { issuedOn: string; validTo: string; firstIssuedOn?: string | null; nextReviewOn?: string | null },
  today: string,
): { field: string; msg: string } | null {
  if (days.issuedOn > today) return { field: 'issuedOn', msg: '发证日期不能晚于今天' };
  if (days.validTo < days.issuedOn) return { field: 'validTo', msg: '有效期不能早于发证日期' };
  if (days.firstIssuedOn && days.firstIssuedOn > days.issuedOn)
    return { field: 'firstIssuedOn', msg: '初领日期不能晚于发证日期' };
  if (days.nextReviewOn && days.nextReviewOn < days.issuedOn)
    return { field: 'nextReviewOn', msg: '复审日期不能早于发证日期' };
  return null;
}

export interface Paper {
  kind: string;
  validTo: string;
  nextReviewOn: string | null;
}
export const isGood = ({ validTo, nextReviewOn }: Pick<Paper, 'validTo' | 'nextReviewOn'>, day: string): boolean =>
  validTo >= day && (nextReviewOn === null || nextReviewOn >= day);

/** Certificate kinds that a post requires. Heads and safety managers need certificates only in high-risk trades. */
export function requiredKinds(post: PostKind, isHighRisk: boolean): readonly string[] {
  switch (post) {
    case 'head':
      return isHighRisk ? ['safetyHead'] : [];
    case 'safetyManager':
      return isHighRisk ? ['safetyManager'] : [];
    case 'specialOperator':
      return ['operator'];
    case 'equipmentOperator':
      return ['equipmentOperator'];
    case 'driver':
      return ['driverLicence', 'roadQualification'];
    case 'escort':
      return ['escort'];
    default:
      return [];
  }
}

export const missingKinds = (demanded: readonly string[], papers: readonly Paper[], day: string): string[] =>
  demanded.filter((kind) => !papers.some((paper) => paper.kind === kind && isGood(paper, day)));
