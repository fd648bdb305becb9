import { sql } from 'kysely';
import type { AgreementOccasion, ContentType } from '@anlan/contract/modules/content/text';
import { tenantTables, type Tx } from '#platform/db/index.ts';

export interface ContentTables {
  content_info: {
    tenant_id: string;
    id: string;
    type: ContentType;
    title: string;
    content: string;
    state: 'draft' | 'published' | 'superseded';
    edition: number | null;
    published_at: Date | null;
    updated_at: Date;
    updated_by: string | null;
    version: number;
  };
  content_agreement: {
    tenant_id: string;
    id: string;
    content_id: string;
    type: ContentType;
    edition: number;
    title: string;
    occasion: AgreementOccasion;
    user_id: string | null;
    enterprise_id: string | null;
    agreed_at: Date;
  };
}
const { on, selectFrom, updateTable } = tenantTables<ContentTables>();

export const readPublished = (tx: Tx, type: ContentType) =>
  on(tx)
    .selectFrom('content_info')
    .select(['id', 'type', 'title', 'content', 'edition', 'published_at'])
    .where('type', '=', type)
    .where('state', '=', 'published')
    .orderBy(sql`tenant_id = '0'`)
    .limit(1)
    .executeTakeFirst();

export const readType = async (tx: Tx, id: string): Promise<ContentType | undefined> =>
  (
    await on(tx)
      .selectFrom('content_info')
      .select('type')
      .where('id', '=', id)
      .where('state', '!=', 'draft')
      .executeTakeFirst()
  )?.type;

/** Locks all versions of a text type; returns the last version number. */
export async function lockEditions(tx: Tx, type: ContentType): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content ${tx.scope.tenantId} ${type}`}, 0))`.execute(
    tx.kysely,
  );
  const last = await selectFrom(tx, 'content_info')
    .select((eb) => eb.fn.max('edition').as('edition'))
    .where('type', '=', type)
    .executeTakeFirst();
  return last?.edition ?? 0;
}

export const supersede = (tx: Tx, type: ContentType, now: Date) =>
  updateTable(tx, 'content_info')
    .set((eb) => ({
      state: 'superseded',
      updated_at: now,
      updated_by: tx.scope.userId,
      version: eb('version', '+', 1),
    }))
    .where('type', '=', type)
    .where('state', '=', 'published')
    .returning(['id'])
    .execute();

export const insertAgreement = (tx: Tx, row: Omit<ContentTables['content_agreement'], 'tenant_id'>) =>
  on(tx)
    .insertInto('content_agreement')
    .values({ tenant_id: tx.scope.tenantId, ...row })
    .execute();

export async function agreementsTo(tx: Tx, contentId: string): Promise<{ agreed: number; lastAt: Date | null }> {
  const row = await selectFrom(tx, 'content_agreement')
    .select((eb) => [eb.fn.countAll<string>().as('agreed'), eb.fn.max('agreed_at').as('lastAt')])
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return { agreed: Number(row?.agreed ?? 0), lastAt: row?.lastAt ?? null };
}
