import { firstOf, hasRows, rowsOf, type Tx } from '#platform/db/index.ts';
import type { Card } from './rules.ts';

export async function cardsOf(
  tx: Tx,
  paperNos: readonly string[] | null,
): Promise<(Card & { userId: string | null })[]> {
  return rowsOf<Card & { userId: string | null }>(tx)`select name, paper_no as "paperNo",
      valid_from::text as "validFrom", valid_to::text as "validTo", region_codes as "regionCodes", user_id as "userId"
    from officer where tenant_id = ${tx.scope.tenantId} and removed_at is null
      and (${paperNos === null} or paper_no = any(${[...(paperNos ?? [])]}::text[]))
    order by valid_to desc, name, id limit 500`;
}

export async function placeOf(tx: Tx, enterpriseId: string) {
  return firstOf<{ enterpriseName: string; oversightCode: string }>(tx)`select name as "enterpriseName",
      coalesce(oversight_code, '') as "oversightCode" from enterprise
    where tenant_id = ${tx.scope.tenantId} and id = ${enterpriseId} and removed_at is null`;
}

export async function isRegulator(tx: Tx, userId: string): Promise<boolean> {
  return hasRows(tx)`select from app_user
    where tenant_id = ${tx.scope.tenantId} and id = ${userId} and type = 'regulator'`;
}
