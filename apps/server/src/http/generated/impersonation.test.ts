// S94: runs every write call during an impersonation with write access. Afterwards no new way to sign in may exist.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredResources } from '@anlan/contract/modules';
import { sendCall } from '../../../testing/client.ts';
import { openTestApp } from '../../../testing/app.ts';
import { drawn } from '../../../testing/seeds.ts';
import { kindFor, peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { rowsOf } from '../../../testing/snapshots.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../testing/tenants.ts';
import { enterAsPlatform } from '../../../testing/impersonation.ts';
import { queuesOver, workOver } from '../../../testing/wait-for-jobs.ts';

const app = await openTestApp();
const writing = app.mounted.filter(({ call }) => call.effect === 'write' && call.permit !== 'public');
let tenant: TestTenant;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;
let impersonator: Awaited<ReturnType<typeof enterAsPlatform>>;
beforeAll(async () => {
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
  permits = await readPermits(app, tenant);
  impersonator = await enterAsPlatform(app, tenant);
}, 120_000);
afterAll(() => app.close());

// Business tables of a tenant. Any other table, also a new one, may hold a way to sign in.
const work = new Set(
  [
    'announcement announcement_read announcement_tally announcement_target archive_due archive_state client_error',
    'company_lookup company_lookup_count content_agreement counter dictionary dictionary_item',
    'enterprise enterprise_color_month enterprise_fact enterprise_status_change enterprise_tag enterprise_total file',
    'file_use fresh live_frame own_todo region resource_history risk_rule score_day score_due tenant_setting todo topic_entry topic_task',
    // Tables of payments and ledgers. Their rows give nobody access.
    'balance_check bill_day bill_difference membership membership_notice order_ledger order_refund pay_attempt',
    // Table of the impersonations. An impersonation ends within an hour, so a row gives no lasting access.
    'tenant_entry',
    ...declaredResources.map(({ resource }) => resource.table),
  ].flatMap((names) => names.split(' ')),
);
/** Tenant rows that give access or more rights: accounts, bindings, roles, factors, hosts. */
async function waysIn() {
  const rows = await rowsOf(app, tenant.id, work);
  const tokens = await app.sql<{ id: string }>(
    `select id::text from session where tenant_id = $1 union all select id from oauth_client order by 1`,
    [tenant.id],
  );
  return new Map([...rows, ['session', tokens.map(({ id }) => id)]]);
}

test('finds calls that impersonation allows and calls that impersonation forbids', () => {
  expect(writing.length).toBeGreaterThan(80);
  expect(writing.filter(({ call }) => call.impersonation).length).toBeGreaterThan(20);
});

test.each(drawn(writing, 'VISIT_SEED'))(
  'leaves no new way to sign in after $name during impersonation',
  async ({ name, call }) => {
    const maker = await people.now(kindFor(call, permits));
    const { input, sending } = await fixtureOf(maker, name, call);
    await workOver(app, tenant.id);
    // Runs the jobs that create accounts of shops. Skips the score jobs, which give no access and take a second each.
    await queuesOver(app, tenant.id, ['score.due', 'score.tenant']);
    // Enters the tenant again after a call that ended the impersonation session.
    if (!(await impersonator.isInside())) impersonator = await enterAsPlatform(app, tenant);
    const before = await waysIn();
    const answer = await sendCall(app, call, input, impersonator.sending(sending));
    // Calls that allow impersonation succeed. Exception: only the user who removed an enterprise can restore it.
    if (call.impersonation)
      expect([answer.status, answer.text]).toEqual([name === 'enterprise.restore' ? 404 : 200, expect.anything()]);
    expect(answer.status, answer.text).toBeLessThan(500);
    await workOver(app, tenant.id);
    const after = await waysIn();
    for (const [table, rows] of before) expect(after.get(table), `${name} ${table}`).toEqual(rows);
  },
  60_000,
);

describe('permits of a platform user inside a tenant', () => {
  test('are only read permits and permits of calls that impersonation allows', async () => {
    impersonator = await enterAsPlatform(app, tenant);
    const open = app.mounted.filter(({ call }) => call.impersonation || call.effect === 'read');
    const allowed = new Set(open.map(({ call }) => call.permit as string));
    const held = await impersonator.permits();
    expect(held.length).toBeGreaterThan(20);
    expect(held.filter((permit) => !/:(index|get)$/.test(permit) && !allowed.has(permit))).toEqual([]);
  });
});
