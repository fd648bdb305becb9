// Valid inputs for learning: a course of one page, a running training plan, and a learner with a task.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import { waitingFile } from './resource-test-data.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}
const enterpriseOf = ({ tokens, tenant }: Actor) => tokens.shop_id ?? tenant.enterpriseIds[0] ?? '';

async function head(actor: Actor): Promise<string> {
  const { app, tenant, kind, tokens } = actor;
  return kind === 'entadmin' ? tokens.access_token : (await signIn(app, tenant, 'entadmin')).access_token;
}
export const does = async (actor: Actor, name: string, input: Record<string, unknown>, token?: string) =>
  dataOf<Made>(await sendCall(actor.app, callNamed(actor.app, name), input, { token: token ?? (await head(actor)) }));

async function draft(actor: Actor, more: Record<string, unknown> = {}): Promise<Made> {
  const { app, tenant } = actor;
  const enterpriseId = enterpriseOf(actor);
  const file = await waitingFile(app, tenant, 'document', 'entadmin');
  await app.sql('update file set enterprise_id = $2 where id = $1', [file.id, enterpriseId]);
  const lessons = [{ key: 'l1', title: '操作规程', media: 'document', seconds: 60, file }];
  const title = `班前教育${crypto.randomUUID().slice(0, 8)}`;
  const course = await does(actor, 'course.create', { title, kind: 'routine', lessons });
  const today = dayOf(app.clock.now());
  return does(actor, 'trainingPlan.create', {
    title,
    kind: 'routine',
    startOn: today,
    endOn: '2200-01-15',
    audience: { everyone: false, postKinds: ['driver'], departments: [] },
    courses: [{ id: course.id, title }],
    hoursRequired: 0.01,
    ...more,
  });
}
const published = async (actor: Actor, more: Record<string, unknown> = {}) =>
  does(actor, 'trainingPlan.publish', await draft(actor, more));

