// Every writing call on a visit of the platform to a tenant that lets it write: afterwards there is no new way in (S94).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declared } from '@anlan/contract/modules';
import { sendCall } from '../../../testing/client.ts';
import { openTestApp } from '../../../testing/app.ts';
import { drawn } from '../../../testing/seeds.ts';
import { kindFor, peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { rowsOf } from '../../../testing/snapshots.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../testing/tenants.ts';
import { impersonatedFrom } from '../../../testing/visitor.ts';
import { queuesOver, workOver } from '../../../testing/work.ts';

const app = await openTestApp();
const writing = app.mounted.filter(({ call }) => call.effect === 'write' && call.permit !== 'public');
let tenant: TestTenant;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;
let impersonator: Awaited<ReturnType<typeof impersonatedFrom>>;
beforeAll(async () => {
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
  permits = await readPermits(app, tenant);
  impersonator = await impersonatedFrom(app, tenant);
}, 120_000);
afterAll(() => app.close());

// What a tenant works with. Every other table may hold a way in, and so may a table that is new.
const work = new Set(
  [
    'announcement announcement_read announcement_tally announcement_target archive_due archive_state client_error',
    'company_lookup company_lookup_count content_agreement counter dictionary dictionary_item',
    'enterprise enterprise_color_month enterprise_fact enterprise_status_change enterprise_tag enterprise_total file',
    'file_use fresh live_frame own_todo region resource_history risk_rule score_day score_due tenant_setting todo topic_entry topic_task',
    // Money and its books: whoever pays or is paid back comes in nowhere.
    'balance_check bill_day bill_difference membership membership_notice order_ledger order_refund pay_attempt',
    // The visit itself, which ends within the hour.
    'tenant_entry',
    ...declared.map(({ resource }) => resource.table),
  ].flatMap((names) => names.split(' ')),
);
/** Everything of the tenant by which somebody may come in, or come to more: accounts, bindings, roles, factors, hosts. */
async function waysIn() {
  const rows = await rowsOf(app, tenant.id, work);
  const tokens = await app.sql<{ id: string }>(
    `select id::text from session where tenant_id = $1 union all select id from oauth_client order by 1`,
    [tenant.id],
  );
  return new Map([...rows, ['session', tokens.map(({ id }) => id)]]);
}

test('there are calls of both kinds', () => {
  expect(writing.length).toBeGreaterThan(80);
  expect(writing.filter(({ call }) => call.impersonation).length).toBeGreaterThan(20);
});

test.each(drawn(writing, 'VISIT_SEED'))(
  '$name leaves no way in behind',
  async ({ name, call }) => {
    const maker = await people.now(kindFor(call, permits));
    const { input, sending } = await fixtureOf(maker, name, call);
    await workOver(app, tenant.id);
    // Shops get their accounts some time later; scores are no way in, and would take a second each.
    await queuesOver(app, tenant.id, ['score.due', 'score.tenant']);
    // What ends the visitor's own session is no act inside the tenant.
    if (!(await impersonator.isInside())) impersonator = await impersonatedFrom(app, tenant);
    const before = await waysIn();
    const answer = await sendCall(app, call, input, impersonator.sending(sending));
    // What is said to be allowed is; a removal is undone by whoever removed.
    if (call.impersonation)
      expect([answer.status, answer.text]).toEqual([name === 'enterprise.restore' ? 404 : 200, expect.anything()]);
    expect(answer.status, answer.text).toBeLessThan(500);
    await workOver(app, tenant.id);
    const after = await waysIn();
    for (const [table, rows] of before) expect(after.get(table), `${name} ${table}`).toEqual(rows);
  },
  60_000,
);

describe('what a visitor may', () => {
  test('is reading, and whatever some call allows on a visit: no page offers them what every call refuses', async () => {
    impersonator = await impersonatedFrom(app, tenant);
    const open = app.mounted.filter(({ call }) => call.impersonation || call.effect === 'read');
    const allowed = new Set(open.map(({ call }) => call.permit as string));
    const held = await impersonator.permits();
    expect(held.length).toBeGreaterThan(20);
    expect(held.filter((permit) => !/:(index|get)$/.test(permit) && !allowed.has(permit))).toEqual([]);
  });
});
