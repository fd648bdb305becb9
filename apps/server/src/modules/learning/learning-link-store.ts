import { sql } from 'kysely';
import { firstOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { tenantIsOpen } from '#platform/db/tenant-open-condition.ts';

export type LinkKind = 'plan' | 'person';
/** A stored link. Only the hash of its secret is stored. */
export interface StoredLink {
  id: string;
  enterpriseId: string;
  subjectId: string;
  expiresAt: Date;
  revokedAt: Date | null;
  createdAt: Date;
}
const columns = sql`id, enterprise_id as "enterpriseId", subject_id as "subjectId", expires_at as "expiresAt",
  revoked_at as "revokedAt", created_at as "createdAt"`;

export const insertLink = (
  tx: Tx,
  link: {
    id: string;
    enterpriseId: string;
    kind: LinkKind;
    subjectId: string;
    tokenHash: string;
    expiresAt: Date;
    at: Date;
  },
) =>
  sql`insert into learning_link (tenant_id, id, enterprise_id, kind, subject_id, token_hash, expires_at, created_at, created_by)
    values (${tx.scope.tenantId}, ${link.id}, ${link.enterpriseId}, ${link.kind}, ${link.subjectId}, ${link.tokenHash},
      ${link.expiresAt}, ${link.at}, ${tx.scope.userId})`.execute(tx.kysely);

export async function linksOf(tx: Tx, kind: LinkKind, subjectId: string): Promise<StoredLink[]> {
  return rowsOf<StoredLink>(tx)`select ${columns} from learning_link
    where tenant_id = ${tx.scope.tenantId} and kind = ${kind} and subject_id = ${subjectId}
    order by created_at desc, id desc limit 100`;
}
export async function linkIn(tx: Tx, kind: LinkKind, id: string): Promise<StoredLink | undefined> {
  return firstOf<StoredLink>(tx)`select ${columns} from learning_link
    where tenant_id = ${tx.scope.tenantId} and kind = ${kind} and id = ${id} for update`;
}
export async function linkBy(tx: Tx, kind: LinkKind, tokenHash: string, now: Date): Promise<StoredLink | undefined> {
  return firstOf<StoredLink>(tx)`select ${columns} from learning_link
    where tenant_id = ${tx.scope.tenantId} and token_hash = ${tokenHash} and kind = ${kind} and revoked_at is null
      and ${tenantIsOpen(tx)}
      and expires_at > ${now}`;
}
export const endLinks = (tx: Tx, of: { kind: LinkKind } & ({ id: string } | { subjectId: string }), at: Date) =>
  sql`update learning_link set revoked_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and kind = ${of.kind} and revoked_at is null
      and ${'id' in of ? sql`id = ${of.id}` : sql`subject_id = ${of.subjectId}`}`.execute(tx.kysely);
