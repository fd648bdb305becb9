import { sql, type RawBuilder } from 'kysely';
import type { FilterValues } from '#kit/list-store.ts';

/** Conditions of the filters that are no fields. */
export const ordersConditions = ({ id, faulty }: FilterValues): RawBuilder<unknown>[] => [
  ...(id === undefined ? [] : [sql`order_record.id = ${id}`]),
  ...(faulty === undefined ? [] : [sql`order_record.problem is not null`]),
];
