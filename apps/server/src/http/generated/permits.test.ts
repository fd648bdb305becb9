// Tests every mounted call: G2 (permits), G4 (input fields that only the server may set) and G5 (sorting, filtering,
// paging).
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findListCapabilities, type Call } from '@anlan/contract/http/call-table';
import { createRandom } from '#kernel/random.ts';
import { edges } from '#modules/enterprise/lifecycle/rules.ts';
import { send, sendCall, signIn, type Sending } from '../../../testing/client.ts';
import { fieldsOf, isList } from '../../../testing/fields.ts';
import { openTestApp } from '../../../testing/app.ts';
import { rowsOf } from '../../../testing/snapshots.ts';
import { kindFor, peopleOf, readPermits, type People } from '../../../testing/actors.ts';
import { drawn, saltOf, seedOf } from '../../../testing/seeds.ts';
import { fixtureOf } from '../../../testing/fixtures.ts';
import { makeTenant, type Kind, type TestTenant } from '../../../testing/tenants.ts';
import { auditSince } from '../../../testing/audit-checks.ts';

const deep = process.env['DEEP'] === '1';
const seed = seedOf('PERMIT_SEED');
/** Draws `count` items for a call by the seed. DEEP=1 takes all items. */
const some = <T>(items: readonly T[], count: number, name: string): readonly T[] => {
  if (deep || items.length <= count) return items;
  const random = createRandom(seed, saltOf(name));
  const drawn = items.map((item) => ({ item, at: random.next() })).sort((left, right) => left.at - right.at);
  return drawn.slice(0, count).map(({ item }) => item);
};

const app = await openTestApp();
const calls = app.mounted;
let tenant: TestTenant;
let permits: Record<Kind, ReadonlySet<string>>;
const kinds = ['admin', 'regulator', 'security', 'entadmin', 'entstaff', 'shop', 'demo', 'nobody'] as const;
let people: People;
beforeAll(async () => {
  console.log(`G2, G4, G5: seed ${seed} (PERMIT_SEED=${seed} repeats it)`);
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
  permits = await readPermits(app, tenant);
});
afterAll(() => app.close());

const bareOf = (call: Call) =>
  Object.fromEntries(fieldsOf(call).flatMap(({ key, place }) => (place === 'path' ? [[key, idFor(call)]] : [])));
const idFor = (call: Call) =>
  call.id === 'tenant' ? '1' : call.id === 'word' ? 'enterpriseStatus' : '01a00000-0000-7000-8000-000000000000';

