// S74: who did it. Every write of every module leaves exactly one row of its doing, every refused one a row of its failing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, refresh, send, sendCall, signIn, trySignIn } from '../../testing/client.ts';
import { openTestHouse } from '../../testing/house.ts';
import { kindFor, peopleOf, readPermits, type People } from '../../testing/actors.ts';
import { specimenOf } from '../../testing/specimens.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';
import { workOver } from '../../testing/work.ts';

const house = await openTestHouse();
const calls = house.mounted;
let tenant: TestTenant;
let permits: Record<Kind, ReadonlySet<string>>;
let people: People;
beforeAll(async () => {
  tenant = await makeTenant(house);
  people = peopleOf(house, tenant);
  permits = await readPermits(house, tenant);
});
afterAll(() => house.close());

interface Row {
  call: string;
  outcome: string;
  note: string | null;
  user_id: string | null;
  session_id: string | null;
  address: string;
  user_agent: string;
  request_id: string;
  object_type: string | null;
  object_id: string | null;
  enterprise_id: string | null;
  changes: { field: string; before: unknown; after: unknown }[];
}
const rowsSince = (last: string) =>
  house.sql<Row & { id: string }>(
    // People of the platform leave theirs in the platform's log; an alarm comes when it comes.
    `select * from audit where tenant_id in ($1, '0') and id > $2 and call <> 'audit.alarm' order by id`,
    [tenant.id, last],
  );
async function lastRow() {
  const [row] = await house.sql<{ id: string }>(
    `select id from audit where tenant_id in ($1, '0') order by id desc limit 1`,
    [tenant.id],
  );
  return row?.id ?? '00000000-0000-0000-0000-000000000000';
}
/** What a call left behind; long work that goes on beside it belongs to no request. */
async function left(work: () => Promise<unknown>) {
  const last = await lastRow();
  await work();
  return (await rowsSince(last)).filter((row) => row.request_id !== '');
}

const agent = 'TestBrowser/1.0 (客户端)';
// That somebody has read stands, with the time, in a row of its own: a hundred thousand readers would bury the log.
const ownTrace = new Set([
  'notice.read',
  'notice.readAll',
  'notice.systemRead',
  'notice.systemReadAll',
  'warning.digestsRead',
  // What was watched stands in the row of its sitting, every 15 seconds.
  'learning.beat',
  // Who has a page open stands in a row of its own, every half minute.
  'pageDesign.look',
  // With which view a list opens is nobody else's business.
  'savedView.choose',
  // What a browser owes stands in its row as long as it does.
  'delivery.owed',
  // A part stands in its own row until the whole has come.
  'upload.part',
]);
/** What a phone sends later, and one's own paper, leaves the row of what was done, not one of its being sent. */
const carried: Record<string, string> = {
  'delivery.send': 'inspection.answer',
  'delivery.sendMany': 'inspection.answer',
  'delivery.photo': 'file.upload',
  'upload.finish': 'file.upload',
  'certificate.upload': 'certificate.create',
};
const writing = calls.filter(
  ({ call, name }) =>
    call.effect === 'write' && call.permit !== 'public' && name !== 'session.signOut' && !ownTrace.has(name),
);

