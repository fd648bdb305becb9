// Valid inputs for risk points, site plans and checks.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import { declaredNamed, valuesFor } from './resource-test-data.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}
const ownOf = ({ tokens, tenant }: Actor) => tokens.shop_id ?? tenant.enterpriseIds[0] ?? '';
const head = async (actor: Actor) =>
  actor.kind === 'entadmin'
    ? actor.tokens.access_token
    : (await signIn(actor.app, actor.tenant, 'entadmin')).access_token;
const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await sendCall(actor.app, callNamed(actor.app, name), input, { token: await head(actor) }));

async function draft(actor: Actor): Promise<Made> {
  const { app, tenant } = actor;
  const values = await valuesFor(app, tenant, declaredNamed('riskPoint'), 'entadmin');
  return does(actor, 'riskPoint.create', {
    ...values,
    enterpriseId: ownOf(actor),
    adjustedLevel: null,
    method: 'LEC',
    factors: { L: 3, E: 6, C: 7 },
    hazards: [{ text: '误操作', accidentTypes: ['electricShock'] }],
    controls: [{ kind: 'management', text: '操作票制度' }],
    controlLayer: 'company',
  });
}
const submitted = async (actor: Actor) => does(actor, 'riskPoint.submit', await draft(actor));
const inForce = async (actor: Actor) =>
  does(actor, 'riskPoint.approve', { ...(await submitted(actor)), opinion: '同意' });
const dayAfter = (actor: Actor, days: number) => addDays(dayOf(actor.app.clock.now()), days);
const pausing = async (actor: Actor) => ({
  ...(await inForce(actor)),
  pauseReason: '大修',
  pausedFrom: dayAfter(actor, 0),
  pausedTo: dayAfter(actor, 3),
});
async function proposed(actor: Actor): Promise<Made> {
  const one = await inForce(actor);
  const proposal = {
    dangerId: '01a00000-0000-7000-8000-000000000009',
    dangerNo: 'YH20260101-0001',
    title: '护栏缺失',
    repeats: 2,
    cause: null,
    at: '2026-01-01 08:00:00',
  };
  await actor.app.sql('update risk_point set proposed_on = now(), proposals = $2 where id = $1', [
    one.id,
    JSON.stringify([proposal]),
  ]);
  return one;
}
async function waiting(actor: Actor): Promise<Made> {
  const { id } = await inForce(actor);
  return does(actor, 'riskCheck.create', { riskPointId: id, layer: 'post', dueOn: dayAfter(actor, 1) });
}
const begun = async (actor: Actor) => does(actor, 'riskCheck.begin', { id: (await waiting(actor)).id });

async function newPlan(actor: Actor) {
  const values = await valuesFor(actor.app, actor.tenant, declaredNamed('riskPlan'), 'entadmin');
  return { id: (await does(actor, 'riskPlan.create', { ...values, enterpriseId: ownOf(actor) })).id };
}

export const riskPointFixtures: Record<string, Maker> = {
  'riskPlan.history': newPlan,
  'riskPlan.get': newPlan,
  'riskPoint.card': async (actor) => ({ id: (await inForce(actor)).id }),
  'riskPoint.cardPdf': async (actor) => ({ id: (await inForce(actor)).id, at: 'http://127.0.0.1:8080' }),
  'riskPoint.counts': () => Promise.resolve({}),
  'riskPoint.submit': draft,
  'riskPoint.approve': async (actor) => ({ ...(await submitted(actor)), opinion: '同意' }),
  'riskPoint.sendBack': async (actor) => ({ ...(await submitted(actor)), reason: '措施不具体' }),
  'riskPoint.pause': pausing,
  'riskPoint.resume': async (actor) => does(actor, 'riskPoint.pause', await pausing(actor)),
  'riskPoint.retire': async (actor) => ({ ...(await inForce(actor)), reason: '设备已拆除' }),
  'riskPoint.reassess': async (actor) => ({ ...(await inForce(actor)), cause: '设备改造' }),
  'riskPoint.dismiss': async (actor) => ({ ...(await proposed(actor)), reason: '已有措施' }),
  'riskPoint.place': async (actor) => ({ ...(await inForce(actor)), planId: null }),
  'riskPoint.renewCode': inForce,
  'riskPoint.locate': async (actor) => ({ ...(await inForce(actor)), lng: 120.2, lat: 30.1 }),
  'riskCheck.exchange': async (actor) => {
    const { id } = await inForce(actor);
    await actor.app.sql(`update risk_point set analysis_object = '储罐区', analysis_unit = 'T-101' where id = $1`, [
      id,
    ]);
    return {};
  },
  'riskCheck.day': () => Promise.resolve({}),
  'riskCheck.counts': () => Promise.resolve({}),
  'riskCheck.create': async (actor) => ({
    riskPointId: (await inForce(actor)).id,
    layer: 'post',
    dueOn: dayAfter(actor, 1),
  }),
  'riskCheck.begin': async (actor) => ({ id: (await waiting(actor)).id }),
  'riskCheck.answer': async (actor) => ({ id: (await begun(actor)).id, key: 'c1', result: 'pass' }),
  'riskCheck.passRest': async (actor) => ({ id: (await begun(actor)).id }),
  'riskCheck.undoRest': async (actor) => {
    const { id } = await begun(actor);
    await does(actor, 'riskCheck.passRest', { id });
    return { id };
  },
  'riskCheck.addItem': async (actor) => ({ id: (await begun(actor)).id, text: '通道堆物' }),
  'riskCheck.finish': async (actor) => {
    const { id } = await begun(actor);
    const { version } = await does(actor, 'riskCheck.passRest', { id });
    return { id, version };
  },
};
