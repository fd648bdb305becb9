// What certificates are good for and when they are due, by their kinds; pure (domain.md §2.2).
import { monthsAfter } from '@anlan/contract/domain/instant';
import type { PostKind } from '@anlan/contract/modules/staff/resource';

/** How long a certificate of a kind is valid and how often it is reviewed, in months; the date on the paper wins. */
interface Cycle {
  readonly months: number | null;
  readonly reviewMonths: number | null;
  /** Which item of the ledger of dates its last day is, and which its review. */
  readonly item: string | null;
  readonly reviewItem: string | null;
}
const none: Cycle = { months: null, reviewMonths: null, item: null, reviewItem: null };
/** Cycles by kind; what is not here follows its paper alone. */
const cycles: Readonly<Record<string, Cycle>> = {
  safetyHead: { ...none, months: 36, item: 'safetyHeadCertificate' },
  safetyManager: { ...none, months: 36, item: 'safetyHeadCertificate' },
  operator: { months: 72, reviewMonths: 36, item: 'operatorCertificate', reviewItem: 'operatorReview' },
  equipmentOperator: { ...none, months: 48, item: 'equipmentOperator' },
  roadQualification: { ...none, months: 72, item: 'roadQualification' },
  driverLicence: { ...none, item: 'driverLicence' },
  escort: { ...none, months: 72, item: 'roadQualification' },
};
/** The cycle of a kind. */
export const cycleOf = (kind: string): Cycle => cycles[kind] ?? none;

/** The day of the next review: as given, else by the cycle; null where the paper ends before it, or its kind has none. */
export function reviewOf(kind: string, issuedOn: string, validTo: string, given: string | null): string | null {
  const { reviewMonths } = cycleOf(kind);
  const day = given ?? (reviewMonths === null ? null : monthsAfter(issuedOn, reviewMonths));
  return day !== null && day < validTo ? day : null;
}

/** What is wrong with the days of a certificate, at the field that says it, or null. */
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

/** A certificate as gates and rates read it. */
export interface Paper {
  kind: string;
  validTo: string;
  nextReviewOn: string | null;
}
/** Whether a certificate may be worked with on a day. */
export const isGood = ({ validTo, nextReviewOn }: Pick<Paper, 'validTo' | 'nextReviewOn'>, day: string): boolean =>
  validTo >= day && (nextReviewOn === null || nextReviewOn >= day);

/** Kinds of certificates that a post demands, all of them; heads and safety managers of trades of high risk alone. */
export function demandedOf(post: PostKind, isHighRisk: boolean): readonly string[] {
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

/** Which of some demanded kinds nobody sees a good certificate of on a day. */
export const lackingOf = (demanded: readonly string[], papers: readonly Paper[], day: string): string[] =>
  demanded.filter((kind) => !papers.some((paper) => paper.kind === kind && isGood(paper, day)));
