// Two nodes on one database and one Redis. Each node applies the changes of the other, and a loss of Redis gives no
// access (S12, S35, S69).
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { systemScope } from '#kernel/scope.ts';
import { createBus, hintOf, topicOf, type Carrier } from '#platform/bus/index.ts';
import { cipher, dataOf, listen, refresh, send, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { openInbox } from '../../testing/sms-inbox.ts';
import { openTestRedis } from '../../testing/redis.ts';
import { lockWord, passwordInput } from '../../testing/session-fixtures.ts';
import { actorOf } from '../../testing/actors.ts';
import { codeForChange } from '../../testing/own-fixtures.ts';
import { makeTenant, password, phoneOfKind, type Kind, type TestTenant } from '../../testing/tenants.ts';

const redis = await openTestRedis();
const env = {
  REDIS_URL: redis.url,
  FILE_LINK_KEY: 'k'.repeat(40),
  CLIENT_ID: 'browser',
  CLIENT_SECRET: 's'.repeat(40),
  PASSWORD_KEY: 'abcdefgh12345678',
  RATE_LIMIT: 'on',
};
// Inbox that receives the messages of both nodes.
const inbox = openInbox();
const one = await openTestApp({ env, inbox });
const two = await openTestApp({ env, inbox, database: one.database });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant(one);
});
afterAll(async () => {
  await two.close();
  await one.close();
  await redis.kill();
});

const page = (app: TestApp, token: string) => send(app, 'GET', '/bus/enterprise/page', { token });
const passBoth = (seconds: number) => [one, two].forEach((app) => app.clock.pass(seconds));

/** Signs in a user and calls both nodes, so that both have the principal in their cache. */
async function signInOnBoth(kind: Kind = 'regulator') {
  const tokens = await signIn(one, tenant, kind);
  for (const app of [one, two]) expect((await page(app, tokens.access_token)).status).toBe(200);
  return { ...tokens, token: tokens.access_token };
}

type Who = { token: string; refresh_token: string; user_id: string };
const made = async (answer: Promise<Answer>) => dataOf(await answer);
const asAdmin = async (method: string, path: string, body?: object) => {
  const { access_token: token } = await signIn(one, tenant, 'admin');
  return made(send(one, method, path, { token, ...(body === undefined ? {} : { body }) }));
};

