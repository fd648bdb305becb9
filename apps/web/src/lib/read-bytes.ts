import { send } from './send.ts';
import { failureError } from './api-error.ts';

export interface ReadBytes {
  bytes: Uint8Array;
  more: boolean;
}

/** Reads the first bytes of a file from its signed address, at most `maxBytes`. */
export async function readBytes(target: string, maxBytes: number, signal: AbortSignal): Promise<ReadBytes> {
  const reply = await send({ method: 'GET', target, headers: {}, wait: 'ordinary', signal });
  const whole = await reply.blob();
  if (reply.status !== 200) throw failureError(reply.status, null, reply.headers);
  return { bytes: new Uint8Array(await whole.slice(0, maxBytes).arrayBuffer()), more: whole.size > maxBytes };
}
