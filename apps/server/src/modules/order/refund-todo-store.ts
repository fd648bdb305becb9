// To-dos for requested refunds. The people who may decide get the to-dos, except the requester.
import { sql } from 'kysely';
import { yuanText } from '@anlan/contract/domain/yuan';
import type { OpenTask } from '#kit/todo.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import type { StoredRefund } from './refund-store.ts';

export function refundTodos(refund: StoredRefund | null): OpenTask[] {
  if (refund === null) return [];
  const { id, state, refundNo, amount, enterpriseName, askedAt, automatic } = refund;
  const path = `/bus/orderrecords/index?id=${refund.orderId}`;
  const subject = { type: 'refund', id };
  if (state === 'asked')
    return [
      {
        kind: 'audit',
        act: 'order.refundDecide',
        title: `复核退款 ${refundNo}：${enterpriseName} ${yuanText(amount)}`,
        subject,
        path,
        since: askedAt,
        owner: { userType: 'regulator', permit: 'bus:orderrecords:review' },
      },
    ];
  if (state === 'failed')
    return [
      {
        kind: 'confirm',
        act: 'order.refundRetry',
        title: `处理退款失败 ${refundNo}：${enterpriseName} ${yuanText(amount)}${automatic ? '（自动退回）' : ''}`,
        subject,
        path,
        since: askedAt,
        owner: { userType: 'regulator', permit: 'bus:orderrecords:refund' },
      },
    ];
  return [];
}

export async function refundsAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from order_refund where tenant_id = ${scopedTenant}
    and id > ${id}::uuid and state in ('asked', 'failed') order by id limit ${limit}`.execute(tx.kysely);
  return rows.map((row) => row.id);
}
