import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseFieldRows, isFormField, valueOf, type EnterpriseField, type FormField } from '../rules.ts';

export interface Difference {
  field: EnterpriseField & { name: FormField };
  values: readonly [unknown, unknown];
}
export type Side = 0 | 1;

/** Fields in which two enterprises differ. A street name is skipped when the street code differs too. */
export function differences(one: Enterprise, other: Enterprise): Difference[] {
  const fieldDiffs = enterpriseFieldRows.flatMap((field): Difference[] => {
    const { name } = field;
    if (!isFormField(name)) return [];
    const values = [valueOf(one, name), valueOf(other, name)] as const;
    const same =
      JSON.stringify(values[0]) === JSON.stringify(values[1]) || (isEmptyValue(values[0]) && isEmptyValue(values[1]));
    return same ? [] : [{ field: { ...field, name }, values }];
  });
  const isNamed = fieldDiffs.some(({ field }) => field.name === 'town');
  return fieldDiffs.filter(({ field }) => field.name !== 'townCode' || !isNamed);
}

// A street belongs to its region: both come from the same enterprise.
const place = new Set(['regionCode', 'townCode', 'town']);

/** For each field, the enterprise with the preselected value: the remaining one, unless its value is empty. */
export function sidesOf(fieldDiffs: readonly Difference[], keep: Side): Record<string, Side> {
  const moves = fieldDiffs.some(({ field }) => field.name === 'regionCode');
  return Object.fromEntries(
    fieldDiffs.map(({ field: { name }, values }) => [
      name,
      isEmptyValue(values[keep]) && !(moves && place.has(name)) ? ((1 - keep) as Side) : keep,
    ]),
  );
}

/** Selects the side whose value is used for a field and for its dependent fields. */
export const withSide = (sides: Readonly<Record<string, Side>>, name: string, side: Side): Record<string, Side> =>
  Object.fromEntries(
    Object.entries(sides).map(([other, before]) => [
      other,
      other === name || (place.has(other) && place.has(name)) ? side : before,
    ]),
  );

const isOperating = (row: Enterprise) => row.status === 'active' || row.status === 'suspended';
/** Which enterprise remains by default: the active one, otherwise the more complete one. */
export function initialSide(one: Enterprise, other: Enterprise): Side {
  if (isOperating(one) !== isOperating(other)) return isOperating(one) ? 0 : 1;
  return other.profileRate > one.profileRate ? 1 : 0;
}

/** Whether this enterprise may be the remaining one. An active enterprise cannot be merged into an inactive one. */
export const mayKeep = (pair: readonly [Enterprise, Enterprise], side: Side): boolean =>
  isOperating(pair[side]) || !isOperating(pair[side === 0 ? 1 : 0]);

/**
 * Fields whose value is taken from the enterprise that will be closed (`drop`). This is the format of the merge
 * request.
 */
export const droppedFields = (sides: Readonly<Record<string, Side>>, keep: Side): Record<string, 'drop'> =>
  Object.fromEntries(Object.entries(sides).flatMap(([name, side]) => (side === keep ? [] : [[name, 'drop' as const]])));
