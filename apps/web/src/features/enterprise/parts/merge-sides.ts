import type { Enterprise } from '@anlan/contract/domain/enterprise';
import type { EnterpriseField } from '@anlan/contract/domain/enterprise-fields';
import { enterpriseFieldRows } from '@anlan/contract/domain/enterprise-fields';
import { isFormField, valueOf, type FormField } from '../rules.ts';

/** A field in which two files part ways. */
export interface Difference {
  field: EnterpriseField & { name: FormField };
  values: readonly [unknown, unknown];
}
/** The first or the second of the two. */
export type Side = 0 | 1;

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields in which two files say different things. */
export const differences = (one: Enterprise, other: Enterprise): Difference[] =>
  enterpriseFieldRows.flatMap((field: EnterpriseField) => {
    const { name } = field;
    if (!isFormField(name)) return [];
    const values = [valueOf(one, name), valueOf(other, name)] as const;
    const same = JSON.stringify(values[0]) === JSON.stringify(values[1]) || (isEmpty(values[0]) && isEmpty(values[1]));
    return same ? [] : [{ field: { ...field, name }, values }];
  });

/** Which side each field comes from to begin with: the file that stays, where it says anything. */
export const sidesOf = (found: readonly Difference[], keep: Side): Record<string, Side> =>
  Object.fromEntries(
    found.map(({ field, values }) => [field.name, isEmpty(values[keep]) ? ((1 - keep) as Side) : keep]),
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