describe('G2 permits', () => {
  /** Every call that answers without a token. A new entry here needs a decision. */
  const publicCalls = [
    'access.frameDocument company.byApplicant contentInfo.byType danger.repairNote danger.repairOpen danger.repairPhoto dictionary.grey',
    'dictionary.industryTree dictionary.regionChildren dictionary.regionSearch enterprise.apply',
    'enterprise.applyAgain enterprise.applyCheck enterprise.applyChoices enterprise.applyForm',
    'enterprise.applyProof enterprise.applyState enterprise.applyUpload enterprise.applyWithdraw',
    'file.signed goods.open goods.picture learning.certificateOpen learning.personageOpen learning.trainingOpen pageDesign.file pageDesign.found pageDesign.show session.appCode session.captcha session.config session.directoryCode',
    'session.directoryDoor session.directoryProve session.directorySignIn session.phoneSignIn',
    'session.refresh session.secondStep session.signIn session.thirdSignIn session.thirdStart',
    'session.ways shop.apply shop.applyState sms.check sms.send staffReport.reportOpen staffReport.reportPhoto',
    'staffReport.reportSend tenant.byHost tenant.byHostName tenant.list tenant.logo',
    'tenant.outside tenant.outsidePage user.findPhone user.linkOpen user.linkSet user.register',
  ].flatMap((some) => some.split(' '));

  test('are required by all calls except the calls on the list of public calls', () => {
    const open = app.mounted.filter(({ call }) => call.permit === 'public').map(({ name }) => name);
    expect(open.sort()).toEqual(publicCalls);
  });

  const guarded = calls.filter(({ call }) => call.permit !== 'public');
  test.each(guarded)('answers 401 without sign-in and 403 without the permit: $name (S74)', async ({ name, call }) => {
    expect((await sendCall(app, call, bareOf(call))).status).toBe(401);
    const left = await auditSince(app, tenant.id);
    const expected: unknown[] = [];
    for (const kind of kinds) {
      const holds = call.permit === 'signed-in' || permits[kind].has(call.permit);
      const blocked = kind === 'demo' && !call.demo && (call.method !== 'GET' || call.effect === 'write');
      if (holds && !blocked) continue;
      const { tokens } = await people.signedIn(kind);
      const answer = await sendCall(app, call, bareOf(call), { token: tokens.access_token });
      expect(answer.status, kind).toBe(403);
      const [msg, data] = holds ? ['演示账号，不能操作。', '演示环境'] : ['当前操作没有权限', null];
      expect(answer.json).toEqual({ code: 1, msg, data });
      expected.push([tenant.people[kind], name, 'failed', holds ? expect.any(String) : 'denied']);
    }
    // Ignores audit rows of successful calls, because the call may have signed somebody in.
    const rows = (await left()).filter((row) => row.outcome !== 'done');
    expect(rows.map(({ user_id, call: of, outcome, note }) => [user_id, of, outcome, note])).toEqual(expected);
  });

  test('answers 401 within two seconds to a locked account or a frozen tenant', async () => {
    const other = await makeTenant(app);
    const locked = await signIn(app, other, 'regulator');
    const frozen = await signIn(app, other, 'admin');
    const everywhere = async (token: string) => {
      for (const { name, call } of guarded)
        expect((await sendCall(app, call, bareOf(call), { token })).status, name).toBe(401);
    };
    await app.sql(`update app_user set lock_flag = '9' where id = $1`, [other.people.regulator]);
    app.clock.pass(2);
    await everywhere(locked.access_token);
    await app.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [other.id]);
    app.clock.pass(2);
    await everywhere(frozen.access_token);
    // Enough time to send every call twice.
  }, 180_000);

  test('applies a revoked permit within two seconds in the same session', async () => {
    const other = await makeTenant(app);
    const { access_token: token } = await signIn(app, other, 'regulator');
    expect((await send(app, 'GET', '/bus/enterprise/page', { token })).status).toBe(200);
    await app.sql(`delete from role_permit where tenant_id = $1 and permit = 'bus:enterprise:index'`, [other.id]);
    app.clock.pass(2);
    expect((await send(app, 'GET', '/bus/enterprise/page', { token })).status).toBe(403);
  });
});

