import { sql, type RawBuilder } from 'kysely';
import type { FilterValues } from '#kit/list-store.ts';

export const ordersConditions = ({ id, faulty, withRefund }: FilterValues): RawBuilder<unknown>[] => [
  ...(id === undefined ? [] : [sql`order_record.id = ${id}`]),
  ...(faulty === undefined ? [] : [sql`order_record.problem is not null`]),
  ...(withRefund === undefined
    ? []
    : [sql`(order_record.refunded > 0 or order_record.status in ('refunding', 'refunded', 'refundFailed'))`]),
];
