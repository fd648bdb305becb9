import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseField } from '@anlan/contract/modules/enterprise/fields';
import { enterpriseFieldRows } from '@anlan/contract/modules/enterprise/fields';
import { isFormField, valueOf, type FormField } from '../rules.ts';

/** A field in which two files part ways. */
export interface Difference {
  field: EnterpriseField & { name: FormField };
  values: readonly [unknown, unknown];
}
/** The first or the second of the two. */
export type Side = 0 | 1;

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields in which two files say different things; a street's name says what its code would. */
export function differences(one: Enterprise, other: Enterprise): Difference[] {
  const found = enterpriseFieldRows.flatMap((field: EnterpriseField): Difference[] => {
    const { name } = field;
    if (!isFormField(name)) return [];
    const values = [valueOf(one, name), valueOf(other, name)] as const;
    const same = JSON.stringify(values[0]) === JSON.stringify(values[1]) || (isEmpty(values[0]) && isEmpty(values[1]));
    return same ? [] : [{ field: { ...field, name }, values }];
  });
  const isNamed = found.some(({ field }) => field.name === 'town');
  return found.filter(({ field }) => field.name !== 'townCode' || !isNamed);
}

// A street lies in its region: they come from one file.
const place = new Set(['regionCode', 'townCode', 'town']);

/** Which side each field comes from to begin with: the file that stays, where it says anything. */
export function sidesOf(found: readonly Difference[], keep: Side): Record<string, Side> {
  const moves = found.some(({ field }) => field.name === 'regionCode');
  return Object.fromEntries(
    found.map(({ field: { name }, values }) => [
      name,
      isEmpty(values[keep]) && !(moves && place.has(name)) ? ((1 - keep) as Side) : keep,
    ]),
  );
}

/** The sides once another one is chosen for a field, and for what belongs to it. */
export const chosenSide = (sides: Readonly<Record<string, Side>>, name: string, side: Side): Record<string, Side> =>
  Object.fromEntries(
    Object.entries(sides).map(([other, before]) => [
      other,
      other === name || (place.has(other) && place.has(name)) ? side : before,
    ]),
  );

const atWork = (row: Enterprise) => row.status === 'active' || row.status === 'suspended';
/** The side that stays to begin with: the one at work, then the fuller one. */
export function keepFirst(one: Enterprise, other: Enterprise): Side {
  if (atWork(one) !== atWork(other)) return atWork(one) ? 0 : 1;
  return other.profileRate > one.profileRate ? 1 : 0;
}

/** Whether a side may stay: one that is at work is not given up for one that is not. */
export const mayKeep = (pair: readonly [Enterprise, Enterprise], side: Side): boolean =>
  atWork(pair[side]) || !atWork(pair[side === 0 ? 1 : 0]);

/** What the server is told: the fields whose value comes from the file that is closed. */
export const chosenFields = (sides: Readonly<Record<string, Side>>, keep: Side): Record<string, 'drop'> =>
  Object.fromEntries(Object.entries(sides).flatMap(([name, side]) => (side === keep ? [] : [[name, 'drop' as const]])));
