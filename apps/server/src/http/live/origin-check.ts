import type { IncomingMessage } from 'node:http';

/**
 * Whether one of our own pages opens the socket. Equal hosts of page and socket are not enough, because any domain
 * can resolve to this server.
 */
export const ownPages =
  ({ publicHost, isOwnName }: { publicHost: string | null; isOwnName(name: string): Promise<boolean> }) =>
  async ({ headers: { origin, host } }: IncomingMessage): Promise<boolean> => {
    if (origin === undefined || !URL.canParse(origin)) return false;
    const from = new URL(origin);
    return from.host === publicHost || (from.host === host && (await isOwnName(from.hostname)));
  };
