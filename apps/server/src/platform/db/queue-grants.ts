import type { Connection } from './connection.ts';
import { grantedTo, grants, wordsOf, type Privileges } from './privileges.ts';

// Columns of a job that the queue library updates. Owner and purpose of a job are not in the list.
const progress = [
  'state',
  'started_on',
  'heartbeat_on',
  'retry_count',
  'completed_on',
  'output',
  'start_after',
  'blocked',
  'blocking',
  'pending_dependencies',
];
const job: Privileges = { select: true, insert: true, update: progress, delete: true };
// Columns that the queue library updates for monitoring. Columns that define a queue are not in the list.
const monitorColumns = [
  'monitor_claim_on',
  'monitor_on',
  'maintain_on',
  'deferred_count',
  'queued_count',
  'ready_count',
  'active_count',
  'failed_count',
  'total_count',
  'created_delta',
  'completed_delta',
  'failed_delta',
  'delta_seconds',
  'delta_on',
  'singletons_active',
  'ready_history',
];

const own: Readonly<Record<string, Privileges>> = {
  version: { select: true, update: ['cron_on', 'bam_on', 'flow_on', 'monitor_backoff_on'] },
  queue: { select: true, insert: true, update: monitorColumns },
  schedule: {
    select: true,
    insert: true,
    update: ['kind', 'cron', 'timezone', 'data', 'options', 'updated_on', 'last_job_id'],
  },
  bam: { select: true, update: ['status', 'started_on', 'completed_on', 'error'] },
  job_dependency: { select: true, delete: true },
  queue_stats: { select: true },
  job,
  job_common: job,
};
const senderPrivileges: Readonly<Record<string, Privileges>> = {
  version: { select: true },
  queue: { select: true },
  job: { select: true, insert: true, update: ['start_after'] },
  job_common: { select: true, insert: true, update: ['start_after'] },
};

/** Grants on the schema pgboss, which has no row security, for the server role or the role that sees all regions. */
export async function queueGrants(client: Connection, role: string, isWide: boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string; held: string; enters: boolean }>(
    `select c.relname as name, ${grantedTo('$1')} as held, has_schema_privilege($1, n.oid, 'usage') as enters
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'pgboss' and c.relkind in ('r', 'p') order by 1`,
    [role],
  );
  const wanted = isWide ? senderPrivileges : own;
  const statements = rows.flatMap(({ name, held }) => {
    const privileges = wanted[name] ?? {};
    return held === wordsOf(privileges) ? [] : grants(`pgboss."${name}"`, privileges, role);
  });
  if (rows.some(({ enters }) => !enters)) statements.push(`grant usage on schema pgboss to "${role}"`);
  return statements;
}