describe('G4 input fields that only the server may set', () => {
  const canary = 'G4-CANARY-7f3d';
  const canaryId = 'deadbeef-dead-7ead-8ead-deadbeefdead';
  const all = (names: string, value: string) => Object.fromEntries(names.split(' ').map((name) => [name, value]));
  const keys: Record<string, unknown> = {
    ...all(
      'tenantId tenant_id enterpriseCode enterprise_code source reviewNote review_note planCode plan_code passwordHash password_hash remark key sha256 call outcome requestId address userName',
      canary,
    ),
    ...all(
      'createdBy created_by createBy updatedBy updated_by removedBy removed_by enterpriseId enterprise_id shopId userId user_id ownerId owner_id roleIds sessionId',
      canaryId,
    ),
    ...all('joinedAt activatedAt createdAt created_at updatedAt removedAt', '2001-01-01 00:00:00'),
    status: '3',
    color: '1',
    type: '9',
    lockFlag: '9',
    delFlag: '9',
    demoMode: false,
    isAdmin: true,
    profileRate: 77_777,
    profile_rate: 77_777,
    dossierRate: 77_777,
    healthScore: 77_777,
    membershipTo: '2099-12-31',
    membership_to: '2099-12-31',
  };
  // Matches the number as a whole value, because row ids may contain the digits.
  const telling = new RegExp([canary, canaryId, ':\\s?77777\\b', '2099-12-31', '2001-01-01', '2000-12-31'].join('|'));
  const writing = calls.filter(({ name, call }) => call.effect === 'write' && name !== 'session.signOut');

  test('have at least forty names in this test', () => expect(Object.keys(keys).length).toBeGreaterThanOrEqual(40));

  test.each(drawn(writing, 'PERMIT_SEED'))(
    'are not stored by the call $name',
    async ({ name, call }) => {
      const actor = await people.now(kindFor(call, permits));
      // Waits for bulk jobs of earlier calls, which could change the version of the row.
      const open = `select from job where tenant_id = $1 and kind = 'enterprise.bulk' and state in ('waiting', 'running')`;
      await expect.poll(() => app.sql(open, [tenant.id])).toEqual([]);
      const { input, sending } = await fixtureOf(actor, name, call);
      const own = new Set(fieldsOf(call).map(({ key }) => key));
      const extra = Object.fromEntries(Object.entries(keys).filter(([key]) => !own.has(key)));
      const states = () =>
        app.sql('select id, status, color, color_reasons from enterprise where tenant_id = $1 order by id', [
          tenant.id,
        ]);
      const before = new Map((await states()).map((row) => [JSON.stringify(row), true]));
      const usual = call.method === 'GET' || call.file ? 'query' : 'body';
      const places: Sending =
        usual === 'query' ? { query: extra } : { query: extra, body: { ...bodyOf(call, input), ...extra } };
      const answer = await sendCall(app, call, input, {
        ...sending,
        ...(call.client === null ? places : { query: extra }),
      });
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      for (const row of (await states()) as { status: string; color: string; color_reasons: unknown }[])
        if (!before.has(JSON.stringify(row))) {
          // A lifecycle step may set only its own target status.
          const led = Object.entries(edges).flatMap(([step, { to }]) => (name === `enterprise.${step}` ? [to] : []));
          // An application may set only the status underReview.
          if (name === 'enterprise.apply' || name === 'enterprise.applyAgain') led.push('underReview');
          expect(['draft', 'active', ...led], `${name} set a status`).toContain(row.status);
          // The score may set the colour red in the meantime, and then also stores reasons.
          if (row.color === 'red')
            expect(JSON.stringify(row.color_reasons ?? []), `${name} set a colour`).not.toBe('[]');
        }
      const accounts = await app.sql<{ type: string; demo_mode: boolean }>(
        'select type, demo_mode, lock_flag from app_user where tenant_id = $1',
        [tenant.id],
      );
      expect(accounts.filter(({ type }) => type === 'platform')).toHaveLength(0);
      expect(accounts.filter(({ demo_mode }) => demo_mode)).toHaveLength(1);
    },
    60_000,
  );

  test('are stored in no row of the tenant', async () => {
    const tables = await rowsOf(app, tenant.id);
    tables.set(
      'session',
      (await app.sql('select * from session where tenant_id = $1', [tenant.id])).map((row) => JSON.stringify(row)),
    );
    const stored = [...tables].flatMap(([table, rows]) =>
      rows.filter((row) => telling.test(row)).map((row) => `${table} ${row}`),
    );
    expect(stored).toEqual([]);
  }, 60_000);
});

const bodyOf = (call: Call, input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).filter(([key]) => (call.in[key] ?? 'body') === 'body'));

