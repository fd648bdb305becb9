// Adapter for an external face comparison service that the operator chooses. It has one HTTP call: POST {base}/compare
// (docs/operations/configuration.md).
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../outbound/index.ts';
import { FaceError, type FaceCompare } from './port.ts';
import type { FaceSettings } from './settings.ts';

const waitMs = 5_000;
const answer = z.object({ result: z.enum(['passed', 'failed', 'unsure']) });
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

export function createFaceHttp({ base, token }: FaceSettings, outbound: Outbound): FaceCompare {
  const way = outbound.open({ bases: [base], waitMs });
  return {
    async compare({ reference, shot }) {
      const { json } = await way
        .askJson({
          address: `${base.replace(/\/+$/, '')}/compare`,
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ reference: base64(reference), shot: base64(shot) }),
        })
        .catch((error: unknown) => {
          throw error instanceof OutboundError ? new FaceError(error.message) : error;
        });
      const parseResult = answer.safeParse(json);
      if (!parseResult.success) throw new FaceError('unreadable answer');
      return parseResult.data.result;
    },
  };
}
