// Two nodes on one database and one Redis: what one learns the other heeds, and losing Redis never opens anything (S12,
// S35, S69).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { createBus, hintOf, topicOf, type Carrier } from '#platform/bus/index.ts';
import { cipher, dataOf, refresh, send, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestHouse, type TestHouse } from '../../testing/house.ts';
import { openTestRedis } from '../../testing/redis.ts';
import { lockWord, said } from '../../testing/session-specimens.ts';
import { actorOf } from '../../testing/specimens.ts';
import { makeTenant, password, type Kind, type TestTenant } from '../../testing/tenants.ts';

const redis = await openTestRedis();
const env = {
  REDIS_URL: redis.url,
  FILE_LINK_KEY: 'k'.repeat(40),
  CLIENT_ID: 'browser',
  CLIENT_SECRET: 's'.repeat(40),
  PASSWORD_KEY: 'abcdefgh12345678',
  RATE_LIMIT: 'on',
};
const one = await openTestHouse({ env });
const two = await openTestHouse({ env, database: one.database });
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant(one);
});
afterAll(async () => {
  await two.close();
  await one.close();
  await redis.kill();
});

const page = (house: TestHouse, token: string) => send(house, 'GET', '/bus/enterprise/page', { token });
const passBoth = (seconds: number) => [one, two].forEach((house) => house.clock.pass(seconds));

/** Somebody signed in, whom both nodes have just served and remember. */
async function known(kind: Kind = 'regulator') {
  const tokens = await signIn(one, tenant, kind);
  for (const house of [one, two]) expect((await page(house, tokens.access_token)).status).toBe(200);
  return { ...tokens, token: tokens.access_token };
}

type Who = { token: string; refresh_token: string; user_id: string };
const made = async (answer: Promise<Answer>) => dataOf(await answer);
const asAdmin = async (method: string, path: string, body?: object) => {
  const { access_token: token } = await signIn(one, tenant, 'admin');
  return made(send(one, method, path, { token, ...(body === undefined ? {} : { body }) }));
};

/** What ends or narrows a session; each happens on node one. */
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
      made(send(one, 'POST', '/auth/session/lock', { token, body: said({ house: one }, lockWord) })),
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

describe('S12 what ends on one node', () => {
  beforeEach(async () => {
    tenant = await makeTenant(one);
  });

  test.each(events)(
    '$name: the other node refuses as soon as the hint arrives, long before two seconds',
    async (event) => {
      const who = await known(event.kind);
      await event.happens(who);
      // The clock stands still, so only the hint can have told.
      await expect.poll(async () => (await page(two, who.token)).status, { timeout: 5_000 }).toBe(event.status);
      expect((await page(one, who.token)).status).toBe(event.status);
    },
  );

  test('with the bus cut no node serves it later than two seconds afterwards', async () => {
    await redis.kill();
    try {
      for (const event of events) {
        tenant = await makeTenant(one);
        const who = await known(event.kind);
        await event.happens(who);
        passBoth(2);
        for (const house of [one, two]) expect((await page(house, who.token)).status, event.name).toBe(event.status);
      }
    } finally {
      await redis.start();
      await expect.poll(() => one.shared?.up() === true && two.shared?.up() === true, { timeout: 10_000 }).toBe(true);
    }
  }, 90_000);
});

describe('S69 limits', () => {
  const asks = async (house: TestHouse, from: string, count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => send(house, 'GET', '/config.json', { from })),
    );
    return answers.filter(({ status }) => status === 200).length;
  };

  test('are shared: what one node counts the other knows', async () => {
    const served = (await asks(one, '203.0.113.1', 50)) + (await asks(two, '203.0.113.1', 50));
    expect(served).toBeGreaterThanOrEqual(60);
    // By Redis' clock a second or two may have passed.
    expect(served).toBeLessThan(95);
  });

  test('fall back to a part a node when Redis is killed in the middle, and never to none', async () => {
    expect(await asks(one, '203.0.113.2', 10)).toBe(10);
    await redis.kill();
    try {
      await expect.poll(() => one.shared?.up(), { timeout: 5_000 }).toBe(false);
      expect(await asks(one, '203.0.113.3', 100)).toBe(30);
      expect(await asks(two, '203.0.113.3', 100)).toBe(30);
      expect((await send(one, 'GET', '/readyz')).status).toBe(200);
      expect((await send(one, 'GET', '/metrics')).text).toContain('anlan_redis_up 0');
      // What opens doors counts in the database, whatever becomes of Redis (S01).
      const wrong = Array.from({ length: 6 }, (_, index) =>
        trySignIn(index % 2 ? one : two, tenant.id, 'admin', { password: 'wrong' }),
      );
      const statuses = (await Promise.all(wrong)).map(({ status }) => status).sort();
      expect(statuses).toEqual([426, 426, 426, 426, 426, 429]);
    } finally {
      await redis.start();
    }
    await expect.poll(() => one.shared?.up(), { timeout: 10_000 }).toBe(true);
    expect((await send(one, 'GET', '/metrics')).text).toContain('anlan_redis_up 1');
  });

  test('a start without Redis says so in one line, and serves', async () => {
    const lines: string[] = [];
    const alone = await openTestHouse({
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

describe('S35 topics and counters', () => {
  test('hold tenant and person; a name that reaches into another tenant is refused', () => {
    const scope = systemScope('test', '1001');
    expect(topicOf(scope, 'standing', { userId: tenant.people.admin })).toBe(
      `t:1001:u:${tenant.people.admin}:i:*:standing`,
    );
    for (const poisoned of ['*', 'a:u:b', '1001:u:*', 'x y', '', 'x'.repeat(65), '../2', 'ü', '[a-z]', '?', '\n'])
      for (const about of [{ userId: poisoned }, { id: poisoned }])
        expect(() => topicOf(scope, 'standing', about), poisoned).toThrow();
    for (const tenantId of ['*', '1:u:2', '']) expect(() => topicOf({ tenantId }, 'standing')).toThrow();
  });

  test('a strange name on the wire is no hint', () => {
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
