import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { release } from '@anlan/contract/release';
import { AppError } from '#kernel/errors.ts';

/**
 * Who may read the metrics (S91). With a token: only clients that send it. Without a token: everybody, if no other
 * machine can reach the server.
 */
export interface MetricsOptions {
  token: string | null;
  open: boolean;
  pool: () => { open: number; idle: number; waiting: number };
  fairQueue: () => { taken: number; refused: number; waitedMs: number; heldMs: number; idleMs: number };
  backups: () => Partial<Record<'full' | 'log' | 'check' | 'failure', { at: string }>>;
  alarms: () => ReadonlyMap<string, number>;
  senderThere: () => boolean;
  shared: { up(): boolean; nodes(): number } | null;
}

function mayRead(request: FastifyRequest, { token, open }: MetricsOptions): boolean {
  if (token === null) return open;
  const authorization = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return authorization.length === wanted.length && timingSafeEqual(authorization, wanted);
}

/** Serves GET /metrics in Prometheus format. Clients without access get 404. */
export function serveMetrics(app: FastifyInstance, options: MetricsOptions) {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const calls = new Histogram({
    name: 'anlan_call_seconds',
    help: 'Time of calls by name and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [register],
  });
  new Gauge({
    name: 'anlan_release_info',
    help: 'Number of the release as a label; always 1',
    labelNames: ['release'],
    registers: [register],
  }).set({ release }, 1);
  for (const part of ['open', 'idle', 'waiting'] as const)
    new Gauge({
      name: `anlan_pool_${part}`,
      help: `Database connections: ${part}`,
      registers: [register],
      collect() {
        this.set(options.pool()[part]);
      },
    });
  const fairQueue = {
    turns_total: ['Turns at the database connections', ({ taken }) => taken],
    turns_refused_total: ['Requests without a turn: the line was full, or they waited too long', (all) => all.refused],
    turns_waited_seconds_total: ['Time that turns were waited for', ({ waitedMs }) => waitedMs / 1000],
    turns_held_seconds_total: ['Time that turns were held', ({ heldMs }) => heldMs / 1000],
    turns_idle_seconds_total: ['Time of open transactions whose connection was idle', ({ idleMs }) => idleMs / 1000],
  } satisfies Record<string, [help: string, of: (all: ReturnType<MetricsOptions['fairQueue']>) => number]>;
  for (const [name, [help, of]] of Object.entries(fairQueue))
    new Counter({
      name: `anlan_${name}`,
      help,
      registers: [register],
      collect() {
        this.reset();
        this.inc(of(options.fairQueue()));
      },
    });
  new Counter({
    name: 'anlan_alarms_total',
    help: 'Alarms that this node raised, by cause; each is a line named alarm in the log',
    labelNames: ['cause'],
    registers: [register],
    collect() {
      this.reset();
      for (const [cause, count] of options.alarms()) this.inc({ cause }, count);
    },
  });
  new Gauge({
    name: 'anlan_sms_sender_up',
    help: 'Whether a process sends messages by SMS: 0 means that they wait, and that codes are refused with 503',
    registers: [register],
    collect() {
      this.set(options.senderThere() ? 1 : 0);
    },
  });
  const { shared } = options;
  if (shared) {
    new Gauge({
      name: 'anlan_redis_up',
      help: 'Whether Redis answers: 0 means per-node limits and two seconds until an end is seen',
      registers: [register],
      collect() {
        this.set(shared.up() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'anlan_nodes',
      help: 'Nodes of the installation, as last heard',
      registers: [register],
      collect() {
        this.set(shared.nodes());
      },
    });
  }
  new Gauge({
    name: 'anlan_backup_last_seconds',
    help: 'When a full backup, the log, and a restore check last went well, and when one last failed',
    labelNames: ['what'],
    registers: [register],
    collect() {
      this.reset();
      for (const [what, { at }] of Object.entries(options.backups())) this.set({ what }, Date.parse(at) / 1000);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? 'other';
    calls.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { call: 'metrics' } }, async (request, reply) => {
    if (!mayRead(request, options)) throw new AppError('notFound');
    return reply
      .header('content-type', register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics());
  });
}
