// Database calls that use the superuser of the embedded PostgreSQL.
import { createHash } from 'node:crypto';
import { systemClock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import type { Connection } from '../db/connection.ts';
import type { Counts } from './object-names.ts';

const slotPrefix = 'anlan_backup';
/**
 * Name of the replication slot of a backup folder. With a shared slot, one folder would release log that another
 * folder still needs.
 */
const slotOf = (folder: string) => `${slotPrefix}_${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
const one = async <T extends object>(client: Connection, text: string, values: unknown[] = []): Promise<T> => {
  const { rows } = await client.query<T>(text, values);
  if (!rows[0]) throw new Error(`no answer: ${text}`);
  return rows[0];
};

/** Takes the backup lock; false when another process runs a backup. The lock lasts until the connection ends. */
export const lockBackups = async (client: Connection) =>
  (await one<{ alone: boolean }>(client, `select pg_try_advisory_lock(hashtext('anlan'), hashtext('backup')) as alone`))
    .alone;

export const systemOf = async (client: Connection) =>
  (await one<{ system: string }>(client, 'select system_identifier::text as system from pg_control_system()')).system;

/**
 * Makes PostgreSQL retain log, at most `megabytes`, until it is stored in `folder`. Returns whether log was already
 * retained.
 */
export async function retainLog(client: Connection, folder: string, megabytes: number): Promise<boolean> {
  const slot = slotOf(folder);
  const { rows } = await client.query<{ status: string }>(
    'select wal_status as status from pg_replication_slots where slot_name = $1',
    [slot],
  );
  if (rows[0] && rows[0].status !== 'lost') return true;
  if (rows[0]) await client.query('select pg_drop_replication_slot($1)', [slot]);
  await client.query(`alter system set max_slot_wal_keep_size = '${Math.trunc(megabytes)}MB'`);
  await client.query('select pg_reload_conf()');
  await client.query('select pg_create_physical_replication_slot($1, true)', [slot]);
  return false;
}

/**
 * Size of the log retained for `folder`, and whether PostgreSQL has invalidated the slot; null when there is no slot.
 */
export async function keptLog(
  client: Connection,
  folder: string,
): Promise<{ megabytes: number; lost: boolean } | null> {
  const { rows } = await client.query<{ megabytes: number; lost: boolean }>(
    `select coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) / 1048576, 0)::int as megabytes,
       wal_status = 'lost' as lost
     from pg_replication_slots where slot_name = $1`,
    [slotOf(folder)],
  );
  return rows[0] ?? null;
}

export const releaseLog = (client: Connection, folder: string) =>
  client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [
    slotOf(folder),
  ]);

export const releaseOtherLogs = (client: Connection, folder: string | null) =>
  client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
     where starts_with(slot_name, $1) and slot_name is distinct from $2`,
    [slotPrefix, folder && slotOf(folder)],
  );

/** Closes the current segment if it is not empty. Returns the name of the next one. */
export async function closeSegment(client: Connection): Promise<string> {
  await client.query('select pg_switch_wal()');
  const { name } = await one<{ name: string }>(client, `select pg_walfile_name(pg_current_wal_lsn() + 1) as name`);
  return name;
}

export const confirmLogStored = (client: Connection, folder: string, next: string) =>
  client.query(
    `select pg_replication_slot_advance($1, least($2::pg_lsn, pg_current_wal_lsn())) from pg_replication_slots
     where slot_name = $1 and restart_lsn < $2::pg_lsn`,
    [slotOf(folder), lsnOf(next)],
  );

const lsnOf = (segment: string) => `${segment.slice(8, 16)}/${segment.slice(22, 24)}000000`;

export const beginFull = async (client: Connection) =>
  (await one<{ name: string }>(client, `select pg_walfile_name(pg_backup_start('anlan', true)) as name`)).name;

export const endFull = async (client: Connection) =>
  (await one<{ label: string }>(client, 'select labelfile as label from pg_backup_stop(false)')).label;

export const markPoint = (client: Connection, name: string) =>
  client.query('select pg_create_restore_point($1)', [name]);

