import { StartError } from '../start/start-error.ts';
import { connect, type Connection } from './connection.ts';

export type ServerLock = { release(): Promise<void> };

const key = [0x616e6c61, 1];
const prefix = 'anlan ';

async function tryOnce(ownerUrl: string, label: string): Promise<Connection | { holder: string }> {
  const client = await connect(ownerUrl, prefix + label);
  const lockResult = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', key);
  if (lockResult.rows[0]?.taken) return client;
  const holder = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    key,
  );
  await client.end();
  return { holder: holder.rows[0]?.name.replace(prefix, '') ?? '' };
}

/** Takes the lock of the only server. Throws with process and address of the holder when another server has it. */
export async function holdServerLock(ownerUrl: string, address: string, patienceMs = 3_000): Promise<ServerLock> {
  const label = `${process.pid} ${address}`;
  const take = async (patience: number): Promise<Connection> => {
    // Retries for a moment: a server that is stopping, or was just killed, may still hold the lock until its connection
    // closes.
    for (const end = Date.now() + patience; ; await new Promise((done) => setTimeout(done, 100))) {
      const answer = await tryOnce(ownerUrl, label);
      if (!('holder' in answer)) return answer;
      if (Date.now() < end) continue;
      const [pid = '?', url = ''] = answer.holder.split(' ');
      throw new StartError(`安澜已经在运行（进程 ${pid}，${url}）：直接打开这个地址，或先停掉它再启动。`);
    }
  };
  let released = false;
  let client = await take(patienceMs);
  const again = () => {
    if (released) return;
    const timer = setTimeout(() => {
      take(0).then((next) => {
        client = next;
        client.once('end', again);
      }, again);
    }, 1_000);
    timer.unref();
  };
  // A database restart closes the connection and releases the lock, so the lock is taken again.
  client.once('end', again);
  return {
    async release() {
      released = true;
      await client.end().catch(() => {});
    },
  };
}
