import { sql } from 'kysely';
import { firstOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { tenantIsOpen } from '#platform/db/tenant-open-condition.ts';

/** A stored link for an outsider. Only the hash of its secret is stored. */
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
export interface StoredEntry {
  id: string;
  link_id: string;
  note: string;
  photos: { id: string; name: string }[];
  created_at: Date;
}

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

export async function linksOf(tx: Tx, dangerId: string): Promise<StoredLink[]> {
  return rowsOf<StoredLink>(tx)`select id, enterprise_id, danger_id, name, expires_at, revoked_at, used_at, created_at
    from danger_link where tenant_id = ${tx.scope.tenantId} and danger_id = ${dangerId}
    order by created_at desc, id desc limit 100`;
}

/** Reads a link and locks its row until the transaction ends. */
export async function holdLink(tx: Tx, id: string): Promise<StoredLink | undefined> {
  return firstOf<StoredLink>(tx)`select id, enterprise_id, danger_id, name, expires_at, revoked_at, used_at, created_at
    from danger_link where tenant_id = ${tx.scope.tenantId} and id = ${id} for update`;
}

/** The valid link with this token hash whose danger still needs rectification. `hold` locks the row for a write. */
export async function linkBy(tx: Tx, tokenHash: string, now: Date, hold: boolean): Promise<StoredLink | undefined> {
  return firstOf<StoredLink>(tx)`select l.id, l.enterprise_id, l.danger_id, l.name, l.expires_at, l.revoked_at,
      l.used_at, l.created_at
    from danger_link l join danger d on d.tenant_id = l.tenant_id and d.id = l.danger_id and d.removed_at is null
    where l.tenant_id = ${tx.scope.tenantId} and l.token_hash = ${tokenHash} and l.revoked_at is null
      and l.expires_at > ${now} and d.status in ('open', 'rectifying', 'returned')
      and ${tenantIsOpen(tx)}
    ${hold ? sql`for update of l` : sql``}`;
}

export const endLink = (tx: Tx, id: string, at: Date) =>
  sql`update danger_link set revoked_at = ${at} where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(
    tx.kysely,
  );
export const markUsed = (tx: Tx, id: string, at: Date) =>
  sql`update danger_link set used_at = ${at} where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

export const insertEntry = (tx: Tx, link: StoredLink, entry: { id: string; note: string; photos: unknown; at: Date }) =>
  sql`insert into danger_link_entry (tenant_id, id, enterprise_id, danger_id, link_id, note, photos, created_at)
    values (${tx.scope.tenantId}, ${entry.id}, ${link.enterprise_id}, ${link.danger_id}, ${link.id}, ${entry.note},
      ${JSON.stringify(entry.photos)}, ${entry.at})`.execute(tx.kysely);

export async function entriesOf(tx: Tx, where: { dangerId: string; linkId?: string }): Promise<StoredEntry[]> {
  return rowsOf<StoredEntry>(tx)`select id, link_id, note, photos, created_at from danger_link_entry
    where tenant_id = ${tx.scope.tenantId} and danger_id = ${where.dangerId}
      ${where.linkId === undefined ? sql`` : sql`and link_id = ${where.linkId}`}
    order by created_at, id limit 200`;
}

export async function countPhotos(tx: Tx, linkId: string): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from file
    where tenant_id = ${tx.scope.tenantId} and owner_id = ${linkId}`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

export async function photosOf(
  tx: Tx,
  linkId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return rowsOf<{ id: string; name: string }>(tx)`select id, name from file
    where tenant_id = ${tx.scope.tenantId} and owner_id = ${linkId} and id = any(${[...ids]}::uuid[])`;
}