const secured = `select c.relname as name, exists (select from pg_attribute a
    where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as scoped
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

/** Blocks all writers for a moment; false when no moment was found in time. */
export async function blockWriters(client: Connection): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(secured);
  const list = rows.map(({ name }) => `public."${name}"`).join(', ');
  for (let attempt = 0; attempt < 40; attempt += 1) {
    await client.query(`begin isolation level repeatable read; set local lock_timeout = '250ms'`);
    try {
      await client.query(`lock table ${list} in share mode`);
      return true;
    } catch {
      await client.query('rollback');
      await new Promise((done) => setTimeout(done, 50 + Math.random() * 200));
    }
  }
  return false;
}

/** Begins a transaction on `other` with the snapshot of `client`. */
export async function shareSnapshot(client: Connection, other: Connection) {
  const { id } = await one<{ id: string }>(client, 'select pg_export_snapshot() as id');
  await other.query('begin isolation level repeatable read read only');
  await other.query(`set transaction snapshot '${id.replace(/[^0-9A-F-]/g, '')}'`);
}

export async function countRows(client: Connection): Promise<Counts> {
  const { rows: tableRows } = await client.query<{ name: string; scoped: boolean }>(secured);
  const counts: Counts = {};
  for (const { name, scoped } of tableRows) {
    const tenant = scoped ? 'tenant_id' : `''`;
    const { rows } = await client.query<{ tenant: string; n: number }>(
      `select ${tenant}::text as tenant, count(*)::int as n from public."${name}" group by 1`,
    );
    counts[name] = Object.fromEntries(rows.map((row) => [row.tenant, row.n]));
  }
  return counts;
}

export interface FileRow {
  key: string;
  sha256: string;
}

export const fileRows = async (client: Connection): Promise<FileRow[]> =>
  (await client.query<FileRow>('select key, sha256 from public.file order by key')).rows;

export const recordAudit = (client: Connection, call: string, outcome: 'done' | 'failed', note: string) =>
  client.query(
    `insert into audit (tenant_id, id, user_name, address, user_agent, request_id, call, outcome, note)
     select '0', $1, 'backup', '', '', '', $2, $3, $4 from tenant where tenant_id = '0'`,
    [newId(), call, outcome, note],
  );

export const outgoingQueues = ['sms'];

export interface ErasedPerson {
  tenantId: string;
  id: string;
}
export interface Erasures {
  people: ErasedPerson[];
  tenants: { id: string; removedAt: string }[];
}

export async function readErasures(client: Connection): Promise<Erasures> {
  // Both columns are missing in an installation that was not started since the update that adds them.
  const { rows: people } = await client.query<ErasedPerson>(
    `select tenant_id as "tenantId", id from app_user u where to_jsonb(u) ->> 'deleted_at' is not null order by 1, 2`,
  );
  const { rows: tenants } = await client.query<{ id: string; removedAt: string }>(
    `select id, to_jsonb(b) ->> 'removed_at' as "removedAt" from brand b
     where to_jsonb(b) ->> 'purge_began_at' is not null order by 1`,
  );
  return { people, tenants };
}

/** Schedules the purge of restored tenants that were already erased. Returns the restored people to erase. */
async function eraseAgain(client: Connection, { people, tenants }: Erasures): Promise<ErasedPerson[]> {
  const ids = tenants.map(({ id }) => id);
  // This column is missing in a backup made before tenant removal existed.
  const { known: hasPurgeColumn } = await one<{ known: boolean }>(
    client,
    `select count(*) = 1 as known from information_schema.columns
     where table_schema = 'public' and table_name = 'brand' and column_name = 'removed_at'`,
  );
  if (hasPurgeColumn) {
    await client.query(
      `update brand b set status = 'frozen', removed_at = least(b.removed_at, gone.removed_at)
       from unnest($1::text[], $2::timestamptz[]) as gone (id, removed_at) where b.id = gone.id`,
      [ids, tenants.map(({ removedAt }) => removedAt)],
    );
    await client.query(`update tenant set status = 'frozen' where tenant_id = any($1)`, [ids]);
  }
  const { rows } = await client.query<ErasedPerson>(
    `select u.tenant_id as "tenantId", u.id from app_user u
     join unnest($1::text[], $2::uuid[]) as gone (tenant_id, id) on u.tenant_id = gone.tenant_id and u.id = gone.id
     where to_jsonb(u) ->> 'deleted_at' is null`,
    [people.map(({ tenantId }) => tenantId), people.map(({ id }) => id)],
  );
  return rows;
}

/**
 * Begins a transaction that sees all sessions and the platform's rows. Needed because row security also applies to the
 * owner of an external database.
 */
export async function beginAsPlatform(client: Connection) {
  await client.query('begin');
  await client.query(`select set_config('anlan.tenant_id', '0', true), set_config('anlan.wall', 'on', true)`);
}

/** Runs after a restore: ends all sessions and pauses outgoing jobs. Returns the people to erase again. */
export async function afterRestore(client: Connection, note: string, erased: Erasures): Promise<ErasedPerson[]> {
  await beginAsPlatform(client);
  const now = systemClock.now();
  await client.query(`delete from ticket; delete from captcha`);
  await client.query(`update session set revoked_at = $1, revoked_reason = 'restored' where revoked_at is null`, [now]);
  // Pending messages may have been sent between the backup and the failure, so they wait until an administrator
  // releases them.
  await client.query(
    `update pgboss.job set start_after = 'infinity', state = case state when 'active' then 'retry' else state end
     where name = any($1) and state in ('created', 'retry', 'active')`,
    [outgoingQueues],
  );
  // The table `hold` is missing in a backup that is older than this table.
  const { known: hasHoldTable } = await one<{ known: boolean }>(
    client,
    `select to_regclass('public.hold') is not null as known`,
  );
  if (hasHoldTable)
    await client.query(
      `insert into hold (name, note) values ('outgoing', $1) on conflict (tenant_id, name) do update set since = $2`,
      [note, now],
    );
  const back = erased.people.length + erased.tenants.length === 0 ? [] : await eraseAgain(client, erased);
  await recordAudit(client, 'backup.restore', 'done', note);
  await client.query('commit');
  return back;
}
