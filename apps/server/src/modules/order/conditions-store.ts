import { sql, type RawBuilder } from 'kysely';
import type { FilterValues } from '#kit/list-store.ts';

export const ordersConditions = ({ id, faulty, withRefund }: FilterValues): RawBuilder<unknown>[] => [
  ...(id === undefined ? [] : [sql`order_record.id = ${id}`]),
  ...(faulty === undefined ? [] : [sql`order_record.problem is not null`]),
  ...(withRefund === undefined
    ? []
    : [
        sql`exists (select from order_refund r where r.tenant_id = order_record.tenant_id and r.order_id = order_record.id)`,
      ]),
];
