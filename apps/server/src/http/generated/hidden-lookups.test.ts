// Tests each input field of each call with a phone, a name or a credit code. Sends a value of a person outside the
// caller's scope, and an unused value. Where the answers differ, the server must audit and count the lookup (S29,
// S95).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '@anlan/contract/http/call-table';
import { sendCall, type Answer } from '../../../testing/client.ts';
import { fieldsOf } from '../../../testing/fields.ts';
import { openTestApp } from '../../../testing/app.ts';
import { drawn } from '../../../testing/seeds.ts';
import { peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { freshPhone, fixtureOf } from '../../../testing/fixtures.ts';
import { freshCreditCode, makeTenant, setPhone, type Kind, type TestTenant } from '../../../testing/tenants.ts';

const app = await openTestApp();
// `entadmin` sees one enterprise, `regulator` one district.
const kinds = ['entadmin', 'regulator'] as const;
let tenant: TestTenant;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;
let probes: { of: RegExp; hidden: string | (() => Promise<string>); free: () => string; reads?: true }[] = [];
let leakCount = 0;

beforeAll(async () => {
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
  permits = await readPermits(app, tenant);
  const [, , , hidden = ''] = tenant.enterpriseIds;
  await app.sql(
    `update enterprise set region_code = case id when $2 then '330212' else '330108' end where tenant_id = $1`,
    [tenant.id, hidden],
  );
  await app.sql(
    `with limited as (update role set data_scope = '1' where tenant_id = $1 and code = 'ROLE_REGULATOR' returning id)
     insert into role_region select $1, id, '330108' from limited`,
    [tenant.id],
  );
  // Moves the unseen person to an enterprise outside both scopes.
  await app.sql(`update user_enterprise set enterprise_id = $3 where tenant_id = $1 and user_id = $2`, [
    tenant.id,
    tenant.people.entstaff,
    hidden,
  ]);
  await app.sql(
    `insert into station (tenant_id, id, enterprise_id, code, name, kind, region_code, address, manager_name,
       manager_phone, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, 'ELSE-1', '别处的站点', 'passenger', '330108', '路', '周', '139****0000', now(), now())`,
    [tenant.id, hidden],
  );
  const [firm] = await app.sql<{ name: string }>('select name from enterprise where id = $1', [hidden]);
  // Uses a new phone of the unseen person each time. An earlier call may have stored the old phone elsewhere.
  const unseenPhone = async () => {
    const phone = freshPhone();
    await setPhone(app, tenant.id, tenant.people.entstaff, phone);
    return phone;
  };
  const word = () => `x${crypto.randomUUID().slice(0, 12)}`;
  probes = [
    { of: /phone|keyword/i, hidden: unseenPhone, free: freshPhone },
    { of: /username|keyword/i, hidden: 'entstaff', free: word },
    { of: /creditCode/i, hidden: tenant.creditCodes[3] ?? '', free: freshCreditCode },
    { of: /^code$/i, hidden: 'ELSE-1', free: word },
    // `reads`: only read calls. A write may legally repeat a name, or use a credit code for something else.
    { of: /^code$|keyword/i, hidden: tenant.creditCodes[3] ?? '', free: freshCreditCode, reads: true },
    { of: /name|keyword/i, hidden: firm?.name ?? '', free: word, reads: true },
    { of: /name|keyword/i, hidden: `${tenant.mark}entstaff`, free: word, reads: true },
  ];
  app.clock.pass(6);
}, 120_000);
afterAll(async () => {
  await app.close();
});

/** The part of an answer that can reveal data, without the caller's own new row. */
function revealedPart({ status, json }: Answer): unknown {
  const { msg, data } = (json ?? {}) as { msg?: unknown; data?: unknown };
  const { total, exists } = Object(data) as { total?: number; exists?: boolean };
  return { status, msg, total, exists, rows: Array.isArray(data) ? data.length : Object(data) === data ? null : data };
}
const traces = async () =>
  Number(
    (
      await app.sql<{ found: string }>(
        `select count(*) as found from audit where tenant_id = $1 and call ~ '\\.findBy(Phone|Name|Code)$'`,
        [tenant.id],
      )
    )[0]?.found,
  );

const named = app.mounted.filter(
  ({ call }) =>
    call.permit !== 'public' &&
    fieldsOf(call).some(({ key, place }) => place !== 'path' && /phone|name|code|keyword/i.test(key)),
);

async function differ(
  kind: (typeof kinds)[number],
  name: string,
  call: Call,
  where: { key: string; takes: (value: unknown) => boolean },
) {
  for (const { of, hidden: had, free, reads } of probes) {
    if ((reads && call.effect === 'write') || !of.test(where.key)) continue;
    const hidden = typeof had === 'string' ? had : await had();
    const other = free();
    if (!where.takes(hidden) || !where.takes(other)) continue;
    // Overwrites the equipment codes of an earlier round, because an enterprise sees the codes of its own equipment.
    await app.sql(
      `update equipment set code = left(id::text, 8) || right(id::text, 12) where tenant_id = $1 and code = $2`,
      [tenant.id, hidden],
    );
    const answers = [];
    for (const value of [hidden, other]) {
      const actor = await people.now(kind);
      // A user who cannot prepare the call gets no answer, so no answers can differ.
      const fixture = await fixtureOf(actor, name, call).catch(() => null);
      if (fixture === null) return;
      // Clears the counter of messages to a phone.
      await app.sql('delete from public_attempt');
      const before = await traces();
      const answer = await sendCall(app, call, { ...fixture.input, [where.key]: value }, fixture.sending);
      answers.push({ gist: revealedPart(answer), counted: (await traces()) - before });
    }
    const [first, second] = answers;
    if (JSON.stringify(first?.gist) === JSON.stringify(second?.gist)) continue;
    leakCount += 1;
    expect(first?.counted, `${name} as ${kind} with ${where.key}=${hidden}: ${JSON.stringify(answers)}`).toBe(1);
    // Clears the lookup counter for the next call.
    await app.sql(`delete from audit where tenant_id = $1 and call ~ '\\.findBy(Phone|Name|Code)$'`, [tenant.id]);
  }
}

test.each(drawn(named, 'UNSEEN_SEED'))(
  'reveals no person outside the data scope through $name without an audit row',
  async ({ name, call }) => {
    for (const kind of kinds)
      if (call.permit === 'signed-in' || permits[kind].has(call.permit))
        for (const field of fieldsOf(call)) if (field.place !== 'path') await differ(kind, name, call, field);
  },
  120_000,
);

// Runs only with DEEP=1, because a sample of the calls may contain too few lookups.
test.runIf(process.env['DEEP'] === '1')('finds answers that reveal people', () => expect(leakCount).toBeGreaterThan(4));
