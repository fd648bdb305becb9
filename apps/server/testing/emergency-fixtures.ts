// Valid inputs for emergency plans, drills and accidents.
import { actorOf, type Actor } from './actors.ts';
import { callNamed, dataOf, sendCall } from './client.ts';
import { declaredNamed, valuesFor, waitingFile } from './resource-test-data.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}
const lessons = { cause: '没有锁紧', liability: '按制度处理', measures: '补齐防护', education: '全员学习' };
const paper = async ({ app, tenant, kind }: Actor) => [
  await waitingFile(app, tenant, 'evidence', kind === 'platform' ? 'regulator' : kind),
];

async function rowIn(actor: Actor, name: string, set: Record<string, unknown> = {}): Promise<Made> {
  const { app, tenant, tokens } = actor;
  const keeper = actor.kind === 'entadmin' ? actor : await actorOf(app, tenant, 'entadmin');
  const input = {
    ...(await valuesFor(app, tenant, declaredNamed(name), 'entadmin')),
    enterpriseId: tokens.shop_id ?? tenant.enterpriseIds[0],
  };
  const made = dataOf<Made>(
    await sendCall(app, callNamed(app, `${name}.create`), input, { token: keeper.tokens.access_token }),
  );
  const table = name === 'emergencyPlan' ? 'emergency_plan' : name;
  for (const [column, value] of Object.entries(set))
    await app.sql(`update ${table} set ${column} = $2 where id = $1`, [made.id, value]);
  return { id: made.id, version: made.version };
}
const effective = { status: 'effective', issued_on: '2026-01-01' };
const investigating = (more: Record<string, unknown> = {}) => ({ status: 'investigating', ...more });

export const emergencyFixtures: Record<string, Maker> = {
  'emergencyPlan.publish': async (actor) =>
    rowIn(actor, 'emergencyPlan', { papers: JSON.stringify(await paper(actor)) }),
  'emergencyPlan.file': async (actor) => ({
    ...(await rowIn(actor, 'emergencyPlan', effective)),
    filedOn: '2026-02-02',
    filingNo: 'YA2026-1',
    files: await paper(actor),
  }),
  'emergencyPlan.assess': async (actor) => ({
    ...(await rowIn(actor, 'emergencyPlan', effective)),
    assessedOn: '2026-02-02',
    reason: '预案可行',
  }),
  'emergencyPlan.revise': async (actor) => ({
    ...(await rowIn(actor, 'emergencyPlan', effective)),
    issuedOn: '2026-02-02',
    papers: await paper(actor),
    reason: '调整组织机构',
  }),
  'emergencyPlan.withdraw': async (actor) => ({
    ...(await rowIn(actor, 'emergencyPlan', effective)),
    reason: '已有新预案',
  }),
  'drill.hold': async (actor) => ({
    ...(await rowIn(actor, 'drill')),
    heldOn: '2026-02-02',
    people: 12,
    summary: '报警、疏散、清点',
  }),
  'drill.evaluate': async (actor) => ({
    ...(await rowIn(actor, 'drill', { status: 'held' })),
    evaluation: '响应及时',
    improvement: '补充通讯方式',
  }),
  'drill.cancel': async (actor) => ({ ...(await rowIn(actor, 'drill')), reason: '天气原因' }),
  'accident.investigate': async (actor) => ({ ...(await rowIn(actor, 'accident')), reason: '组成调查组' }),
  ...Object.fromEntries(
    Object.entries(lessons).map(([key, words]): [string, Maker] => [
      `accident.${key}`,
      async (actor) => ({ ...(await rowIn(actor, 'accident', investigating())), [key]: words }),
    ]),
  ),
  'accident.close': async (actor) => ({
    ...(await rowIn(actor, 'accident', investigating(lessons))),
    reason: '同意结案',
  }),
  'accident.reopen': async (actor) => ({
    ...(await rowIn(actor, 'accident', { status: 'closed' })),
    reason: '有新的证据',
  }),
};