const events: { name: string; kind?: Kind; status: number; happens: (who: Who) => Promise<unknown> }[] = [
  {
    name: 'sign-out',
    status: 401,
    happens: ({ token }) => send(one, 'GET', '/auth/token/logout', { token }),
  },
  {
    name: 'the session is ended by a sixth sign-in',
    status: 401,
    happens: async () => {
      for (let n = 0; n < 5; n++) await signIn(one, tenant, 'regulator');
    },
  },
  {
    name: 'the password is changed elsewhere',
    status: 401,
    happens: async () => {
      const { access_token: token } = await signIn(one, tenant, 'regulator');
      const body = { password: cipher(one, password), newpassword1: cipher(one, 'Hǎo-de 新密码 88') };
      await made(send(one, 'POST', '/upms/user/edit', { token, body }));
    },
  },
  {
    name: 'the phone is changed elsewhere',
    status: 401,
    happens: async () => {
      const tokens = await signIn(one, tenant, 'regulator');
      const person = { app: one, tenant, tokens };
      const phone = `135${tenant.id.padStart(6, '0')}77`;
      const code = await codeForChange(person, phoneOfKind(tenant.id, 'regulator'), 'old');
      const code2 = await codeForChange(person, phone, 'new');
      const query = { phone, code, code2 };
      await made(send(one, 'GET', '/upms/user/changePhone', { token: tokens.access_token, query }));
    },
  },
  {
    name: 'an administrator resets the password',
    status: 401,
    happens: ({ user_id: id }) => asAdmin('POST', '/upms/user/password', { id }),
  },
  {
    name: 'an administrator ends the session',
    status: 401,
    happens: async ({ user_id }) => {
      const [row] = await one.sql<{ id: string }>(
        'select id from session where user_id = $1 and revoked_at is null order by id desc limit 1',
        [user_id],
      );
      await asAdmin('GET', `/upms/token/del/${row?.id}`);
    },
  },
  {
    name: 'the account is frozen',
    status: 401,
    happens: ({ user_id: id }) => asAdmin('POST', '/upms/user/lock', { id, lockFlag: '9' }),
  },
  {
    name: 'the account is deleted',
    status: 401,
    happens: ({ user_id: id }) => asAdmin('GET', `/upms/user/del/${id}`),
  },
  {
    name: 'the enterprise is closed',
    kind: 'entstaff',
    status: 401,
    happens: async () => {
      const [id = ''] = tenant.enterpriseIds;
      await one.sql(`update enterprise set status = 'suspended' where id = $1`, [id]);
      const [row] = await one.sql<{ version: number }>('select version from enterprise where id = $1', [id]);
      const body = { id, version: row?.version, reason: 'shutDown', closedOn: '2026-03-01' };
      await asAdmin('POST', '/bus/enterprise/close', body);
    },
  },
  {
    name: 'the tenant is frozen',
    status: 401,
    happens: async () => {
      const { tokens } = await actorOf(one, tenant, 'platform');
      const [row] = await one.sql<{ version: number }>('select version from brand where id = $1', [tenant.id]);
      const body = { id: tenant.id, version: row?.version, reason: '欠费停用一个月' };
      await made(send(one, 'POST', '/upms/tenant/freeze', { token: tokens.access_token, body }));
    },
  },
  {
    name: 'the screen is locked',
    status: 403,
    happens: ({ token }) =>
      made(send(one, 'POST', '/auth/session/lock', { token, body: passwordInput({ app: one }, lockWord) })),
  },
  {
    name: 'a permit is withdrawn',
    status: 403,
    happens: async ({ user_id: userId }) => {
      await one.sql('delete from user_role where user_id = $1', [userId]);
      one.bus.publish(systemScope('test', tenant.id), 'standing', { userId });
    },
  },
];

describe('S12 effects of changes on one node', () => {
  beforeEach(async () => {
    tenant = await makeTenant(one);
  });

  test.each(events)('take effect on the other node as soon as the event arrives: $name', async (event) => {
    const who = await signInOnBoth(event.kind);
    await event.happens(who);
    // The test clock does not move, so the cache cannot have expired: the event caused the change.
    await expect.poll(async () => (await page(two, who.token)).status).toBe(event.status);
    expect((await page(one, who.token)).status).toBe(event.status);
  });

  test('take effect on every node within two seconds without the event bus', async () => {
    await redis.kill();
    try {
      for (const event of events) {
        tenant = await makeTenant(one);
        const who = await signInOnBoth(event.kind);
        await event.happens(who);
        passBoth(2);
        for (const app of [one, two]) expect((await page(app, who.token)).status, event.name).toBe(event.status);
      }
    } finally {
      await redis.start();
      await expect.poll(() => one.shared?.up() === true && two.shared?.up() === true, { timeout: 10_000 }).toBe(true);
    }
  }, 90_000);
});

