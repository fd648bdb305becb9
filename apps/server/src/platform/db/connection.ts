import pg from 'pg';
import { clockSettings } from '#kernel/clock.ts';

export type Connection = pg.Client;

export type Answer = 'ready' | 'busy' | 'refused' | 'absent';

export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Opens a connection. `name` appears in pg_stat_activity. */
export async function connect(url: string, name = 'anlan', patienceMs?: number): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    ...clockSettings(),
    application_name: name,
    connectionTimeoutMillis: Math.min(patienceMs ?? 10_000, 10_000),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
  });
  // The lost connection is also reported by the current query. Without this listener, the error event would end the
  // process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

export async function withConnection<T>(
  url: string,
  work: (client: Connection) => Promise<T>,
  patienceMs?: number,
): Promise<T> {
  const client = await connect(url, 'anlan', patienceMs);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export async function probeConnection(url: string): Promise<Answer> {
  try {
    await withConnection(url, async () => {});
    return 'ready';
  } catch (error) {
    const code = errorCode(error);
    // 57P03: the server is starting, stopping or recovering. 53300: no free connection.
    if (code === '57P03' || code === '53300' || code === 'ECONNRESET') return 'busy';
    return /^(28|3D)/.test(code) ? 'refused' : 'absent';
  }
}
