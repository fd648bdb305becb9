// Valid inputs for hidden dangers (隐患). For each state change (move) the file creates a row in the right state, with
// the actor's turn.
import { moveInputFor, declaredNamed, valuesFor, waitingFile } from './resource-test-data.ts';
import { callNamed, dataOf, send, sendCall, signIn } from './client.ts';
import type { Actor } from './actors.ts';
import { makePeople } from './staff.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
const one = declaredNamed('danger');
// The reporter must be the user who uploaded the photo.
const photographerOf = ({ kind }: Actor) => (kind === 'entadmin' || kind === 'entstaff' ? kind : 'regulator');
const ofEnterprise = ({ kind }: Actor) => kind === 'entadmin' || kind === 'entstaff';

const plan = {
  goal: '消除隐患',
  method: '更换设备',
  fundsFen: 100_000,
  materials: '备件',
  organisation: '设备部',
  timeLimit: '本月内',
  safety: '停用并隔离',
  settlements: Object.fromEntries(
    ['duty', 'measures', 'funds', 'timeLimit', 'emergency'].map((key) => [key, { done: true, evidence: '已落实' }]),
  ),
};

async function dangerAt(actor: Actor, columns: Readonly<Record<string, unknown>> = {}) {
  const { app, tenant, tokens } = actor;
  const values = await valuesFor(app, tenant, one, photographerOf(actor));
  const own = ofEnterprise(actor) || actor.kind === 'regulator' ? tokens : await signIn(app, tenant, 'regulator');
  const { id } = dataOf<{ id: string }>(
    await sendCall(
      app,
      callNamed(app, 'danger.create'),
      { ...values, enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0] },
      { token: own.access_token },
    ),
  );
  // The danger was found long enough ago for the dates of the state change.
  const set = { found_at: '2026-02-28T00:00:00Z', deadline_on: '2026-03-06', ...columns };
  const names = Object.keys(set).map((name, at) => `${name} = $${at + 2}`);
  await app.sql(`update danger set ${names.join(', ')} where id = $1`, [id, ...Object.values(set)]);
  return { id, version: 1 };
}

const moveInput = (name: string, actor: Actor) =>
  moveInputFor(
    actor.app,
    actor.tenant,
    one.resource.states?.moves[name] ?? { from: [], label: '' },
    photographerOf(actor),
  );
const move =
  (
    name: string,
    columns: Readonly<Record<string, unknown>>,
    more: (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown> = () => ({}),
  ): Maker =>
  async (actor) => ({ ...(await dangerAt(actor, columns)), ...(await moveInput(name, actor)), ...(await more(actor)) });

const pending = JSON.stringify([
  {
    reason: '备件未到',
    oldDeadlineOn: '2026-03-05',
    newDeadlineOn: '2026-03-10',
    status: 'pending',
    askedBy: '某人',
    askedById: null,
    askedAt: '2026-03-01 08:00:00',
    decidedBy: null,
    decidedAt: null,
    opinion: null,
  },
]);
const submitted = { status: 'submitted', turn: 'regulator', origin: 'regulator', submitted_at: '2026-03-01T08:00:00Z' };
const asking = { extensions: pending, extension_status: 'pending', origin: 'regulator' };

const spot: Maker = async (actor) => ({
  ...(await valuesFor(actor.app, actor.tenant, one, photographerOf(actor))),
  enterpriseId: actor.tokens.shop_id ?? actor.tenant.enterpriseIds[0],
  measures: '当场更换',
  photosAfter: [await waitingFile(actor.app, actor.tenant, 'photo', photographerOf(actor))],
});

async function repairLink(actor: Actor) {
  const { app, tenant } = actor;
  const tokens = await signIn(app, tenant, 'entadmin');
  const head: Actor = { ...actor, kind: 'entadmin', tokens };
  const { id } = await dangerAt(head);
  const body = { id, name: '某某维修队', days: 3 };
  const made = dataOf<{ id: string; token: string }>(
    await send(app, 'POST', '/bus/enterpriseexpinfo/link', { body, token: tokens.access_token }),
  );
  return { link: made.id, dangerId: id, tenantId: tenant.id, token: made.token };
}

export const dangerFixtures: Record<string, Maker> = {
  'danger.submit': move('submit', { status: 'rectifying' }, () => ({ fixedAt: '2026-03-01 08:00:00' })),
  'danger.sign': move('sign', { status: 'submitted', level: 'major', turn: 'head' }),
  'danger.accept': move('accept', submitted),
  'danger.sendBack': move('sendBack', submitted, () => ({ reason: '照片看不清楚', deadlineOn: null })),
  'danger.urge': move('urge', {}),
  'danger.reassign': move('reassign', {}, async ({ app, tenant }) => {
    const [person] = await makePeople(app, tenant, [{ postKind: 'general' }]);
    return { dutyPersonId: person?.id };
  }),
  'danger.askExtension': move('askExtension', { deadline_on: '2026-03-05' }, () => ({ newDeadlineOn: '2026-03-10' })),
  'danger.grantExtension': move('grantExtension', asking),
  'danger.refuseExtension': move('refuseExtension', asking),
  'danger.savePlan': move('savePlan', { level: 'major' }, () => ({ plan })),
  'danger.approvePlan': move('approvePlan', { level: 'major', plan_state: 'waiting', turn: 'head' }),
  'danger.returnPlan': move('returnPlan', { level: 'major', plan_state: 'waiting', turn: 'head' }),
  'danger.list': move('list', { level: 'major' }, () => ({ listedOn: '2026-03-01', listingDueOn: '2026-03-20' })),
  'danger.delist': move('delist', { level: 'major', listed_on: '2026-02-28' }, () => ({ delistedOn: '2026-03-01' })),
  'danger.publish': move('publish', {}, () => ({ publishedOn: '2026-03-01' })),
  'danger.congress': move('congress', {}, () => ({ congressOn: '2026-03-01' })),
  'danger.void': move('void', { found_at: '2026-03-01T08:00:00Z' }),
  'danger.remove': async (actor) => ({ id: (await dangerAt(actor, { found_at: '2026-03-01T08:00:00Z' })).id }),
  'danger.sample': move('sample', { status: 'accepted', turn: 'nobody', sampled_on: '2026-03-01' }),
  'danger.fixOnSpot': spot,
  'danger.board': ({ tenant }) => Promise.resolve({ enterpriseId: tenant.enterpriseIds[0] }),
  'danger.start': ({ tenant }) => Promise.resolve({ enterpriseId: tenant.enterpriseIds[0] }),
  'danger.earlier': ({ tenant }) =>
    Promise.resolve({ enterpriseId: tenant.enterpriseIds[0], category: 'fire', place: '一号车间' }),
  'danger.links': async (actor) => ({ id: (await repairLink(actor)).dangerId }),
  'danger.makeLink': async (actor) => ({ id: (await dangerAt(actor)).id, name: '某某维修队', days: 3 }),
  'danger.revokeLink': async (actor) => ({ id: (await repairLink(actor)).link }),
  'danger.repairOpen': async (actor) => {
    const { tenantId, token } = await repairLink(actor);
    return { tenantId, token };
  },
  'danger.repairPhoto': async (actor) => {
    const { tenantId, token } = await repairLink(actor);
    return { tenantId, token };
  },
  'danger.repairNote': async (actor) => {
    const { tenantId, token } = await repairLink(actor);
    return { tenantId, token, note: '已更换', photos: [] };
  },
};
