import type { Tx } from '#platform/db/index.ts';
import type { Config } from './config.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/;

/** Tells whether a host (with its port) is one of this house's own names; none of these may stand in a frame (S41). */
export function ownHosts(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  isBrandHost: (tx: Tx, name: string) => Promise<boolean>,
) {
  const names = new Set(publicUrl === null ? [] : [new URL(publicUrl).hostname]);
  return async (tx: Tx, asked: string): Promise<boolean> => {
    const url = new URL(`http://${asked}`);
    const own = Number(url.port || 80) === port && (url.hostname === host || loopback.test(url.hostname));
    return own || names.has(url.hostname) || isBrandHost(tx, url.hostname);
  };
}
