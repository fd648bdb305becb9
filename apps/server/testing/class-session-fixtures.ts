// Valid inputs for talks, meetings and classes.
import { dayOf } from '@anlan/contract/domain/instant';
import { createHash } from 'node:crypto';
import type { Actor } from './actors.ts';
import { callNamed, dataOf, sendCall, signIn } from './client.ts';
import { waitingFile } from './resource-test-data.ts';
import { makePeople } from './staff.ts';

type Maker = (actor: Actor) => Promise<Record<string, unknown>>;
interface Made extends Record<string, unknown> {
  id: string;
  version: number;
}
const enterpriseOf = ({ tokens, tenant }: Actor) => tokens.shop_id ?? tenant.enterpriseIds[0] ?? '';

/** Token of the enterprise's administrator. */
async function head({ app, tenant, kind, tokens }: Actor): Promise<string> {
  return kind === 'entadmin' ? tokens.access_token : (await signIn(app, tenant, 'entadmin')).access_token;
}
const does = async (actor: Actor, name: string, input: Record<string, unknown>) =>
  dataOf<Made>(await sendCall(actor.app, callNamed(actor.app, name), input, { token: await head(actor) }));

async function planned(actor: Actor): Promise<Made> {
  return does(actor, 'classSession.create', {
    enterpriseId: enterpriseOf(actor),
    kind: 'talk',
    topic: `班前会${createHash('sha256').update(crypto.randomUUID()).digest('hex').slice(0, 8)}`,
    place: '调度室',
    heldAt: `${dayOf(actor.app.clock.now())} 07:30:00`,
    minutes: 15,
    trainer: '王班长',
  });
}
const open = async (actor: Actor): Promise<Made> => does(actor, 'classSession.begin', await planned(actor));

/** Ends every class session of this employee, because nobody can attend two at once. */
const leave = ({ app, tenant }: Actor, employeeId: string) =>
  app.sql(
    `update class_session set status = 'ended', ended_at = now() where tenant_id = $1 and status = 'open'
       and id in (select session_id from class_attendance where employee_id = $2)`,
    [tenant.id, employeeId],
  );

async function ownRow({ app, tenant, tokens, kind }: Actor): Promise<string> {
  const [held] = await app.sql<{ id: string }>(
    `select id from employee where tenant_id = $1 and user_id = $2 and removed_at is null and status <> 'left'`,
    [tenant.id, tokens.user_id],
  );
  if (held) return held.id;
  const [made] = await makePeople(app, tenant, [
    { postKind: 'general', account: kind === 'entadmin' ? 'entadmin' : 'entstaff' },
  ]);
  return made?.id ?? '';
}

export const classSessionFixtures: Record<string, Maker> = {
  'classSession.begin': planned,
  'classSession.end': open,
  'classSession.code': async (actor) => ({ id: (await open(actor)).id }),
  'classSession.locate': async (actor) => ({ id: (await open(actor)).id, lng: 121.55, lat: 29.87, accuracy: 20 }),
  'classSession.roster': async (actor) => ({ id: (await open(actor)).id }),
  'classSession.sheet': async (actor) => ({ id: (await open(actor)).id }),
  'classSession.enter': async (actor) => {
    const [one] = await makePeople(actor.app, actor.tenant, [{ postKind: 'driver' }]);
    return { id: (await open(actor)).id, employeeIds: [one?.id] };
  },
  'classSession.arrive': async (actor) => {
    await leave(actor, await ownRow(actor));
    return { code: (await does(actor, 'classSession.code', { id: (await open(actor)).id }))['code'] };
  },
  'classSession.sign': async (actor) => {
    const employeeId = await ownRow(actor);
    await leave(actor, employeeId);
    const { id } = await open(actor);
    await does(actor, 'classSession.enter', { id, employeeIds: [employeeId] });
    const [row] = await actor.app.sql<{ id: string }>(
      'select id from class_attendance where session_id = $1 and employee_id = $2',
      [id, employeeId],
    );
    const kind = actor.kind === 'platform' ? 'regulator' : actor.kind;
    return { id: row?.id, signature: await waitingFile(actor.app, actor.tenant, 'evidence', kind) };
  },
};
