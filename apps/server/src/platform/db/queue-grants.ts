import type { Connection } from './connection.ts';
import { grantedTo, grants, wordsOf, type Privileges } from './privileges.ts';

// What the queues' library writes of a job once it is there: never whose work it is or what for.
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
// What it counts and when it last looked: never what a queue is.
const looked = [
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

/** What the library needs of its tables with the options of `platform/jobs`; nothing of any other. */
const own: Readonly<Record<string, Privileges>> = {
  version: { select: true, update: ['cron_on', 'bam_on', 'flow_on', 'monitor_backoff_on'] },
  queue: { select: true, insert: true, update: looked },
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
/** What a use case does in its own transaction: puts work into a queue, unless some waits. */
const sending: Readonly<Record<string, Privileges>> = {
  version: { select: true },
  queue: { select: true },
  job: { select: true, insert: true, update: ['start_after'] },
  job_common: { select: true, insert: true, update: ['start_after'] },
};

/** Grants of the schema pgboss, which stands outside row security: what the server's own role needs, or its wide one. */
export async function queueGrants(client: Connection, role: string, isWide: boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string; held: string; enters: boolean }>(
    `select c.relname as name, ${grantedTo('$1')} as held, has_schema_privilege($1, n.oid, 'usage') as enters
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'pgboss' and c.relkind in ('r', 'p') order by 1`,
    [role],
  );
  const wanted = isWide ? sending : own;
  const statements = rows.flatMap(({ name, held }) => {
    const privileges = wanted[name] ?? {};
    return held === wordsOf(privileges) ? [] : grants(`pgboss."${name}"`, privileges, role);
  });
  if (rows.some(({ enters }) => !enters)) statements.push(`grant usage on schema pgboss to "${role}"`);
  return statements;
}
