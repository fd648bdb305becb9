// Pages offer what the server allows. Tests preset roles with and without the post: no offered act on a declared
// resource answers 403, and a creation that is not offered is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredResources } from '@anlan/contract/modules';
import { peopleOf, readPermits, type Actor, type People } from '../../../testing/actors.ts';
import { openTestApp } from '../../../testing/app.ts';
import { callNamed, dataOf, send, sendCall, trySignIn, type Answer, type Tokens } from '../../../testing/client.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { isDrawn } from '../../../testing/seeds.ts';
import { makePeople } from '../../../testing/staff.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;
interface Person {
  token: string;
  offered: ReadonlySet<string>;
}
const persons = new Map<string, Person>();
/** `clerk` signs in with the account of the safety manager, but does not have the post. */
const roles = ['regulator', 'admin', 'entadmin', 'safety', 'clerk', 'leader', 'entstaff'] as const;
const seedName = 'OFFERED_SEED';

function offeredTo(role: string, token: string, info: Answer): Person {
  const { permissions, withheld } = dataOf<{ permissions: string[]; withheld: string[] }>(info);
  const person = { token, offered: new Set(permissions.filter((one) => !withheld.includes(one))) };
  persons.set(role, person);
  return person;
}
async function personOf(role: string): Promise<Person> {
  const { token } = persons.get(role) ?? {};
  const info = await send(app, 'GET', '/upms/user/info', { token });
  if (info.status === 200) return offeredTo(role, token ?? '', info);
  // The accounts of employees (safety, leader) are no `Kind`, but sign in the same way.
  const { json } = await trySignIn(app, tenant.id, role as Kind);
  const fresh = (json as Tokens).access_token;
  return offeredTo(role, fresh, await send(app, 'GET', '/upms/user/info', { token: fresh }));
}

beforeAll(async () => {
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
  permits = await readPermits(app, tenant);
  await makePeople(app, tenant, [
    { postKind: 'head', account: 'entadmin', name: '周明舟' },
    { postKind: 'safetyManager', account: { username: 'safety', role: 'ROLE_ENT_SAFETY' }, name: '许静远' },
    { postKind: 'general', account: { username: 'clerk', role: 'ROLE_ENT_SAFETY' }, name: '何晓' },
    { postKind: 'teamLeader', account: { username: 'leader', role: 'ROLE_ENT_STAFF' }, name: '高志刚' },
    { postKind: 'general', account: 'entstaff', name: '沈安然' },
  ]);
}, 120_000);
afterAll(() => app.close());

/** Finds a test user to whom the page offers creation of a row of this resource. */
async function makerOf(permit: string): Promise<Actor | null> {
  const kind = (['entadmin', 'regulator', 'admin', 'shop'] as const).find((one) => permits[one].has(permit));
  return kind === undefined ? null : people.now(kind);
}

const created = declaredResources
  .map(({ resource }) => resource.name)
  .filter((name) => app.mounted.some((one) => one.name === `${name}.create`));
const acts = (name: string) =>
  app.mounted.filter((one) => one.name.startsWith(`${name}.`) && one.call.effect === 'write');

describe.each(created)('%s', (name) => {
  test.each(roles)('offers %s a new row exactly when the server accepts one', async (role) => {
    const call = callNamed(app, `${name}.create`);
    const maker = await makerOf(String(call.permit));
    if (maker === null) return;
    const { input } = await fixtureOf(maker, `${name}.create`, call);
    const { token, offered } = await personOf(role);
    const { status, text } = await sendCall(app, call, input, { token });
    expect([offered.has(String(call.permit)), text]).toEqual([status !== 403, expect.anything()]);
  });

  // npm test draws an eighth (OFFERED_SEED); DEEP=1 runs all.
  test.runIf(isDrawn(name, seedName)).each(roles)('offers %s no act that the server refuses', async (role) => {
    const read = callNamed(app, `${name}.get`);
    const refused: string[] = [];
    for (const act of acts(name)) {
      const maker = await makerOf(String(act.call.permit));
      if (maker === null) continue;
      const { input, sending } = await fixtureOf(maker, act.name, act.call);
      const { token } = await personOf(role);
      const shown = await sendCall(app, read, { id: input['id'] }, { token });
      const verb = act.name.slice(name.length + 1);
      if (shown.status !== 200 || !dataOf<{ abilities: string[] }>(shown).abilities.includes(verb)) continue;
      const answer = await sendCall(app, act.call, input, { ...sending, token });
      if (answer.status === 403) refused.push(`${verb}: ${answer.text}`);
    }
    expect(refused).toEqual([]);
  });
});
