import pg from 'pg';

/** One connection outside the pool, for the owner's work. */
export type Connection = pg.Client;

/** What a database says when one knocks: `refused` names and passwords are wrong, `absent` nobody is there. */
export type Answer = 'ready' | 'busy' | 'refused' | 'absent';

/** The code of a database's or the network's error, or ''. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Open one connection to `url`; `name` is what pg_stat_activity shows. */
export async function connect(url: string, name = 'anlan', patienceMs?: number): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: Math.min(patienceMs ?? 10_000, 10_000),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(patienceMs === undefined ? {} : { query_timeout: patienceMs }),
  });
  // A lost connection also fails the query under way; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Run `work` on one connection to `url` and close it afterwards; `patienceMs` bounds each answer. */
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

/** Knock at `url` once. */
export async function knock(url: string): Promise<Answer> {
  try {
    await withConnection(url, async () => {});
    return 'ready';
  } catch (error) {
    const code = errorCode(error);
    // 57P03: starting up, shutting down or recovering; 53300: all places taken.
    if (code === '57P03' || code === '53300' || code === 'ECONNRESET') return 'busy';
    return /^(28|3D)/.test(code) ? 'refused' : 'absent';
  }
}
