import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { wxAutoContent } from '@anlan/contract/modules/wx-reply/resource';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** What an automatic answer says. */
export type AutoContent = z.output<typeof wxAutoContent>;
/** An automatic answer as it is looked for. */
export interface AutoRule {
  type: 'subscribe' | 'kind' | 'keyword';
  reqType: string | null;
  keyword: string | null;
  match: 'exact' | 'contains';
  answer: AutoContent;
}

/** The answers of an account that are in force, in their order. */
export async function rulesOf(tx: Tx, accountId: string): Promise<AutoRule[]> {
  const { rows } = await sql<AutoRule>`select type, req_type as "reqType", keyword, match, answer from wx_auto_reply
    where tenant_id = ${scopedTenant} and account_id = ${accountId} and enabled and removed_at is null
    order by sort, id limit 500`.execute(tx.kysely);
  return rows;
}
