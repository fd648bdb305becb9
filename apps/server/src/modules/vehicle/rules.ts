// Whether a vehicle may be on the road, from its papers and its state; pure (domain.md §2.1).
import { vehicleDates, type VehicleDate } from '@anlan/contract/modules/vehicle/resource';

/** A vehicle as its papers see it; days by field, null where none is known. */
export interface Papers {
  carType: string;
  isDangerous: boolean;
  days: Readonly<Record<VehicleDate, string | null>>;
}

/** What each paper that keeps a vehicle off the road is called. */
const blocking: readonly (readonly [VehicleDate, string])[] = [
  ['inspectionTo', '年检'],
  ['transportCertTo', '道路运输证审验'],
  ['compulsoryTo', '交强险'],
  ['carrierTo', '承运人责任险'],
  ['ratingTo', '技术等级评定'],
];
/** Kinds of vehicles without a licence for transport on roads. */
const unlicensed: ReadonlySet<string> = new Set(['coach', 'schoolBus', 'other']);
const ofPassengers: ReadonlySet<string> = new Set(['lineBus', 'charterBus', 'tourBus']);

/** Papers that a vehicle of a kind must have; a rating counts once it is entered. */
function isDemanded(field: VehicleDate, { carType, isDangerous }: Papers): boolean {
  if (field === 'inspectionTo' || field === 'compulsoryTo') return true;
  if (field === 'transportCertTo') return !unlicensed.has(carType);
  return field === 'carrierTo' && (ofPassengers.has(carType) || carType === 'dangerousTruck' || isDangerous);
}

/** The first day on which a paper ends that the vehicle needs, and which ones it lacks; no day where one is lacking. */
export function roadPapers(papers: Papers): { validTo: string | null; missing: string | null } {
  const missing = blocking.filter(([field]) => papers.days[field] === null && isDemanded(field, papers));
  if (missing.length > 0) return { validTo: null, missing: missing.map(([, word]) => word).join('、') };
  const ends = blocking.flatMap(([field]) => papers.days[field] ?? []);
  return { validTo: ends.toSorted()[0] ?? null, missing: null };
}

/** What keeps a vehicle off the road on a day, in words; none where it may go. */
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

const plate =
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][A-HJ-NP-Z0-9]{4,5}[A-HJ-NP-Z0-9挂学警]$/;
/** What is wrong with a number plate, or null: 7 characters, 8 for new energy. */
export const plateProblem = (plateNo: string): string | null =>
  plate.test(plateNo) ? null : '车牌号格式不正确，如 浙A12345；新能源为 8 位';
/** What is wrong with the number of a chassis, or null. */
export const vinProblem = (vin: string): string | null =>
  /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) ? null : '车架号为 17 位字母和数字，不含 I、O、Q';

/** The fields that hold dates of a vehicle. */
export const dateFields: readonly VehicleDate[] =
  // The keys are those of the constant.
  Object.keys(vehicleDates) as VehicleDate[];
