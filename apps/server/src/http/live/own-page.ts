import type { IncomingMessage } from 'node:http';

/** Whether a page of ours opens a socket: that page and socket have one host tells nothing, since whoever owns a name may let it lead here. */
export const ownPages =
  ({ publicHost, isOwnName }: { publicHost: string | null; isOwnName(name: string): Promise<boolean> }) =>
  async ({ headers: { origin, host } }: IncomingMessage): Promise<boolean> => {
    if (origin === undefined || !URL.canParse(origin)) return false;
    const from = new URL(origin);
    return from.host === publicHost || (from.host === host && (await isOwnName(from.hostname)));
  };