describe('ST-10 frames of one node', () => {
  test('reach sockets of the other node once', async () => {
    tenant = await makeTenant(one);
    const { access_token: token } = await signIn(one, tenant, 'regulator');
    const port = await listen(two);
    const origin = `http://127.0.0.1:${port}`;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/bus/ws/auth/${tenant.people.regulator}`, { origin });
    const heard: string[] = [];
    socket.on('message', (data) => {
      const { type, data: frameData } = JSON.parse(String(data));
      heard.push(frameData.title ?? type);
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'auth', token }));
    await expect.poll(() => heard).toEqual(['ready']);
    const tell = (title: string) =>
      one.db.scoped(systemScope('test', tenant.id), (tx) => one.tell(tx, {}, { type: '6', data: { title } }));
    await tell('first');
    await expect.poll(() => heard).toEqual(['ready', 'first']);
    await redis.kill();
    try {
      await expect.poll(() => two.shared?.up()).toBe(false);
      await tell('second');
      await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['ready', 'first', 'second']);
    } finally {
      await redis.start();
      await expect.poll(() => one.shared?.up() === true && two.shared?.up() === true, { timeout: 10_000 }).toBe(true);
    }
    await tell('third');
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['ready', 'first', 'second', 'third']);
    socket.terminate();
  }, 60_000);
});

describe('S69 rate limits', () => {
  const asks = async (app: TestApp, from: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => send(app, 'GET', '/config.json', { from })));
    return answers.filter(({ status }) => status === 200).length;
  };

  test('are shared between nodes', async () => {
    const since = performance.now();
    const served = (await asks(one, '203.0.113.1', 80)) + (await asks(two, '203.0.113.1', 80));
    expect(served).toBeGreaterThanOrEqual(60);
    // Redis allows ten more calls for each second of its clock. Separate counters would have allowed sixty calls on
    // each node.
    expect(served).toBeLessThanOrEqual(60 + 10 * Math.ceil((performance.now() - since) / 1000 + 1));
  });

  test.each(['203.0.113.5', '2001:db8::5'])('of public lookups count the network of %s', async (from) => {
    const open = (app: TestApp) => send(app, 'POST', '/auth/link', { body: { token: 'unknown' }, from });
    expect([(await open(one)).status, (await open(two)).status]).toEqual([404, 404]);
  });

  test('fall back to a limit per node when Redis fails', async () => {
    expect(await asks(one, '203.0.113.2', 10)).toBe(10);
    await redis.kill();
    try {
      await expect.poll(() => one.shared?.up() === false && two.shared?.up() === false).toBe(true);
      expect(await asks(one, '203.0.113.3', 100)).toBe(30);
      expect(await asks(two, '203.0.113.3', 100)).toBe(30);
      expect((await send(one, 'GET', '/readyz')).status).toBe(200);
      expect((await send(one, 'GET', '/metrics')).text).toContain('anlan_redis_up 0');
      // The database counts sign-in attempts, so the limit also works without Redis (S01).
      const wrong = Array.from({ length: 6 }, (_, index) =>
        trySignIn(index % 2 ? one : two, tenant.id, 'admin', { password: 'wrong' }),
      );
      const statuses = (await Promise.all(wrong)).map(({ status }) => status).sort();
      expect(statuses).toEqual([426, 426, 426, 426, 426, 429]);
      // The nodes share SMS limits: one SMS code a minute and five an hour for a phone (S06).
      const query = { phone: '13366690001', type: '5', tenantId: tenant.id };
      const requestCode = (app: TestApp) => send(app, 'POST', '/bus/sms/code', { query, from: '203.0.113.4' });
      const statusPairs: number[][] = [];
      for (let round = 0; round < 6; round += 1) {
        const both = await Promise.all([one, two].map(requestCode));
        statusPairs.push(both.map(({ status }) => status).sort());
        passBoth(61);
      }
      expect(statusPairs).toEqual([...Array<number[]>(5).fill([200, 429]), [429, 429]]);
    } finally {
      await redis.start();
    }
    await expect.poll(() => one.shared?.up(), { timeout: 10_000 }).toBe(true);
    expect((await send(one, 'GET', '/metrics')).text).toContain('anlan_redis_up 1');
  });

  test('do not prevent a start without Redis', async () => {
    const lines: string[] = [];
    const alone = await openTestApp({
      env: { ...env, REDIS_URL: 'redis://127.0.0.1:1' },
      say: (line) => lines.push(line),
    });
    try {
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^提醒：连不上 REDIS_URL 指定的 Redis（ECONNREFUSED）/);
      expect((await send(alone, 'GET', '/readyz')).status).toBe(200);
      const other = await makeTenant(alone);
      const tokens = await signIn(alone, other, 'regulator');
      expect((await page(alone, tokens.access_token)).status).toBe(200);
      expect((await refresh(alone, tokens.refresh_token)).status).toBe(200);
    } finally {
      await alone.close();
    }
  });
});

describe('the SMS sender in a separate worker process', () => {
  test('refuses SMS codes at once without a worker', async () => {
    const inbox = openInbox();
    const { REDIS_URL: _, ...alone } = env;
    const web = await openTestApp({ env: { ...alone, ROLES: 'web,live' }, inbox });
    const place = await makeTenant(web);
    const ask = () =>
      send(web, 'POST', '/bus/sms/code', { query: { phone: '13366660001', type: '5', tenantId: place.id } });
    const ways = async () =>
      dataOf<{ phone: boolean }>(await send(web, 'GET', '/auth/ways', { query: { tenantId: place.id } })).phone;
    const metric = async () => /anlan_sms_sender_up (\d)/.exec((await send(web, 'GET', '/metrics')).text)?.[1];
    try {
      const refused = await ask();
      expect(refused.status).toBe(503);
      expect(refused.json).toMatchObject({ msg: '短信服务暂时不可用，请稍后再试，或改用其他方式登录' });
      expect(await ways()).toBe(false);
      expect(await metric()).toBe('0');
      // A process without SMS sender still serves pages and calls, and remains ready for the load balancer.
      expect((await send(web, 'GET', '/readyz')).status).toBe(200);
      const alarms = () => web.sql(`select cause from alarm where tenant_id = '0' and cause = 'smsSenderAbsent'`);
      expect(await alarms()).toEqual([]);
      for (let looks = 0; looks < 3; looks += 1) await web.watchMessenger();
      expect(await alarms()).toHaveLength(1);
      expect(web.log.some((line) => line.includes('"alarm":"smsSenderAbsent"'))).toBe(true);

      const worker = await openTestApp({ env: { ...alone, ROLES: 'worker' }, inbox, database: web.database });
      try {
        expect((await ask()).status).toBe(200);
        await expect.poll(() => inbox.newest('13366660001')?.template, { timeout: 15_000 }).toBe('codeApply');
        expect(await ways()).toBe(true);
        await web.watchMessenger();
        expect(await metric()).toBe('1');
      } finally {
        await worker.close();
      }
      // The sender's last heartbeat is older than 45 seconds, so it counts as dead.
      await web.sql(`update sms_fare set sender_at = now() - interval '46 seconds'`);
      await web.watchMessenger();
      expect([await metric(), await ways()]).toEqual(['0', false]);
    } finally {
      await web.close();
    }
  }, 60_000);
});

describe('S35 topics of the event bus', () => {
  test('contain the ids of tenant and user', () => {
    const scope = systemScope('test', '1001');
    expect(topicOf(scope, 'standing', { userId: tenant.people.admin })).toBe(
      `t:1001:u:${tenant.people.admin}:i:*:standing`,
    );
    for (const poisoned of ['*', 'a:u:b', '1001:u:*', 'x y', '', 'x'.repeat(65), '../2', 'ü', '[a-z]', '?', '\n'])
      for (const about of [{ userId: poisoned }, { id: poisoned }])
        expect(() => topicOf(scope, 'standing', about), poisoned).toThrow();
    for (const tenantId of ['*', '1:u:2', '']) expect(() => topicOf({ tenantId }, 'standing')).toThrow();
  });

  test('are ignored when malformed or unknown', () => {
    for (const strange of [
      '',
      't:1',
      't:1:u:*:i:*:other',
      't:*:u:*:i:*:standing',
      't:1:u:*:i:*:standing:x',
      't:1:u:a:b:i:*:standing',
    ])
      expect(hintOf(strange), strange).toBeNull();
    let hear: (topic: string) => void = () => {};
    const carrier: Carrier = { send: () => {}, onTopic: (heard) => (hear = heard) };
    const heard: unknown[] = [];
    createBus(carrier).subscribe('standing', (hint) => heard.push(hint));
    hear('t:1:u:*:i:*:nonsense');
    hear('t:7:u:*:i:*:standing');
    expect(heard).toEqual([{ tenantId: '7', userId: null, id: null, kind: 'standing' }]);
  });
});
