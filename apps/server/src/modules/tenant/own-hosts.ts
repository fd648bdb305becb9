import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import { invalid } from '#kernel/errors.ts';
import { createAnswerCache } from '#kernel/answer-cache.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { brandHosts, findByHost } from './store.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|0\.0\.0\.0)$/;
const bare = (name: string) => name.replace(/^\[|\]$/g, '');

/** Whether a host name belongs to this machine: loopback, the listening address, or its own names and addresses. */
function isOfMachine(name: string, listening: string): boolean {
  const own = hostname().toLowerCase();
  if (loopback.test(name) || [listening, own, `${own}.local`].includes(name)) return true;
  return Object.values(networkInterfaces()).some((some) => some?.some(({ address }) => address === name));
}

export function ownHosts(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  { db, clock }: { db: Db; clock: Clock },
) {
  const named = publicUrl === null ? null : new URL(publicUrl).hostname;
  // Answers are cached, because a request with an invented host name must not cost a database connection.
  const recent = createAnswerCache({ clock, ms: 10_000 });
  const outside = systemScope('own hosts', '0');
  async function isOwnName(name: string): Promise<boolean> {
    if (name === named || isOfMachine(bare(name), host)) return true;
    const read = () => db.read(outside, brandHosts);
    return (await recent.of(outside, 'hosts', null, read)).has(name);
  }
  return {
    /** Whether a host with its port belongs to this server. Such a host may not be shown in a frame (S41). */
    async isOwnHost(tx: Tx, hostAndPort: string): Promise<boolean> {
      const url = new URL(`http://${hostAndPort}`);
      const own = Number(url.port || 80) === port && isOfMachine(bare(url.hostname), host);
      return own || url.hostname === named || (await findByHost(tx, url.hostname)) !== undefined;
    },
    /** Whether a host name belongs to this server, at any port. Changes of tenants take effect within seconds. */
    isOwnName,
    /** Throws unless the origin belongs to this server, because a printed QR code must not lead elsewhere (S97). */
    async demandOwnOrigin(at: string | undefined): Promise<void> {
      if (at !== undefined && !(await isOwnName(new URL(at).hostname)))
        throw invalid({
          field: 'at',
          msg: '二维码只能通向本系统的网址；请从本系统的页面打印，仍不行的请让运维人员设置 PUBLIC_URL',
        });
    },
  };
}
