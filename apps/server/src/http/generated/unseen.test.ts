// Each call × field that takes a phone, a name or a code: what somebody beyond the caller's sight has, and what nobody has.
// Where the answers differ, the first has left a trace that is counted (S29, S95).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '@anlan/contract/http/dialect';
import { sendCall, type Answer } from '../../../testing/client.ts';
import { fieldsOf } from '../../../testing/fields.ts';
import { openTestApp } from '../../../testing/app.ts';
import { drawn } from '../../../testing/seeds.ts';
import { peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { freshPhone, fixtureOf } from '../../../testing/fixtures.ts';
import { freshCreditCode, makeTenant, setPhone, type Kind, type TestTenant } from '../../../testing/tenants.ts';

const app = await openTestApp();
// Who sees one enterprise, and who sees one district.
const kinds = ['entadmin', 'regulator'] as const;
let tenant: TestTenant;
let people: People;
let permits: Record<Kind, ReadonlySet<string>>;
/** Which fields may tell, what somebody unseen has there, and something that nobody has. */
let asked: { of: RegExp; hidden: string | (() => Promise<string>); free: () => string; reads?: true }[] = [];
let told = 0;

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
  // Somebody whom neither sees, who works there alone.
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
  // A call before may have written down their phone visible, where it tells of nobody unseen.
  const unseenPhone = async () => {
    const phone = freshPhone();
    await setPhone(app, tenant.id, tenant.people.entstaff, phone);
    return phone;
  };
  const word = () => `x${crypto.randomUUID().slice(0, 12)}`;
  asked = [
    { of: /phone|keyword/i, hidden: unseenPhone, free: freshPhone },
    { of: /username|keyword/i, hidden: 'entstaff', free: word },
    { of: /creditCode/i, hidden: tenant.creditCodes[3] ?? '', free: freshCreditCode },
    { of: /^code$/i, hidden: 'ELSE-1', free: word },
    // Whoever writes may give the same name, or use a code for something else.
    { of: /^code$|keyword/i, hidden: tenant.creditCodes[3] ?? '', free: freshCreditCode, reads: true },
    { of: /name|keyword/i, hidden: firm?.name ?? '', free: word, reads: true },
    { of: /name|keyword/i, hidden: `${tenant.mark}entstaff`, free: word, reads: true },
  ];
  app.clock.pass(6);
}, 120_000);
afterAll(async () => {
  await app.close();
});

/** What somebody can learn of an answer besides what they have just made. */
function gist({ status, json }: Answer): unknown {
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
  for (const { of, hidden: had, free, reads } of asked) {
    if ((reads && call.effect === 'write') || !of.test(where.key)) continue;
    const hidden = typeof had === 'string' ? had : await had();
    const other = free();
    if (!where.takes(hidden) || !where.takes(other)) continue;
    // An enterprise sees its own codes: what an earlier round wrote there with this one is taken back.
    await app.sql(
      `update equipment set code = left(id::text, 8) || right(id::text, 12) where tenant_id = $1 and code = $2`,
      [tenant.id, hidden],
    );
    const answers = [];
    for (const value of [hidden, other]) {
      const actor = await people.now(kind);
      // Who may not begin has nothing to say that could differ.
      const fixture = await fixtureOf(actor, name, call).catch(() => null);
      if (fixture === null) return;
      // How often a phone was written to is another count.
      await app.sql('delete from public_attempt');
      const before = await traces();
      const answer = await sendCall(app, call, { ...fixture.input, [where.key]: value }, fixture.sending);
      answers.push({ gist: gist(answer), counted: (await traces()) - before });
    }
    const [first, second] = answers;
    if (JSON.stringify(first?.gist) === JSON.stringify(second?.gist)) continue;
    told += 1;
    expect(first?.counted, `${name} as ${kind} with ${where.key}=${hidden}: ${JSON.stringify(answers)}`).toBe(1);
    // The next call begins with a count of its own.
    await app.sql(`delete from audit where tenant_id = $1 and call ~ '\\.findBy(Phone|Name|Code)$'`, [tenant.id]);
  }
}

test.each(drawn(named, 'UNSEEN_SEED'))(
  '$name tells of nobody unseen without a trace',
  async ({ name, call }) => {
    for (const kind of kinds)
      if (call.permit === 'signed-in' || permits[kind].has(call.permit))
        for (const field of fieldsOf(call)) if (field.place !== 'path') await differ(kind, name, call, field);
  },
  120_000,
);

// Of a sample of the calls there may be few.
test.runIf(process.env['DEEP'] === '1')('there are answers that tell', () => expect(told).toBeGreaterThan(4));
