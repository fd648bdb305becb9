import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import { invalid } from '#kernel/errors.ts';
import { createRecent } from '#kernel/recent.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { brandHosts, findByHost } from './store.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1|0\.0\.0\.0)$/;
const bare = (name: string) => name.replace(/^\[|\]$/g, '');

/** Whether a name is this machine's: loopback, what the server listens on, the machine's own name and addresses. */
function isOfMachine(name: string, listening: string): boolean {
  const own = hostname().toLowerCase();
  if (loopback.test(name) || [listening, own, `${own}.local`].includes(name)) return true;
  return Object.values(networkInterfaces()).some((some) => some?.some(({ address }) => address === name));
}

/** Tells which hosts are this server's own: its public one, those of tenants, and this machine's. */
export function ownHosts(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  { db, clock }: { db: Db; clock: Clock },
) {
  const named = publicUrl === null ? null : new URL(publicUrl).hostname;
  // Strangers who make hosts up without end must not cost a connection to the database each.
  const recent = createRecent({ clock, ms: 10_000 });
  const outside = systemScope('own hosts', '0');
  async function isOwnName(name: string): Promise<boolean> {
    if (name === named || isOfMachine(bare(name), host)) return true;
    const read = () => db.scoped(outside, brandHosts, { readOnly: true });
    return (await recent.of(outside, 'hosts', null, read)).has(name);
  }
  return {
    /** Whether a host (with its port) is ours, as the transaction sees it; none of these may stand in a frame (S41). */
    async isOwnHost(tx: Tx, asked: string): Promise<boolean> {
      const url = new URL(`http://${asked}`);
      const own = Number(url.port || 80) === port && isOfMachine(bare(url.hostname), host);
      return own || url.hostname === named || (await findByHost(tx, url.hostname)) !== undefined;
    },
    /** Whether pages come from us under a host name, at whatever port; what tenants have changed counts within seconds. */
    isOwnName,
    /** Refuses an origin for a printed QR code unless pages come from us there: a paper must not lead elsewhere (S97). */
    async demandOwnOrigin(at: string | undefined): Promise<void> {
      if (at !== undefined && !(await isOwnName(new URL(at).hostname)))
        throw invalid({
          field: 'at',
          msg: '二维码只能通向本系统的网址；请从本系统的页面打印，仍不行的请让运维人员设置 PUBLIC_URL',
        });
    },
  };
}
