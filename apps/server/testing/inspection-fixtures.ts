// Valid inputs for checklists, inspections, inspection plans and enforcement notices.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import { waitingFile } from './resource-test-data.ts';
import { riskPointFixtures } from './risk-point-fixtures.ts';
import { officers } from './tenants.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}

const items = [{ key: 'a1', kind: 'judgement', text: '安全出口畅通' }];
const ownOf = ({ tokens, tenant }: Actor) => tokens.shop_id ?? tenant.enterpriseIds[0] ?? '';

async function as(actor: Actor, kind: 'regulator' | 'entadmin'): Promise<string> {
  return actor.kind === kind ? actor.tokens.access_token : (await signIn(actor.app, actor.tenant, kind)).access_token;
}
const does = async (actor: Actor, name: string, input: Record<string, unknown>, token = actor.tokens.access_token) =>
  dataOf<Made>(await sendCall(actor.app, callNamed(actor.app, name), input, { token }));

const newList = async (actor: Actor, name = '现场检查表') =>
  does(actor, 'checklist.create', { name, kind: 'daily', items }, await as(actor, 'regulator'));

async function paperOf(
  actor: Actor,
  kind: 'regulator' | 'entadmin' = actor.kind.startsWith('ent') ? 'entadmin' : 'regulator',
) {
  const { app, tenant, tokens } = actor;
  const file = await waitingFile(app, tenant, 'evidence', kind);
  const own = kind === 'entadmin' ? ownOf(actor) : '00000000-0000-0000-0000-000000000000';
  const owner = actor.kind.startsWith(kind.slice(0, 3)) ? tokens.user_id : tenant.people[kind];
  await app.sql('update file set enterprise_id = $2, owner_id = $3 where id = $1', [file.id, own, owner]);
  return file;
}

/** Creates a started inspection with one item. A regulator creates it when the actor may not inspect. */
export async function begunInspection(actor: Actor) {
  const { id } = await newList(actor);
  const input = {
    enterpriseId: ownOf(actor),
    title: '节前检查',
    kind: 'daily',
    checklistId: id,
    inspectors: officers,
    startedAt: '2026-01-15 08:00:00',
  };
  const call = callNamed(actor.app, 'inspection.create');
  const own = await sendCall(actor.app, call, input, { token: actor.tokens.access_token });
  return own.status === 403 ? does(actor, 'inspection.create', input, await as(actor, 'regulator')) : dataOf<Made>(own);
}

async function notice(actor: Actor, more: Record<string, unknown> = {}) {
  const values = {
    enterpriseId: ownOf(actor),
    kind: 'reminder',
    title: '提醒函',
    dueOn: addDays(dayOf(actor.app.clock.now()), 5),
    items: [{ key: 'a1', text: '请补充演练记录' }],
    ...more,
  };
  return does(actor, 'enforcement.create', values, await as(actor, 'regulator'));
}
const received = async (actor: Actor) =>
  does(actor, 'enforcement.receive', { ...(await notice(actor)), receivedBy: '张三' }, await as(actor, 'entadmin'));
async function replied(actor: Actor) {
  const one = await received(actor);
  const evidence = [await paperOf(actor, 'entadmin')];
  const replies = [{ key: 'a1', text: '已补充', evidence }];
  return does(actor, 'enforcement.reply', { ...one, replies }, await as(actor, 'entadmin'));
}

export const inspectionFixtures: Record<string, Maker> = {
  // Checks of risk points use the same inputs.
  ...riskPointFixtures,
  'officer.offered': (actor) => Promise.resolve({ enterpriseId: ownOf(actor) }),
  'checklist.copy': async (actor) => ({ id: (await newList(actor)).id }),
  'inspection.answer': async (actor) => ({ id: (await begunInspection(actor)).id, key: 'a1', result: 'pass' }),
  'inspection.passRest': async (actor) => ({ id: (await begunInspection(actor)).id }),
  'inspection.undoRest': async (actor) => {
    const { id } = await begunInspection(actor);
    await does(actor, 'inspection.passRest', { id });
    return { id };
  },
  'inspection.addItem': async (actor) => ({ id: (await begunInspection(actor)).id, text: '通道堆放货物' }),
  'inspection.finish': async (actor) => {
    const { id } = await begunInspection(actor);
    const { version } = await does(actor, 'inspection.answer', { id, key: 'a1', result: 'pass' });
    return {
      id,
      version,
      conclusion: '未发现问题',
      signatures: [
        { role: 'inspector', name: officers[0]?.name, file: await paperOf(actor) },
        { role: 'inspector', name: officers[1]?.name, file: await paperOf(actor) },
        { role: 'party', name: '负责人', file: await paperOf(actor) },
      ],
    };
  },
  'inspection.void': async (actor) => ({ ...(await begunInspection(actor)), reason: '登记有误' }),
  'inspectionPlan.coverage': () => Promise.resolve({ year: 2026 }),
  'inspectionPlan.start': async (actor) => {
    const plan = {
      enterpriseId: ownOf(actor),
      subject: '年度检查',
      year: 2026,
      period: 'm06',
      kind: 'daily',
      inspectors: '检查员',
    };
    const { app, tenant } = actor;
    const regulator = { ...actor, tokens: await signIn(app, tenant, 'regulator') };
    const { id } = await does(regulator, 'inspectionPlan.create', plan);
    return {
      id,
      title: '年度检查',
      checklistId: (await newList(actor)).id,
      inspectors: officers,
    };
  },
  'enforcement.get': async (actor) => ({ id: (await notice(actor)).id }),
  'enforcement.history': async (actor) => ({ id: (await notice(actor)).id }),
  'enforcement.paper': async (actor) => ({ id: (await notice(actor)).id }),
  'enforcement.pdf': async (actor) => ({ id: (await notice(actor)).id, at: 'http://127.0.0.1:8080' }),
  'enforcement.receive': async (actor) => ({ ...(await notice(actor)), receivedBy: '张三' }),
  'enforcement.reply': async (actor) => {
    const evidence = [await paperOf(actor)];
    return { ...(await received(actor)), replies: [{ key: 'a1', text: '已补充', evidence }] };
  },
  'enforcement.close': async (actor) => ({ ...(await replied(actor)), opinion: '同意办结' }),
  'enforcement.sendBack': async (actor) => ({ ...(await replied(actor)), reason: '证据不清晰' }),
  'enforcement.withdraw': async (actor) => ({ ...(await notice(actor)), reason: '企业信息有误' }),
  'enforcement.lift': async (actor) => {
    const measures = [{ kind: 'stop', scope: '一号车间' }];
    const items = [{ key: 'a1', text: '通风设施停用', clause: '《安全生产法》第三十六条' }];
    const one = await notice(actor, { kind: 'onSiteDecision', items, measures, inspectors: officers });
    // Removes the items, as if their dangers were accepted. Other suites test that.
    await actor.app.sql(`update enforcement set items = '[]' where id = $1`, [one.id]);
    return { ...one, reason: '隐患已销号，同意复产', files: [await paperOf(actor)] };
  },
};
