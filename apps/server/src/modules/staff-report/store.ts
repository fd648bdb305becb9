import { sql } from 'kysely';
import { firstOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { tenantIsOpen } from '#platform/db/tenant-open-condition.ts';

/** A stored report code, with only the hash of its secret. */
export interface StoredCode {
  id: string;
  enterprise_id: string;
  name: string;
  expires_at: Date;
  revoked_at: Date | null;
  created_at: Date;
}

export const insertCode = (
  tx: Tx,
  code: { id: string; enterpriseId: string; name: string; tokenHash: string; expiresAt: Date; at: Date },
) =>
  sql`insert into staff_report_code (tenant_id, id, enterprise_id, name, token_hash, expires_at, created_at, created_by)
    values (${tx.scope.tenantId}, ${code.id}, ${code.enterpriseId}, ${code.name}, ${code.tokenHash}, ${code.expiresAt},
      ${code.at}, ${tx.scope.userId})`.execute(tx.kysely);

export async function codesOf(tx: Tx, enterpriseId: string) {
  return rowsOf<StoredCode & { reports: string }>(tx)`select c.id, c.enterprise_id, c.name, c.expires_at,
      c.revoked_at, c.created_at, (select count(*) from staff_report r
        where r.tenant_id = c.tenant_id and r.code_id = c.id and r.removed_at is null) as reports
    from staff_report_code c where c.tenant_id = ${tx.scope.tenantId} and c.enterprise_id = ${enterpriseId}
    order by c.created_at desc, c.id desc limit 100`;
}

/** Finds the valid code of a secret. `hold` locks the code before a write, so that limits are exact. */
export async function codeBy(tx: Tx, tokenHash: string, now: Date, hold: boolean): Promise<StoredCode | undefined> {
  return firstOf<StoredCode>(tx)`select id, enterprise_id, name, expires_at, revoked_at, created_at
    from staff_report_code where tenant_id = ${tx.scope.tenantId} and token_hash = ${tokenHash}
      and revoked_at is null and expires_at > ${now} and ${tenantIsOpen(tx)} ${hold ? sql`for update` : sql``}`;
}

export async function endCode(tx: Tx, id: string, at: Date): Promise<StoredCode | undefined> {
  return firstOf<StoredCode>(tx)`update staff_report_code set revoked_at = coalesce(revoked_at, ${at})
    where tenant_id = ${tx.scope.tenantId} and id = ${id}
    returning id, enterprise_id, name, expires_at, revoked_at, created_at`;
}

export async function countSince(tx: Tx, codeId: string, since: Date) {
  const { rows } = await sql<{ reports: string; photos: string }>`select
      (select count(*) from staff_report where tenant_id = ${tx.scope.tenantId} and code_id = ${codeId}
        and created_at > ${since}) as reports,
      (select count(*) from file where tenant_id = ${tx.scope.tenantId} and owner_id = ${codeId}
        and created_at > ${since}) as photos`.execute(tx.kysely);
  return { reports: Number(rows[0]?.reports), photos: Number(rows[0]?.photos) };
}

export async function photosBy(tx: Tx, codeId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return rowsOf<{ id: string; name: string }>(tx)`select id, name from file
    where tenant_id = ${tx.scope.tenantId} and owner_id = ${codeId} and id = any(${[...ids]}::uuid[])`;
}

export const noteOrigin = (tx: Tx, id: string, code: StoredCode, photos: readonly { id: string; name: string }[]) =>
  sql`update staff_report set code_id = ${code.id}, code_name = ${code.name}, photos = ${JSON.stringify(photos)}
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

export async function rewardsSince(tx: Tx, enterpriseId: string | null, since: Date) {
  const { rows } = await sql<{ rewards: string; fen: string }>`select count(*) as rewards,
      coalesce(sum(reward_fen), 0) as fen from staff_report
    where tenant_id = ${tx.scope.tenantId} and status = 'rewarded' and removed_at is null and rewarded_at >= ${since}
      ${enterpriseId === null ? sql`` : sql`and enterprise_id = ${enterpriseId}`}`.execute(tx.kysely);
  return { rewards: Number(rows[0]?.rewards), rewardFen: Number(rows[0]?.fen) };
}
