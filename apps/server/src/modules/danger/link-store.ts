import { sql } from 'kysely';
import type { Tx } from '#platform/db/index.ts';
import { tenantIsOpen } from '#platform/db/open-tenant.ts';

/** A link as it is kept; of its secret the hash alone. */
export interface StoredLink {
  id: string;
  enterprise_id: string;
  danger_id: string;
  name: string;
  expires_at: Date;
  revoked_at: Date | null;
  used_at: Date | null;
  created_at: Date;
}
/** What was written by a link. */
export interface StoredEntry {
  id: string;
  link_id: string;
  note: string;
  photos: { id: string; name: string }[];
  created_at: Date;
}

/** A new link. */
export const insertLink = (
  tx: Tx,
  link: {
    id: string;
    enterpriseId: string;
    dangerId: string;
    name: string;
    tokenHash: string;
    expiresAt: Date;
    at: Date;
  },
) =>
  sql`insert into danger_link (tenant_id, id, enterprise_id, danger_id, name, token_hash, expires_at, created_at, created_by)
    values (${tx.scope.tenantId}, ${link.id}, ${link.enterpriseId}, ${link.dangerId}, ${link.name}, ${link.tokenHash},
      ${link.expiresAt}, ${link.at}, ${tx.scope.userId})`.execute(tx.kysely);

/** Links of a danger, the last first. */
export async function linksOf(tx: Tx, dangerId: string): Promise<StoredLink[]> {
  const { rows } =
    await sql<StoredLink>`select id, enterprise_id, danger_id, name, expires_at, revoked_at, used_at, created_at
    from danger_link where tenant_id = ${tx.scope.tenantId} and danger_id = ${dangerId}
    order by created_at desc, id desc limit 100`.execute(tx.kysely);
  return rows;
}

/** A link visible, held until the transaction ends. */
export async function holdLink(tx: Tx, id: string): Promise<StoredLink | undefined> {
  const { rows } =
    await sql<StoredLink>`select id, enterprise_id, danger_id, name, expires_at, revoked_at, used_at, created_at
    from danger_link where tenant_id = ${tx.scope.tenantId} and id = ${id} for update`.execute(tx.kysely);
  return rows[0];
}

/** The link of a secret that still holds, for a danger that still has to be put right; held where something is written. */
export async function linkBy(tx: Tx, tokenHash: string, now: Date, hold: boolean): Promise<StoredLink | undefined> {
  const { rows } = await sql<StoredLink>`select l.id, l.enterprise_id, l.danger_id, l.name, l.expires_at, l.revoked_at,
      l.used_at, l.created_at
    from danger_link l join danger d on d.tenant_id = l.tenant_id and d.id = l.danger_id and d.removed_at is null
    where l.tenant_id = ${tx.scope.tenantId} and l.token_hash = ${tokenHash} and l.revoked_at is null
      and l.expires_at > ${now} and d.status in ('open', 'rectifying', 'returned')
      and ${tenantIsOpen(tx)}
    ${hold ? sql`for update of l` : sql``}`.execute(tx.kysely);
  return rows[0];
}

/** Ends a link. */
export const endLink = (tx: Tx, id: string, at: Date) =>
  sql`update danger_link set revoked_at = ${at} where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(
    tx.kysely,
  );
/** Notes that a link was opened. */
export const markUsed = (tx: Tx, id: string, at: Date) =>
  sql`update danger_link set used_at = ${at} where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

/** Writes down what came by a link. */
export const insertEntry = (tx: Tx, link: StoredLink, entry: { id: string; note: string; photos: unknown; at: Date }) =>
  sql`insert into danger_link_entry (tenant_id, id, enterprise_id, danger_id, link_id, note, photos, created_at)
    values (${tx.scope.tenantId}, ${entry.id}, ${link.enterprise_id}, ${link.danger_id}, ${link.id}, ${entry.note},
      ${JSON.stringify(entry.photos)}, ${entry.at})`.execute(tx.kysely);

/** What came by the links of a danger, or by one of them; the first first. */
export async function entriesOf(tx: Tx, where: { dangerId: string; linkId?: string }): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`select id, link_id, note, photos, created_at from danger_link_entry
    where tenant_id = ${tx.scope.tenantId} and danger_id = ${where.dangerId}
      ${where.linkId === undefined ? sql`` : sql`and link_id = ${where.linkId}`}
    order by created_at, id limit 200`.execute(tx.kysely);
  return rows;
}

/** How many photos a link has sent, used or not. */
export async function countPhotos(tx: Tx, linkId: string): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from file
    where tenant_id = ${tx.scope.tenantId} and owner_id = ${linkId}`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

/** Names of photos that a link has sent. */
export async function photosOf(
  tx: Tx,
  linkId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`select id, name from file
    where tenant_id = ${tx.scope.tenantId} and owner_id = ${linkId} and id = any(${[...ids]}::uuid[])`.execute(
    tx.kysely,
  );
  return rows;
}
