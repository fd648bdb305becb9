// Decides whether a vehicle may be used on the road, from its certificates and state; no IO.
import { vehicleDates, type VehicleDate } from '@anlan/contract/modules/vehicle/resource';

export interface Papers {
  carType: string;
  isDangerous: boolean;
  days: Readonly<Record<VehicleDate, string | null>>;
}

/** Names of the certificates without which a vehicle may not be used. */
const blocking: readonly (readonly [VehicleDate, string])[] = [
  ['inspectionTo', '年检'],
  ['transportCertTo', '道路运输证审验'],
  ['compulsoryTo', '交强险'],
  ['carrierTo', '承运人责任险'],
  ['ratingTo', '技术等级评定'],
];
const unlicensed: ReadonlySet<string> = new Set(['coach', 'schoolBus', 'other']);
const ofPassengers: ReadonlySet<string> = new Set(['lineBus', 'charterBus', 'tourBus']);

/** Whether this type of vehicle needs the certificate. A rating is needed only after a date was entered for it. */
function isDemanded(field: VehicleDate, { carType, isDangerous }: Papers): boolean {
  if (field === 'inspectionTo' || field === 'compulsoryTo') return true;
  if (field === 'transportCertTo') return !unlicensed.has(carType);
  return field === 'carrierTo' && (ofPassengers.has(carType) || carType === 'dangerousTruck' || isDangerous);
}

/**
 * `validTo`: first day on which a needed certificate expires, null when one is missing. `missing`: the missing
 * certificates.
 */
export function roadPapers(papers: Papers): { validTo: string | null; missing: string | null } {
  const missing = blocking.filter(([field]) => papers.days[field] === null && isDemanded(field, papers));
  if (missing.length > 0) return { validTo: null, missing: missing.map(([, word]) => word).join('、') };
  const ends = blocking.flatMap(([field]) => papers.days[field] ?? []);
  return { validTo: ends.toSorted()[0] ?? null, missing: null };
}

/** Reasons why a vehicle may not be on the road on a day; empty when it may. */
export function blockedBy(
  papers: Papers,
  { status, statusText, scrapOn }: { status: string; statusText: string; scrapOn: string | null },
  day: string,
): string[] {
  const { missing } = roadPapers(papers);
  return [
    ...(status === 'operating' ? [] : [`车辆${statusText}`]),
    ...(scrapOn !== null && scrapOn < day ? [`已到强制报废日期 ${scrapOn}`] : []),
    ...(missing === null ? [] : [`缺${missing}`]),
    ...blocking.flatMap(([field, word]) => {
      const end = papers.days[field];
      return end !== null && end < day ? [`${word} ${end} 到期`] : [];
    }),
  ];
}

export const dateFields: readonly VehicleDate[] =
  // The cast is safe: the keys are the keys of `vehicleDates`.
  Object.keys(vehicleDates) as VehicleDate[];
