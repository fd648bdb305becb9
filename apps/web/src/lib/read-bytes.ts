import { send } from './send.ts';
import { answered } from './api-error.ts';

/** What was read of a file, and whether there is more. */
export interface ReadBytes {
  bytes: Uint8Array;
  more: boolean;
}

/** Reads a file of ours by its signed address, so many bytes at most. */
export async function readBytes(target: string, maxBytes: number, signal: AbortSignal): Promise<ReadBytes> {
  const reply = await send({ method: 'GET', target, headers: {}, wait: 'ordinary', signal });
  const whole = await reply.blob();
  if (reply.status !== 200) throw answered(reply.status, null, reply.headers);
  return { bytes: new Uint8Array(await whole.slice(0, maxBytes).arrayBuffer()), more: whole.size > maxBytes };
}
