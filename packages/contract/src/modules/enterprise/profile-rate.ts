import type { Field } from '../../kit/field.ts';
import { isDerived } from '../../kit/resource.ts';
import { type EnterpriseFieldName, enterpriseFieldSpecs } from './fields.ts';

export type ProfileFile = Readonly<Partial<Record<EnterpriseFieldName, unknown>>>;

/** Fields that a complete file requires although an application does not. */
const required: ReadonlySet<string> = new Set<EnterpriseFieldName>([
  'economicType',
  'establishedOn',
  'licence',
  'authorityId',
  'businessAddress',
  'enterpriseSize',
  'headcount',
  'headName',
  'headPhone',
  'safetyHeadName',
  'safetyHeadPhone',
  'fullTimeSafety',
  'emergencyPhone',
  'hasSafetyBody',
  'standardLevel',
  'hazardFeatures',
  'transportLicenceNo',
  'transportLicenceTo',
]);
const uncounted: ReadonlySet<string> = new Set<EnterpriseFieldName>(['townCode', 'labels']);
/** Fields that small and micro enterprises are not asked for. A value that they have counts all the same. */
const notAskedOfSmall: ReadonlySet<string> = new Set<EnterpriseFieldName>(['parentId', 'highRiskKinds', 'chemicals']);
const isName = (key: string): key is EnterpriseFieldName => Object.hasOwn(enterpriseFieldSpecs, key);

/** Whether a complete file requires the field. */
export const isRequiredForProfile = (name: string): boolean =>
  required.has(name) || (isName(name) && enterpriseFieldSpecs[name].spec.required === true);

const countedFields = Object.entries<Field>(enterpriseFieldSpecs).flatMap(([name, { spec }]) => {
  // 系统简称 counts, although the form does not change it.
  const counts = name === 'aliasName' || (!isDerived(spec) && !uncounted.has(name));
  return counts && isName(name)
    ? [{ name, weight: isRequiredForProfile(name) ? 2 : 1, isTransport: spec.when?.field === 'supervisionKind' }]
    : [];
});
type CountedField = (typeof countedFields)[number];

/** Completeness of the file (资料齐全率): weighted share of filled applicable fields, in whole percent, rounded down. */
export function profileRate(file: ProfileFile): number {
  let all = 0;
  let filled = 0;
  for (const field of countedFields) {
    if (!isApplicable(field, file)) continue;
    all += field.weight;
    if (isFilled(field.name, file[field.name])) filled += field.weight;
  }
  return Math.floor((100 * filled) / all);
}

/** Returns the names of the empty fields, required ones first. */
export const missingFields = (file: ProfileFile): EnterpriseFieldName[] =>
  countedFields
    .filter((field) => isApplicable(field, file) && !isFilled(field.name, file[field.name]))
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ name }) => name);

/** Whether the file is complete (完善): all required fields are filled and the rate reaches the tenant's minimum. */
export const isPerfectProfile = (file: ProfileFile, floor = 90): boolean =>
  !missingFields(file).some(isRequiredForProfile) && profileRate(file) >= floor;

const isApplicable = ({ name, isTransport }: CountedField, file: ProfileFile): boolean =>
  isTransport ? file.supervisionKind === 'transport' : isAsked(name, file) || isFilled(name, file[name]);
const isAsked = (name: string, { enterpriseSize: size }: ProfileFile): boolean =>
  !notAskedOfSmall.has(name) || (size !== 'small' && size !== 'micro');

function isFilled(name: EnterpriseFieldName, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  // No hazard features is an answer: 无.
  if (Array.isArray(value)) return value.length > 0 || name === 'hazardFeatures';
  return true;
}
