// CA-13: the state machine of enterprises over HTTP, from every state, by every kind of user. A permitted user
// succeeds or gets the reason. Another user is refused before the state check. Also tries acts that do not change the
// state.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterpriseStatus, type EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { actorOf } from '../../testing/actors.ts';
import { callNamed, dataOf, sendCall, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  await app.sql(`update enterprise set region_code = '330108', town_code = null where tenant_id = $1`, [tenant.id]);
});
afterAll(() => app.close());

type Status = EnterpriseStatus;
const states = Object.keys(enterpriseStatus) as Status[];
const reason = '资料不全，请补充后再办理';
const open = ['draft', 'rejected', 'underReview', 'active', 'suspended'] as const;
interface Act {
  with: Record<string, unknown>;
  from: readonly Status[];
  /** Target status; null when the status stays. */
  to: Status | null;
}
const acts: Readonly<Record<string, Act>> = {
  activate: { with: {}, from: ['draft'], to: 'active' },
  submit: { with: {}, from: ['draft', 'rejected'], to: 'underReview' },
  withdraw: { with: {}, from: ['underReview'], to: 'draft' },
  approve: { with: {}, from: ['underReview'], to: 'active' },
  reject: { with: { reason }, from: ['underReview'], to: 'rejected' },
  suspend: { with: { kind: 'production', fromOn: '2026-03-01', reason }, from: ['active'], to: 'suspended' },
  resume: { with: { checklist: Object.keys(resumeChecks) }, from: ['suspended'], to: 'active' },
  close: { with: { reason: 'shutDown', closedOn: '2026-03-01' }, from: ['active', 'suspended'], to: 'closed' },
  merge: { with: {}, from: open, to: 'closed' },
  update: { with: { headcount: 5 }, from: open, to: null },
  transfer: { with: { regionCode: '330108', reason }, from: open, to: null },
  remove: { with: {}, from: ['draft', 'rejected'], to: null },
};
const all = Object.keys(acts);

async function reach(dsType: string, organ: string | null) {
  const where = `where tenant_id = $1 and code = 'ROLE_REGULATOR'`;
  await app.sql(`update role set data_scope = $2 ${where}`, [tenant.id, dsType]);
  await app.sql(`update organ set region_code = $2 where tenant_id = $1`, [tenant.id, organ]);
  // Longer than the cache time of principals.
  app.clock.pass(6);
}
const permitted = (how: 'with' | 'without', permit: string) =>
  app.sql(
    how === 'without'
      ? `delete from role_permit p using role r where r.tenant_id = $1 and r.code = 'ROLE_REGULATOR'
           and p.tenant_id = r.tenant_id and p.role_id = r.id and p.permit = $2`
      : `insert into role_permit (tenant_id, role_id, permit)
           select tenant_id, id, $2 from role where tenant_id = $1 and code = 'ROLE_REGULATOR' on conflict do nothing`,
    [tenant.id, permit],
  );

const inside = (kind: Kind, at: number) => async () =>
  (await signIn(app, tenant, kind, { shopId: tenant.enterpriseIds[at] })).access_token;
const kindOf = (kind: Kind) => async () => (await signIn(app, tenant, kind)).access_token;
/** Index of the enterprise that has staff users, and of one without. */
const [own, nobodys] = [0, 3];

interface Somebody {
  who: string;
  may: readonly string[];
  refused?: readonly number[];
  token: () => Promise<string | undefined>;
  /** Index of the enterprise in `tenant.enterpriseIds`. */
  at?: number;
  submitted?: true;
  onlyLooks?: true;
  before?: () => Promise<unknown>;
  after?: () => Promise<unknown>;
}
const keeping = ['update', 'remove'];
const authority = ['activate', 'approve', 'reject', 'suspend', 'resume', 'close', 'merge', 'transfer', ...keeping];
const regulator = kindOf('regulator');
const people: Somebody[] = [
  { who: 'a regulator with the permit to audit', may: authority, token: regulator },
  { who: 'the administrator of the tenant', may: authority, token: kindOf('admin') },
  {
    who: 'a regulator limited to this district',
    may: authority,
    token: regulator,
    before: () => reach('2', '330108'),
    after: () => reach('0', null),
  },
  {
    who: 'a regulator limited to another district',
    may: [],
    refused: [403, 404],
    token: regulator,
    before: () => reach('2', '330106'),
    after: () => reach('0', null),
  },
  {
    who: 'a regulator without the permit to audit',
    may: keeping,
    token: regulator,
    before: () => permitted('without', 'bus:enterprise:audit'),
    after: () => permitted('with', 'bus:enterprise:audit'),
  },
  {
    who: 'a regulator without the permit to stop work',
    may: authority.filter((act) => act !== 'suspend'),
    token: regulator,
    before: () => permitted('without', 'bus:enterprise:suspend'),
    after: () => permitted('with', 'bus:enterprise:suspend'),
  },
  {
    who: 'a regulator who asked for it (S33)',
    may: ['suspend', 'resume', 'close', 'merge', 'transfer', ...keeping],
    token: regulator,
    submitted: true,
  },
  {
    who: 'the head of the enterprise',
    may: ['submit', 'withdraw', 'suspend', 'update'],
    token: inside('entadmin', own),
    at: own,
  },
  {
    who: 'the head at work in another enterprise of theirs',
    may: [],
    refused: [403, 404],
    token: inside('entadmin', 1),
    at: own,
  },
  { who: 'other staff of the enterprise', may: [], token: inside('entstaff', own), at: own },
  { who: 'a shop user', may: [], token: kindOf('shop') },
  { who: 'somebody in the demonstration mode (S38)', may: [], token: kindOf('demo'), onlyLooks: true },
  { who: 'a regulator without a role', may: [], token: kindOf('nobody') },
  { who: 'the administrator of security', may: [], token: kindOf('security') },
  {
    who: 'the administrator of another tenant (S22)',
    may: [],
    refused: [403, 404],
    token: async () => (await signIn(app, other, 'admin')).access_token,
  },
  {
    who: 'the administrator of the platform, who has entered no tenant (S36)',
    may: [],
    token: async () => (await actorOf(app, tenant, 'platform')).tokens.access_token,
  },
  { who: 'nobody who signed in', may: [], refused: [401], token: () => Promise.resolve(undefined) },
];

