import { type EnterpriseField, type EnterpriseFieldName, enterpriseFieldRows } from './fields.ts';

/** An enterprise's file as far as its completeness goes; any value, absent is empty. */
export type ProfileFile = Readonly<Partial<Record<EnterpriseFieldName, unknown>>>;

const counted: readonly (EnterpriseField & { name: EnterpriseFieldName })[] = enterpriseFieldRows.filter(
  (field) => field.section !== 'system' && !('derived' in field) && !('uncounted' in field),
);

/** 资料齐全率: the weighted share of applicable fields that are filled, in whole per cent, rounded down. */
export function profileRate(file: ProfileFile): number {
  let all = 0;
  let filled = 0;
  for (const field of counted) {
    if (!applies(field, file)) continue;
    const weight = field.required === 'no' ? 1 : 2;
    all += weight;
    if (isFilled(field, file[field.name])) filled += weight;
  }
  return Math.floor((100 * filled) / all);
}

/** The applicable fields that are still empty, required ones first. */
export function missingFields(file: ProfileFile): EnterpriseFieldName[] {
  const missing = counted.filter((field) => applies(field, file) && !isFilled(field, file[field.name]));
  const required = missing.filter((field) => field.required !== 'no');
  return [...required, ...missing.filter((field) => field.required === 'no')].map((field) => field.name);
}

/** Whether the file is 完善: nothing required is empty and the rate reaches the tenant's floor. */
export function isPerfectProfile(file: ProfileFile, floor = 90): boolean {
  const complete = counted.every(
    (field) => field.required === 'no' || !applies(field, file) || isFilled(field, file[field.name]),
  );
  return complete && profileRate(file) >= floor;
}

function applies(field: EnterpriseField, file: ProfileFile): boolean {
  return field.section !== 'transport' || file.supervisionKind === 'transport';
}

function isFilled(field: EnterpriseField, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0 || field.noneCounts === true;
  return true;
}
