// S74: who did it. That every write of every module leaves exactly one row of its doing, every refused one a row of its
// failing, and reads none, is proven where all calls are walked over: generated/fixtures.test.ts, generated/permits.test.ts
// and guard.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNamed, dataOf, refresh, send, sendCall, signIn, trySignIn } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { peopleOf, type People } from '../../testing/actors.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';
import { auditSince } from '../../testing/traces.ts';

const app = await openTestApp();
let tenant: TestTenant;
let people: People;
beforeAll(async () => {
  tenant = await makeTenant(app);
  people = peopleOf(app, tenant);
});
afterAll(() => app.close());

/** What a call left behind. */
async function left(work: () => Promise<unknown>) {
  const since = await auditSince(app, tenant.id);
  await work();
  return since();
}

const agent = 'TestBrowser/1.0 (客户端)';

describe('S74 every write', () => {
  test('a write that is rolled back leaves its failure alone', async () => {
    const actor = await people.now('regulator');
    const [id] = tenant.enterpriseIds;
    const stale = await left(() =>
      sendCall(
        app,
        callNamed(app, 'enterprise.update'),
        { id, version: 77, town: 'x' },
        { token: actor.tokens.access_token },
      ),
    );
    expect(stale.map(({ outcome, note }) => [outcome, note])).toEqual([['failed', 'conflict']]);
    const gone = await left(() =>
      sendCall(app, callNamed(app, 'enterprise.activate'), { id, version: 1 }, { token: actor.tokens.access_token }),
    );
    expect(gone.map(({ outcome }) => outcome)).not.toContain('done');
  });
});

describe('S74 ways in and out', () => {
  test('a sign-in, its failures, a refresh reused, a way out: one row each, with name and address', async () => {
    const headers = { 'user-agent': agent.slice(0, 15) };
    const good = await left(() => trySignIn(app, tenant.id, 'shop', { from: '192.0.2.5', headers }));
    expect(good).toHaveLength(1);
    expect(good[0]).toMatchObject({
      call: 'session.signIn',
      outcome: 'done',
      user_id: tenant.people.shop,
      address: '192.0.2.5',
    });
    const bad = await left(() => trySignIn(app, tenant.id, 'shop', { password: 'x', from: '192.0.2.6' }));
    expect(bad).toHaveLength(1);
    expect(bad[0]).toMatchObject({
      call: 'session.signIn',
      outcome: 'failed',
      note: 'badCredentials',
      address: '192.0.2.6',
    });
    const tokens = await signIn(app, tenant, 'shop');
    const out = await left(() => send(app, 'GET', '/auth/token/logout', { token: tokens.access_token }));
    expect(out.map(({ call, outcome }) => [call, outcome])).toEqual([['session.signOut', 'done']]);
    const again = await signIn(app, tenant, 'shop');
    await refresh(app, again.refresh_token);
    app.clock.pass(40);
    const reused = await left(() => refresh(app, again.refresh_token));
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
    const { version } = dataOf<{ version: number }>(await send(app, 'GET', `/bus/enterprise/${own}`, { token }));
    const input = { id: own, version, legalPhone: '13800004321', town: '新港街道' };
    const rows = await left(() => sendCall(app, callNamed(app, 'enterprise.update'), input, { token }));
    const changes = new Map(rows[0]?.changes.map((change) => [change.field, change]));
    expect([...changes.keys()].sort()).toEqual(['legalPhone', 'town']);
    expect(changes.get('legalPhone')).toMatchObject({
      before: expect.stringMatching(/^137\*{4}/),
      after: '138****4321',
    });
    expect(changes.get('town')?.after).toBe('新港街道');
    expect(rows[0]).toMatchObject({ object_type: 'enterprise', object_id: own, enterprise_id: own });
    const history = await send(app, 'GET', `/bus/enterprise/history/${own}`, { token });
    expect(history.text).toContain('138****4321');
    expect(history.text).not.toContain('13800004321');
    const all = JSON.stringify(await app.sql('select changes, note from audit where tenant_id = $1', [tenant.id]));
    // Ids are digits too, here and there.
    expect(/.{0,80}(?<![0-9a-f])1[36789]\d{9}(?![0-9a-f])/.exec(all)?.[0]).toBeUndefined();
  });
});