interface Row {
  id: string;
  version: number;
  status: Status;
  removed: boolean;
  moves: number;
  traces: number;
}
async function put(at: number, status: Status, isSubmitted = false): Promise<Row> {
  const { admin, regulator: asker } = tenant.people;
  await app.sql(
    `update enterprise set status = $2, merged_into = null, removed_at = null, source = 'regulator', created_by = $3,
       officer_id = $3, submitted_by = $4 where id = $1`,
    [tenant.enterpriseIds[at] ?? '', status, admin, isSubmitted ? asker : null],
  );
  return rowAt(at);
}
async function rowAt(at: number): Promise<Row> {
  const [row] = await app.sql<Row>(
    `select id, version, status, removed_at is not null as removed,
       (select count(*)::int from enterprise_status_change c where c.enterprise_id = e.id) as moves,
       (select count(*)::int from audit a where a.object_id = e.id::text and a.outcome = 'done') as traces
       from enterprise e where id = $1`,
    [tenant.enterpriseIds[at] ?? ''],
  );
  if (!row) throw new Error('no such enterprise');
  return row;
}
const keptAt = 2;
async function inputOf(act: string, { id, version }: Row): Promise<Record<string, unknown>> {
  if (act === 'transfer') return { id, version, ...acts[act]?.with, officerId: tenant.people.regulator };
  if (act !== 'merge') return { id, version, ...acts[act]?.with };
  const keep = await put(keptAt, 'active');
  return { keepId: keep.id, keepVersion: keep.version, dropId: id, dropVersion: version };
}
const leads = (act: string, state: Status) => acts[act]?.from.includes(state) === true;

describe.each(people)(
  '$who',
  ({ may, refused = [403], token, at = nobodys, submitted: asked, onlyLooks, before, after }) => {
    let signedIn: string | undefined;
    beforeAll(async () => {
      await put(at, 'active');
      await before?.();
      signedIn = await token();
    });
    afterAll(async () => {
      await put(at, 'active');
      await after?.();
    });

    test.each(states)('gets the expected answer to every lifecycle step in the state %s', async (state) => {
      for (const act of all) {
        const seen = await put(at, state, asked);
        const call = callNamed(app, `enterprise.${act}`);
        const answer = await sendCall(app, call, await inputOf(act, seen), { token: signedIn });
        const left = await rowAt(at);
        const problem = [act, answer.status, answer.text].join(' ');
        const to = acts[act]?.to ?? null;
        if (may.includes(act) && leads(act, state)) {
          expect(answer.status, problem).toBe(200);
          expect(left, problem).toEqual({
            ...seen,
            status: to ?? state,
            removed: act === 'remove',
            version: seen.version + 1,
            traces: seen.traces + 1,
            moves: seen.moves + (to === null ? 0 : 1),
          });
          continue;
        }
        // When an enterprise is closed, the users of that enterprise lose their sessions.
        const isOut = state === 'closed' && at === own;
        const expected = isOut ? [401, 400, 403, 404] : may.includes(act) ? [400] : refused;
        expect(expected, problem).toContain(answer.status);
        expect(left, problem).toEqual(seen);
      }
    });

    test.skipIf(onlyLooks)('is offered exactly the lifecycle steps that the server would accept', async () => {
      for (const state of states.filter((each) => each !== 'closed' || at !== own)) {
        const { id } = await put(at, state, asked);
        const answer = await sendCall(app, callNamed(app, 'enterprise.get'), { id }, { token: signedIn });
        if (answer.status !== 200) {
          expect(may, answer.text).toEqual([]);
          continue;
        }
        const { abilities } = dataOf<{ abilities: string[] }>(answer);
        expect(
          all.filter((act) => abilities.includes(act)),
          state,
        ).toEqual(all.filter((act) => may.includes(act) && leads(act, state)));
      }
    });

    test.skipIf(asked)('cannot use a bulk action for a lifecycle step that is refused for one enterprise', async () => {
      const { id } = await put(at, 'active');
      const words = { ...acts['resume']?.with, ...acts['close']?.with };
      for (const action of ['activate', 'approve', 'suspend', 'resume', 'close'].filter((act) => !may.includes(act))) {
        const input = { action, ids: [id], ...words, ...acts[action]?.with };
        const answer = await sendCall(app, callNamed(app, 'enterprise.bulk'), input, { token: signedIn });
        expect(refused, [action, answer.status, answer.text].join(' ')).toContain(answer.status);
      }
    });
  },
);
