// API calls for people who open a training link or certificate. They have no session.
import { tenantId } from '@anlan/contract/modules/session/session';
import { learningCalls } from '@anlan/contract/modules/learning/calls';
import { learningToken, type PersonageView, type TrainingView } from '@anlan/contract/modules/learning/public-links';
import { certificateCode } from '@anlan/contract/modules/learning/views';
import * as z from 'zod/mini';
import { api } from '#lib/api.ts';
import { tokens } from '#lib/tokens.ts';

const { certificateOpen, personageOpen, record, trainingOpen } = api({
  certificateOpen: learningCalls.certificateOpen,
  personageOpen: learningCalls.personageOpen,
  record: learningCalls.record,
  trainingOpen: learningCalls.trainingOpen,
});
const quiet = { quiet: true } as const;
const linkKey = z.object({ tenantId, token: learningToken });
const paperKey = z.object({ tenantId, code: certificateCode });
/** Splits the hash of an address into tenant and secret. */
function partsOf(hash: string): [string, string] {
  const text = hash.replace(/^#/, '');
  const at = text.indexOf('.');
  return at === -1 ? ['', ''] : [text.slice(0, at), text.slice(at + 1)];
}
const incomplete = (hash: string) =>
  Promise.reject(
    new Error(
      hash.length < 2 ? '请扫描班组的学习二维码，或登录后查看本人的学习档案' : '链接不完整，请重新扫码或向安全员索取',
    ),
  );
/** Without a link, a signed-in user sees their own record. */
const ownOr = (hash: string) => (hash.length < 2 && tokens() !== null ? record({}, quiet) : incomplete(hash));
/** Unit that the link of an address names; null without one. */
export const unitOf = (hash: string): string | null => z.safeParse(tenantId, partsOf(hash)[0]).data ?? null;

/** Reads the training that the link identifies. Without a link, reads the user's own record. */
export async function readTraining(
  hash: string,
): Promise<{ of: 'training'; view: TrainingView } | { of: 'personage'; view: PersonageView }> {
  const [unit, token] = partsOf(hash);
  const key = z.safeParse(linkKey, { tenantId: unit, token });
  return key.success
    ? { of: 'training', view: await trainingOpen(key.data, quiet) }
    : { of: 'personage', view: await ownOr(hash) };
}
/** Reads the training record that the link identifies. Without a link, reads the user's own record. */
export function readPersonage(hash: string) {
  const [unit, token] = partsOf(hash);
  const key = z.safeParse(linkKey, { tenantId: unit, token });
  return key.success ? personageOpen(key.data, quiet) : ownOr(hash);
}
export function readCertificate(hash: string) {
  const [unit, code] = partsOf(hash);
  const key = z.safeParse(paperKey, { tenantId: unit, code });
  return key.success
    ? certificateOpen(key.data, quiet)
    : Promise.reject(new Error('链接不完整，请重新扫描合格证上的二维码'));
}