describe('S74 every write', () => {
  test.each(writing)('$name leaves one row: who, when, from where, what', async ({ name, call }) => {
    const actor = await people.now(kindFor(call, permits));
    // What an earlier call began for many would change this one's row meanwhile.
    await workOver(house, tenant.id);
    const { input, sending } = await specimenOf(actor, name, call);
    const headers = { 'user-agent': 'TestBrowser/1.0', ...sending.headers };
    let requestId = '';
    const rows = await left(async () => {
      const answer = await sendCall(house, call, input, { ...sending, headers, from: '192.0.2.77' });
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      requestId = String(answer.headers['x-request-id']);
    });
    const own = rows.filter((row) => row.request_id === requestId);
    const doing = carried[name] ?? name;
    expect(own.filter((row) => row.outcome === 'done').length, JSON.stringify(own)).toBeGreaterThanOrEqual(1);
    expect(
      own.filter((row) => row.call === doing || name === 'enterprise.import' || name === 'enterprise.importConfirm')
        .length,
    ).toBeGreaterThanOrEqual(1);
    // A merger leaves one on each of the two files, a logo one of its file as well, an entry one in each of two logs, a
    // reassessment one of the new edition too, a report from staff that is confirmed one of its danger, a photo out of a
    // chat one of its file.
    const two = [
      'enterprise.merge',
      'tenant.logoUpload',
      'tenant.enter',
      'riskPoint.reassess',
      'staffReport.confirm',
      'wxMessage.photo',
    ].includes(name);
    if (name === 'tenant.leave') expect(own.length).toBeLessThanOrEqual(2);
    else if (!name.startsWith('enterprise.import')) expect(own).toHaveLength(two ? 2 : 1);
    expect(own.find((row) => row.call === doing) ?? own[0]).toMatchObject({
      outcome: 'done',
      user_id: actor.tokens.user_id,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      address: '192.0.2.77',
      user_agent: 'TestBrowser/1.0',
      object_type: expect.any(String),
    });
  });

  test.each(writing)(
    '$name refused for a permit, a tenant or a missing row leaves one failure',
    async ({ name, call }) => {
      const missing = call.id === 'tenant' ? '1' : '01a00000-0000-7000-8000-000000000000';
      const nothing = { id: missing, code: '330108999' };
      if (call.permit !== 'signed-in') {
        const { tokens } = await people.now('nobody');
        const rows = await left(() => sendCall(house, call, nothing, { token: tokens.access_token }));
        expect(rows.map(({ call: called, outcome, note }) => [called, outcome, note])).toEqual([
          [name, 'failed', 'denied'],
        ]);
      }
      const { tokens } = await people.now(kindFor(call, permits));
      const headers = { tenant_id: '999' };
      const rows = await left(() => sendCall(house, call, nothing, { token: tokens.access_token, headers }));
      expect(rows.map(({ call: called, outcome, note }) => [called, outcome, note])).toEqual([
        [name, 'failed', 'tenantMismatch'],
      ]);
    },
  );

  test('a write that is rolled back leaves its failure alone', async () => {
    const actor = await people.now('regulator');
    const [id] = tenant.enterpriseIds;
    const stale = await left(() =>
      sendCall(
        house,
        callNamed(house, 'enterprise.update'),
        { id, version: 77, town: 'x' },
        { token: actor.tokens.access_token },
      ),
    );
    expect(stale.map(({ outcome, note }) => [outcome, note])).toEqual([['failed', 'conflict']]);
    const gone = await left(() =>
      sendCall(
        house,
        callNamed(house, 'enterprise.activate'),
        { id, version: 1 },
        { token: actor.tokens.access_token },
      ),
    );
    expect(gone.map(({ outcome }) => outcome)).not.toContain('done');
  });

  test('reads leave none', async () => {
    for (const { name, call } of calls) {
      // Exports, papers with people's names and answers about people out of sight are counted by their traces (S80, S95).
      const isCounted = /\.((station|statistics|summary)?export|exchange|checkUser|zip|pdf|cards|sheet)$/i.test(name);
      if (call.effect === 'write' || call.permit === 'public' || isCounted) continue;
      const actor = await people.now(kindFor(call, permits));
      const { input, sending } = await specimenOf(actor, name, call);
      expect(await left(() => sendCall(house, call, input, sending)), name).toEqual([]);
    }
  });
});

describe('S74 ways in and out', () => {
  test('a sign-in, its failures, a refresh reused, a way out: one row each, with name and address', async () => {
    const headers = { 'user-agent': agent.slice(0, 15) };
    const good = await left(() => trySignIn(house, tenant.id, 'shop', { from: '192.0.2.5', headers }));
    expect(good).toHaveLength(1);
    expect(good[0]).toMatchObject({
      call: 'session.signIn',
      outcome: 'done',
      user_id: tenant.people.shop,
      address: '192.0.2.5',
    });
    const bad = await left(() => trySignIn(house, tenant.id, 'shop', { password: 'x', from: '192.0.2.6' }));
    expect(bad).toHaveLength(1);
    expect(bad[0]).toMatchObject({
      call: 'session.signIn',
      outcome: 'failed',
      note: 'badCredentials',
      address: '192.0.2.6',
    });
    const tokens = await signIn(house, tenant, 'shop');
    const out = await left(() => send(house, 'GET', '/auth/token/logout', { token: tokens.access_token }));
    expect(out.map(({ call, outcome }) => [call, outcome])).toEqual([['session.signOut', 'done']]);
    const again = await signIn(house, tenant, 'shop');
    await refresh(house, again.refresh_token);
    house.clock.pass(40);
    const reused = await left(() => refresh(house, again.refresh_token));
    expect(reused.map(({ call, note, address }) => [call, note, address])).toEqual([
      ['session.refresh', 'reused', '127.0.0.1'],
    ]);
  });
});

describe('S28 what a row tells', () => {
  test('before and after, classified fields masked, in table and history', async () => {
    const actor = await people.now('entadmin');
    const own = actor.tokens.shop_id ?? '';
    const token = actor.tokens.access_token;
    const { version } = dataOf<{ version: number }>(await send(house, 'GET', `/bus/enterprise/${own}`, { token }));
    const input = { id: own, version, legalPhone: '13800004321', town: '新港街道' };
    const rows = await left(() => sendCall(house, callNamed(house, 'enterprise.update'), input, { token }));
    const changes = new Map(rows[0]?.changes.map((change) => [change.field, change]));
    expect([...changes.keys()].sort()).toEqual(['legalPhone', 'town']);
    expect(changes.get('legalPhone')).toMatchObject({
      before: expect.stringMatching(/^137\*{4}/),
      after: '138****4321',
    });
    expect(changes.get('town')?.after).toBe('新港街道');
    expect(rows[0]).toMatchObject({ object_type: 'enterprise', object_id: own, enterprise_id: own });
    const history = await send(house, 'GET', `/bus/enterprise/history/${own}`, { token });
    expect(history.text).toContain('138****4321');
    expect(history.text).not.toContain('13800004321');
    const all = JSON.stringify(await house.sql('select changes, note from audit where tenant_id = $1', [tenant.id]));
    // Ids are digits too, here and there.
    expect(/.{0,80}(?<![0-9a-f])1[36789]\d{9}(?![0-9a-f])/.exec(all)?.[0]).toBeUndefined();
  });
});
