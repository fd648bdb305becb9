// Valid inputs for enterprise archives.
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import { declaredNamed, valuesFor, waitingFile } from './resource-test-data.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}
const ofFirm: Maker = ({ tenant, tokens }) =>
  Promise.resolve({ enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0] });

async function made({ app, tenant, kind, tokens }: Actor, name: 'document' | 'archiveWaiver'): Promise<Made> {
  const token = kind === 'entadmin' ? tokens.access_token : (await signIn(app, tenant, 'entadmin')).access_token;
  const values = await valuesFor(app, tenant, declaredNamed(name), 'entadmin');
  const input = { ...values, enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0] };
  return dataOf<Made>(await sendCall(app, callNamed(app, `${name}.create`), input, { token }));
}

export const archiveFixtures: Readonly<Record<string, Maker>> = {
  'document.sheet': ofFirm,
  'document.category': async (actor) => ({ ...(await ofFirm(actor)), category: 'basic' }),
  'document.firms': () => Promise.resolve({}),
  'document.zip': ofFirm,
  'document.pdf': ofFirm,
  'document.get': async (actor) => ({ id: (await made(actor, 'document')).id }),
  'document.history': async (actor) => ({ id: (await made(actor, 'document')).id }),
  'document.renew': async (actor) => ({
    ...(await made(actor, 'document')),
    name: '平面图（修订）',
    issuedOn: '2026-01-15',
    paper: [
      await waitingFile(actor.app, actor.tenant, 'evidence', actor.kind === 'platform' ? 'regulator' : actor.kind),
    ],
  }),
  'document.withdraw': async (actor) => ({ ...(await made(actor, 'document')), reason: '重复上传' }),
  'archiveWaiver.accept': (actor) => made(actor, 'archiveWaiver'),
  'archiveWaiver.reject': async (actor) => ({ ...(await made(actor, 'archiveWaiver')), opinion: '仍有此项业务' }),
};