async function ownEmployee(actor: Actor): Promise<string> {
  const { app, tenant, tokens } = actor;
  const enterpriseId = enterpriseOf(actor);
  const bound = await app.sql<{ id: string }>(
    `select id from employee where tenant_id = $1 and user_id = $2 and enterprise_id = $3 and removed_at is null`,
    [tenant.id, tokens.user_id, enterpriseId],
  );
  if (bound[0]) return bound[0].id;
  const phone = `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const values = {
    name: '李师傅',
    phone,
    department: '车队',
    postKind: 'driver',
    postName: '驾驶员',
    hiredOn: '2025-01-06',
  };
  const { id } = await does(actor, 'employee.create', values);
  await app.sql('update employee set user_id = $2 where id = $1', [id, tokens.user_id]);
  return id;
}

const bound = async (actor: Actor) => {
  await ownEmployee(actor);
  return {};
};

export async function ownTask(actor: Actor, more: Record<string, unknown> = {}): Promise<string> {
  const { app } = actor;
  const employeeId = await ownEmployee(actor);
  const { id: planId } = await published(actor, more);
  const [row] = await app.sql<{ id: string }>('select id from learning_task where plan_id = $1 and employee_id = $2', [
    planId,
    employeeId,
  ]);
  return row?.id ?? (await does(actor, 'learningTask.create', { planId, employeeId, dueOn: '2099-01-15' })).id;
}
const begun = async (actor: Actor) => {
  const sitting = await does(
    actor,
    'learning.begin',
    { id: await ownTask(actor), key: '1.l1' },
    actor.tokens.access_token,
  );
  return { id: sitting.id, nonce: String(sitting['nonce']) };
};
async function examTask(actor: Actor): Promise<string> {
  const questionInput = {
    form: 'judge',
    stem: `灭火器指针在绿区为正常${crypto.randomUUID()}`,
    answer: '对',
    kind: 'routine',
  };
  await does(actor, 'question.create', { ...questionInput, enterpriseId: enterpriseOf(actor) });
  const id = await ownTask(actor, { examCount: 1 });
  await actor.app.sql(`update learning_task set status = 'examPending' where id = $1`, [id]);
  return id;
}

async function taskAt(actor: Actor, status: string): Promise<Made> {
  const id = await ownTask(actor, { signRequired: true });
  const [row] = await actor.app.sql<{ version: number }>(
    `update learning_task set status = $2, hours = 1 where id = $1 returning version`,
    [id, status],
  );
  return { id, version: row?.version ?? 0 };
}
async function signed(actor: Actor): Promise<Made> {
  const { id } = await taskAt(actor, 'signPending');
  await does(actor, 'learning.sign', { id, signature: await signatureOf(actor) }, actor.tokens.access_token);
  const [row] = await actor.app.sql<{ version: number }>('select version from learning_task where id = $1', [id]);
  return { id, version: row?.version ?? 0 };
}
const signatureOf = async ({ app, tenant, kind, tokens }: Actor) => {
  const file = await waitingFile(app, tenant, 'evidence', kind === 'platform' ? 'regulator' : kind);
  if (tokens.shop_id) await app.sql('update file set enterprise_id = $2 where id = $1', [file.id, tokens.shop_id]);
  return file;
};
const linkTo = async (actor: Actor, name: 'trainingPlan' | 'learningTask') => {
  const id = name === 'trainingPlan' ? (await published(actor)).id : await ownTask(actor);
  return does(actor, `${name}.makeLink`, { id, days: 1 });
};
const secretOf = async (actor: Actor, name: 'trainingPlan' | 'learningTask') => ({
  tenantId: actor.tenant.id,
  token: (await linkTo(actor, name))['token'],
});

const signedByStaff = async (actor: Actor) => {
  const tokens = await signIn(actor.app, actor.tenant, 'entstaff');
  return { ...(await signed({ ...actor, kind: 'entstaff', tokens })), tokens };
};

export const learningFixtures: Record<string, Maker> = {
  'course.offered': () => ({}),
  'trainingPlan.publish': draft,
  'trainingPlan.end': async (actor) => published(actor),
  'trainingPlan.archive': async (actor) => does(actor, 'trainingPlan.end', await published(actor)),
  'learningTask.exempt': async (actor) => {
    // The task belongs to another user, because nobody may exempt themself.
    const id = await ownTask({ ...actor, tokens: { ...actor.tokens, user_id: actor.tenant.people.entstaff } });
    const [row] = await actor.app.sql<{ version: number }>('select version from learning_task where id = $1', [id]);
    return { id, version: row?.version, exemptReason: '已在原单位培训' };
  },
  'learningTask.revoke': async (actor) => ({ ...(await signed(actor)), revokeReason: '他人代学' }),
  'trainingPlan.sheet': async (actor) => ({ id: (await published(actor)).id }),
  'learningTask.cards': async (actor) => {
    const [row] = await actor.app.sql<{ id: string }>('select employee_id as id from learning_task where id = $1', [
      await ownTask(actor, { kind: 'preJob', level: 'company' }),
    ]);
    return { ids: [row?.id] };
  },
  'trainingPlan.links': async (actor) => ({ id: (await published(actor)).id }),
  'trainingPlan.makeLink': async (actor) => ({ id: (await published(actor)).id, days: 7 }),
  'trainingPlan.revokeLink': async (actor) => ({ id: (await linkTo(actor, 'trainingPlan')).id }),
  'learningTask.links': async (actor) => ({ id: await ownTask(actor) }),
  'learningTask.makeLink': async (actor) => ({ id: await ownTask(actor), days: 1 }),
  'learningTask.revokeLink': async (actor) => ({ id: (await linkTo(actor, 'learningTask')).id }),
  'learning.trainingOpen': (actor) => secretOf(actor, 'trainingPlan'),
  'learning.personageOpen': (actor) => secretOf(actor, 'learningTask'),
  'learning.sign': async (actor) => ({
    id: (await taskAt(actor, 'signPending')).id,
    signature: await signatureOf(actor),
  }),
  // Every user may open a certificate. The learner is a staff user.
  'learning.certificateOpen': async (actor) => {
    const { id, tokens } = await signedByStaff(actor);
    const task = await does(actor, 'learning.open', { id }, tokens.access_token);
    const { code } = task['certificate'] as { code: string };
    return { tenantId: actor.tenant.id, code };
  },
  'learning.certificatePdf': async (actor) => ({ id: (await signed(actor)).id, at: 'http://127.0.0.1:8080' }),
  'learningTask.certificatePdf': async (actor) => ({
    id: (await signedByStaff(actor)).id,
    at: 'http://127.0.0.1:8080',
  }),
  'learning.mine': () => ({}),
  'learning.record': bound,
  'learning.share': bound,
  'learning.unshare': bound,
  'learning.open': async (actor) => ({ id: await ownTask(actor) }),
  'learning.begin': async (actor) => ({ id: await ownTask(actor), key: '1.l1' }),
  'learning.beat': async (actor) => ({ ...(await begun(actor)), seq: 1, from: 0, to: 1_000 }),
  'learning.media': async (actor) => ({ id: (await begun(actor)).id }),
  'learning.examBegin': async (actor) => ({ id: await examTask(actor) }),
  'learning.examReview': async (actor) => ({ id: await examTask(actor) }),
  'learning.examSubmit': async (actor) => ({
    id: (await does(actor, 'learning.examBegin', { id: await examTask(actor) }, actor.tokens.access_token)).id,
    answers: [],
  }),
};