describe('G5 sorting, filtering and paging of lists', () => {
  const columns = [
    'id',
    'tenant_id',
    'tenantId',
    'version',
    'legal_phone',
    'legalPhone',
    'safetyManagerPhone',
    'password_hash',
    'removed_at',
    'created_by',
    'xmin',
    'ctid',
    'tableoid',
    'name2',
    'NAME',
    'name ',
    ' name',
    'nаme',
  ];
  const injected = [
    '1',
    '(select 1)',
    'name;select pg_sleep(9)',
    'name--',
    'name desc',
    'name,(select 1)',
    'case when 1=1 then name else id end',
    'CASE WHEN (SELECT 1) LIKE 0x31 THEN 1 END',
    'name/**/',
    '"name"',
    '`name`',
    "name'",
    'name)',
    'name::text',
    'enterprise.name',
    'pg_sleep(9)',
    'random()',
    '1=1',
    '$1',
    '?',
    '%s',
    '{"name":1}',
    '[name]',
    'name[$ne]',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'null',
    'undefined',
    'true',
    '0',
    '-1',
    '../name',
    'name\\',
    'ｎａｍｅ',
    '名称',
    "name' or '1'='1",
    'name|id',
    'name&id',
    'name%00',
    'a'.repeat(200),
  ];
  const payloads = [...columns, ...injected];
  const lists = calls.filter(({ call }) => isList(call));
  const snake = (by: string) => by.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  async function standing(name: string, call: Call) {
    const actor = await people.now(kindFor(call, permits));
    const { input } = await fixtureOf(actor, name, call);
    const inPath = fieldsOf(call).filter((field) => field.place === 'path');
    return {
      place: Object.fromEntries(inPath.map(({ key }) => [key, input[key]])),
      token: call.permit === 'public' ? null : actor.tokens.access_token,
    };
  }

  test('are tested on lists of the call tables', () => {
    expect(lists.length).toBeGreaterThanOrEqual(4);
    expect(payloads.length * 2).toBeGreaterThanOrEqual(80);
  });

  test.each(drawn(lists, 'PERMIT_SEED'))('sorts $name by listed columns only', async ({ name, call }) => {
    const { place, token } = await standing(name, call);
    await sendCall(app, call, { ...place, current: 'x' }, { token });
    const sorts = new Set<string>(findListCapabilities(call.input)?.sorts.flatMap((by) => [by, snake(by)]));
    const scoped = vi.spyOn(app.db, 'scoped');
    try {
      for (const direction of ['ascs', 'descs'])
        for (const payload of some(
          payloads.filter((column) => !sorts.has(column)),
          24,
          `${name} ${direction}`,
        )) {
          const answer = await sendCall(app, call, { ...place, [direction]: payload }, { token });
          expect(answer.status, `${direction}=${payload}`).toBe(400);
        }
      // Calls of background work, such as audit chaining and cleanup, have an empty request id and are excluded.
      expect(scoped.mock.calls.filter(([{ requestId }]) => requestId !== '')).toEqual([]);
    } finally {
      scoped.mockRestore();
    }
  });

  test.each(drawn(lists, 'PERMIT_SEED'))(
    'returns at most a hundred rows for odd pages and filters in $name',
    async ({ name, call }) => {
      const { place, token } = await standing(name, call);
      const sizes = ['0', '1', '100', '101', '999999999999999', '-1', '1e3', '0x10', 'NaN', '', ' ', '1,2', '٣'];
      for (const key of ['current', 'size'])
        for (const value of sizes) {
          const answer = await sendCall(app, call, { ...place, [key]: value }, { token });
          expect([200, 400], `${key}=${value} ${answer.text.slice(0, 200)}`).toContain(answer.status);
          const { data } = (answer.json ?? {}) as { data?: { size?: number; records?: unknown[] } };
          if (answer.status === 200 && data?.records) {
            expect(data.size).toBeLessThanOrEqual(100);
            expect(data.records.length).toBeLessThanOrEqual(100);
          }
        }
      const strange = [
        "'",
        '"',
        '%',
        '_',
        '\\',
        '%%',
        "' or 1=1--",
        '${7*7}',
        '{{7*7}}',
        '*',
        '(|(a=*))',
        '\u202e',
        'ÿ',
        '😀',
        '1;drop table x',
        ['a', 'b'],
      ];
      const filters = fieldsOf(call).filter(
        ({ key }) => !['current', 'size', 'ascs', 'descs'].includes(key) && !(key in place),
      );
      for (const { key } of some(filters, 8, name)) {
        for (const value of some(strange, 6, `${name} ${key}`)) {
          const answer = await sendCall(app, call, { ...place, [key]: value }, { token });
          expect([200, 400], `${key}=${value} ${answer.text.slice(0, 200)}`).toContain(answer.status);
        }
        for (const spelling of some([`${key}[$ne]`, `${key}[]`, `${key}.x`, `${key}__gt`], 1, `${name} ${key}`)) {
          const [plain, spelledAnswer] = [
            await sendCall(app, call, place, { token }),
            await sendCall(app, call, place, { token, query: { [spelling]: 'x' } }),
          ];
          if (plain.json !== null) expect(spelledAnswer.text, spelling).toBe(plain.text);
        }
      }
    },
    120_000,
  );
});
