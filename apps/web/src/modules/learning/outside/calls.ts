// The calls of whoever has a link or a paper, without a session.
import { tenantId } from '@anlan/contract/modules/session/session';
import { learningCalls } from '@anlan/contract/modules/learning/calls';
import { learningToken } from '@anlan/contract/modules/learning/outside';
import { certificateCode } from '@anlan/contract/modules/learning/views';
import * as z from 'zod/mini';
import { api } from '#lib/api.ts';

const { certificateOpen, personageOpen, record, trainingOpen } = api({
  certificateOpen: learningCalls.certificateOpen,
  personageOpen: learningCalls.personageOpen,
  record: learningCalls.record,
  trainingOpen: learningCalls.trainingOpen,
});
const quiet = { quiet: true } as const;
const linkKey = z.object({ tenantId, token: learningToken });
const paperKey = z.object({ tenantId, code: certificateCode });
/** The unit and the secret that stand behind # of an address. */
function partsOf(hash: string): [string, string] {
  const text = hash.replace(/^#/, '');
  const at = text.indexOf('.');
  return at === -1 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)];
}
const incomplete = () => Promise.reject(new Error('链接不完整，请重新扫码或向安全员索取'));

/** Reads what a link to a plan shows. */
export function readTraining(hash: string) {
  const [unit, token] = partsOf(hash);
  const key = z.safeParse(linkKey, { tenantId: unit, token });
  return key.success ? trainingOpen(key.data, quiet) : incomplete();
}
/** Reads what a link to a record shows; one's own without a link. */
export function readPersonage(hash: string) {
  if (hash.length < 2) return record({}, quiet);
  const [unit, token] = partsOf(hash);
  const key = z.safeParse(linkKey, { tenantId: unit, token });
  return key.success ? personageOpen(key.data, quiet) : incomplete();
}
/** Reads the certificate of a paper. */
export function readCertificate(hash: string) {
  const [unit, code] = partsOf(hash);
  const key = z.safeParse(paperKey, { tenantId: unit, code });
  return key.success ? certificateOpen(key.data, quiet) : incomplete();
}
