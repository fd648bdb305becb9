import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { wxAutoContent } from '@anlan/contract/modules/wx-reply/resource';
import { newId } from '#kernel/ids.ts';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import { searchText } from '#platform/pinyin/search-text.ts';

export type AutoContent = z.output<typeof wxAutoContent>;
export interface AutoRule {
  type: 'subscribe' | 'kind' | 'keyword';
  reqType: string | null;
  keyword: string | null;
  match: 'exact' | 'contains';
  answer: AutoContent;
}

export async function rulesOf(tx: Tx, accountId: string): Promise<AutoRule[]> {
  return rowsOf<AutoRule>(tx)`select type, req_type as "reqType", keyword, match, answer from wx_auto_reply
    where tenant_id = ${scopedTenant} and account_id = ${accountId} and enabled and removed_at is null
    order by sort, id limit 500`;
}

export async function addSeededReply(
  tx: Tx,
  one: { enterpriseId: string; title: string; content: string; sort: number; at: Date },
): Promise<void> {
  await sql`insert into wx_quick_reply (tenant_id, id, enterprise_id, title, title_search, content, sort, created_at,
      updated_at)
    values (${scopedTenant}, ${newId()}, ${one.enterpriseId}, ${one.title}, ${await searchText(one.title)}, ${one.content},
      ${one.sort}, ${one.at}, ${one.at})`.execute(tx.kysely);
}
