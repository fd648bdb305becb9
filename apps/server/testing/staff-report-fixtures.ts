// Valid inputs for calls about staff reports.
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}

async function head(actor: Actor): Promise<Actor> {
  if (actor.kind === 'entadmin') return actor;
  return { ...actor, kind: 'entadmin', tokens: await signIn(actor.app, actor.tenant, 'entadmin') };
}
const does = async ({ app, tokens }: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await sendCall(app, callNamed(app, name), input, { token: tokens.access_token }));

async function reportCode(actor: Actor) {
  const made = await does(await head(actor), 'staffReport.makeCode', { name: '一号车间门口', days: 30 });
  return { id: made.id, tenantId: actor.tenant.id, token: String(made['token']) };
}
const codeOf: Maker = async (actor) => {
  const { tenantId, token } = await reportCode(actor);
  return { tenantId, token };
};

/** Creates a staff report by another user, because reporters may not decide on their own reports. */
async function reported(actor: Actor): Promise<Made> {
  const { no } = await does(actor, 'staffReport.reportSend', {
    ...(await codeOf(actor)),
    matter: '配电箱门缺失',
    photos: [],
  });
  const [row] = await actor.app.sql<Made>('select id, version from staff_report where tenant_id = $1 and no = $2', [
    actor.tenant.id,
    no,
  ]);
  if (!row) throw new Error('the report is not there');
  return row;
}
const confirmation = { opinion: '现场核实属实', category: 'electric', foundPlace: '冲压车间' };
const confirmed = async (actor: Actor) =>
  does(actor, 'staffReport.confirm', { ...(await reported(actor)), ...confirmation });

export const staffReportFixtures: Record<string, Maker> = {
  'staffReport.confirm': async (actor) => ({ ...(await reported(actor)), ...confirmation }),
  'staffReport.reject': async (actor) => ({ ...(await reported(actor)), opinion: '现场核实不属实' }),
  'staffReport.reward': async (actor) => ({
    ...(await confirmed(actor)),
    rewardFen: 50_000,
    rewardReason: '及时发现隐患',
    rewardTo: '张三',
  }),
  'staffReport.close': async (actor) => ({ ...(await confirmed(actor)), reason: '本人职责范围内' }),
  'staffReport.totals': () => ({}),
  'staffReport.makeCode': () => ({ name: '一号车间门口', days: 30 }),
  'staffReport.revokeCode': async (actor) => ({ id: (await reportCode(actor)).id }),
  'staffReport.reportOpen': codeOf,
  'staffReport.reportPhoto': codeOf,
  'staffReport.reportSend': async (actor) => ({ ...(await codeOf(actor)), matter: '通道堆放杂物', photos: [] }),
};
