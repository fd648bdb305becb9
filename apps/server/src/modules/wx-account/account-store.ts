import { sql } from 'kysely';
import { newId } from '#kernel/ids.ts';
import { idsOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { TenantVault } from '#platform/vault/index.ts';

/** Stored in the enterprise id column for accounts that belong to the unit itself. */
export const ofUnit = '00000000-0000-0000-0000-000000000000';

/** Secrets of an account that a user typed. Missing secrets stay unchanged. */
export interface Secrets {
  secret?: string;
  token?: string;
  aesKey?: string;
}
export interface KeyedAccount {
  id: string;
  appId: string;
  name: string;
  kind: 'subscription' | 'service';
  mode: 'plain' | 'compatible' | 'safe';
  enabled: boolean;
  secret: string | null;
  token: string | null;
  aesKey: string | null;
  accessToken: string | null;
  accessTokenUntil: Date | null;
}

interface Stored {
  id: string;
  app_id: string;
  name: string;
  kind: KeyedAccount['kind'];
  mode: KeyedAccount['mode'];
  enabled: boolean;
  secret_sealed: string | null;
  token_sealed: string | null;
  aes_key_sealed: string | null;
  access_token_sealed: string | null;
  access_token_until: Date | null;
}

const placeOf = (id: string, column: string) => ({ table: 'wx_account', column, id });

export async function keepSecrets(tx: Tx, vault: TenantVault, id: string, { secret, token, aesKey }: Secrets) {
  const encrypted = (column: string, text: string | undefined) =>
    text === undefined ? null : vault.encrypt(placeOf(id, column), text);
  await sql`update wx_account set
      secret_sealed = coalesce(${encrypted('secret_sealed', secret)}, secret_sealed),
      token_sealed = coalesce(${encrypted('token_sealed', token)}, token_sealed),
      aes_key_sealed = coalesce(${encrypted('aes_key_sealed', aesKey)}, aes_key_sealed)
      ${secret === undefined ? sql`` : sql`, access_token_sealed = null, access_token_until = null, problem = null`}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
  await sql`update wx_account set ready = secret_sealed is not null and token_sealed is not null
      and (mode = 'plain' or aes_key_sealed is not null)
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
}

const columns = sql`id, app_id, name, kind, mode, enabled, secret_sealed, token_sealed, aes_key_sealed,
  access_token_sealed, access_token_until`;
const byId = preparedStatement<Stored, [tenantId: string, id: string]>(
  'wxAccount.byId',
  (tenantId, id) => sql`select ${columns} from wx_account
    where tenant_id = ${tenantId} and id = ${id} and removed_at is null`,
);
const byAppId = preparedStatement<Stored, [tenantId: string, appId: string]>(
  'wxAccount.byAppId',
  (tenantId, appId) => sql`select ${columns} from wx_account
    where tenant_id = ${tenantId} and app_id = ${appId} and removed_at is null`,
);
const heldById = preparedStatement<Stored, [tenantId: string, id: string]>(
  'wxAccount.heldById',
  (tenantId, id) => sql`select ${columns} from wx_account
    where tenant_id = ${tenantId} and id = ${id} and removed_at is null for no key update`,
);

/**
 * Finds an account by id or app id and decrypts its secrets. `lock` prevents two nodes from renewing its token at once.
 */
export async function keyedAccount(
  tx: Tx,
  vault: TenantVault,
  by: { id: string; lock?: boolean } | { appId: string },
): Promise<KeyedAccount | null> {
  const { tenantId } = tx.scope;
  const [row] = await ('appId' in by
    ? byAppId(tx, tenantId, by.appId)
    : (by.lock ? heldById : byId)(tx, tenantId, by.id));
  if (!row) return null;
  const opened = (column: keyof Stored, encrypted: string | null) =>
    encrypted === null ? null : vault.open(placeOf(row.id, column), encrypted);
  return {
    id: row.id,
    appId: row.app_id,
    name: row.name,
    kind: row.kind,
    mode: row.mode,
    enabled: row.enabled,
    secret: opened('secret_sealed', row.secret_sealed),
    token: opened('token_sealed', row.token_sealed),
    aesKey: opened('aes_key_sealed', row.aes_key_sealed),
    accessToken: opened('access_token_sealed', row.access_token_sealed),
    accessTokenUntil: row.access_token_until,
  };
}

/** Stores an access token for all nodes; null deletes it. */
export async function keepAccessToken(
  tx: Tx,
  vault: TenantVault,
  id: string,
  token: { text: string; until: Date } | null,
  problem: string | null,
): Promise<void> {
  const encrypted = token && vault.encrypt(placeOf(id, 'access_token_sealed'), token.text);
  await sql`update wx_account set access_token_sealed = ${encrypted}, access_token_until = ${token?.until ?? null},
      problem = ${problem}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
}

/** Records the time at which WeChat called the callback, at most once a minute. */
export async function noteReached(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update wx_account set reached_at = ${at} where tenant_id = ${scopedTenant} and id = ${id}
    and (reached_at is null or reached_at < ${new Date(at.getTime() - 60_000)})`.execute(tx.kysely);
}

export async function endingTokens(tx: Tx, before: Date): Promise<string[]> {
  return idsOf(tx)`select id from wx_account where tenant_id = ${scopedTenant}
    and enabled and ready and removed_at is null and access_token_until < ${before}`;
}

/** The given app ids that belong to another tenant, which registered them first or proved their secret. */
export async function heldElsewhere(tx: Tx, appIds: readonly string[]): Promise<Set<string>> {
  if (appIds.length === 0) return new Set();
  const { rows } = await sql<{ appId: string }>`select asked as "appId"
    from unnest(${appIds}::text[]) asked, wx_door_of(asked) door where door.tenant_id <> ${scopedTenant}`.execute(
    tx.kysely,
  );
  return new Set(rows.map(({ appId }) => appId));
}

/** Finds the tenant and the account of an app id; null when it is unknown. */
export async function findCallbackOwner(
  tx: Tx,
  appId: string,
): Promise<{ tenantId: string; accountId: string } | null> {
  const { rows } = await sql<{ tenant_id: string; account_id: string }>`select * from wx_door_of(${appId})`.execute(
    tx.kysely,
  );
  const [row] = rows;
  return row ? { tenantId: row.tenant_id, accountId: row.account_id } : null;
}

export async function countFollowers(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from wx_follower
    where tenant_id = ${scopedTenant} and account_id = ${accountId}`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

export async function addSeeded(
  tx: Tx,
  one: { appId: string; name: string; enterpriseId: string; at: Date },
): Promise<string> {
  const id = newId();
  await sql`insert into wx_account (tenant_id, id, name, app_id, enterprise_id, kind, mode, enabled, created_at, updated_at)
    values (${scopedTenant}, ${id}, ${one.name}, ${one.appId}, ${one.enterpriseId}, 'service', 'safe', true, ${one.at},
      ${one.at})`.execute(tx.kysely);
  return id;
}

interface SeededAccount {
  id: string;
  enterpriseId: string | null;
}

export async function seededAccounts(tx: Tx): Promise<SeededAccount[]> {
  return rowsOf<SeededAccount>(tx)`select id, nullif(enterprise_id, ${ofUnit}) as "enterpriseId"
    from wx_account where tenant_id = ${scopedTenant} order by enterprise_id`;
}
