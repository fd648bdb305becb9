// Scheduled work runs for every tenant. When one tenant fails, the others still run, the failure is logged, and the run
// fails.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstIdSince } from '#kernel/ids.ts';
import { createHashChain } from '#modules/audit/index.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

// A tenant id for which no transaction can be opened. It sorts before all other tenants.
const broken = '!0';
const saysSo = 'failed in 1 tenants: !0';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  // `ROLES` without the worker role, so no background work runs during the tests.
  app = await openTestApp({ env: { ROLES: 'web,live' } });
  tenant = await makeTenant(app);
  await app.sql(`insert into brand (id, name) values ($1, '坏了的单位')`, [broken]);
  expect(await app.sql(`select id from brand where id <> '0' order by id limit 1`)).toEqual([{ id: broken }]);
});
afterAll(() => app.close());

const rows = (text: string) => app.sql(text, [tenant.id]);
const longAgo = `now() - interval '1 year'`;

const works: [string, string, string][] = [
  [
    'enterprise.facts',
    `insert into enterprise_fact (tenant_id, region_code, status, color, enterprises, signed_in, perfect, rates, located, sum_x, sum_y)
     select $1, '330108', 'draft', 'unrated', 0, 0, 0, 0, 0, 0, 0 from generate_series(1, 501)`,
    `select from (select count(*) as n from enterprise_fact where tenant_id = $1 and not folded) l where n < 500`,
  ],
  [
    'enterprise.colors',
    `update enterprise set status = 'active' where tenant_id = $1`,
    `select from enterprise_color_month where tenant_id = $1 limit 1`,
  ],
  [
    'sms.forget',
    `insert into sms_message (tenant_id, id, phone, template, state, created_at, updated_at)
     values ($1, gen_random_uuid(), '136****0002', 'codeApply', 'sent', ${longAgo}, ${longAgo})`,
    `select where not exists (select from sms_message where tenant_id = $1)`,
  ],
  [
    'audit.forget',
    `insert into client_error (tenant_id, id, at, batch, address, user_agent, request_id, kind, message)
     values ($1, gen_random_uuid(), ${longAgo}, gen_random_uuid(), '', '', '', 'error', 'x')`,
    `select where not exists (select from client_error where tenant_id = $1)`,
  ],
  [
    'file.forgetEnded',
    `insert into file (tenant_id, id, owner_id, purpose, name, type, size_bytes, key, sha256, expires_at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'temporary', '导出.xlsx', 'x', 1, $1 || '/x/gone.xlsx', '', ${longAgo})`,
    `select where not exists (select from file where tenant_id = $1)`,
  ],
  [
    'todo.repair',
    `update enterprise set status = 'underReview' where tenant_id = $1`,
    `select from todo where tenant_id = $1 and kind = 'audit' limit 1`,
  ],
  [
    'todo.forget',
    `insert into todo_snooze (tenant_id, user_id, todo_id, until_on)
     select tenant_id, id, gen_random_uuid(), date '2026-03-01' from app_user where tenant_id = $1 limit 1`,
    `select where not exists (select from todo_snooze where tenant_id = $1)`,
  ],
  [
    'notice.due',
    `insert into announcement (tenant_id, id, channel, title, kind, content, audience, state, publish_at, created_at, updated_at)
     values ($1, gen_random_uuid(), 'announcement', '通知', 'other', '<p>x</p>', 'all', 'published', ${longAgo}, ${longAgo}, ${longAgo})`,
    `select from announcement where tenant_id = $1 and told_at is not null`,
  ],
];

test.each(works)('runs a daily job for every other tenant when one tenant fails: %s', async (queue, before, done) => {
  await rows(before);
  expect(await rows(done)).toHaveLength(0);
  const logged = app.log.length;
  await expect(app.doNow(queue)).rejects.toThrow(saysSo);
  expect(await rows(done)).toHaveLength(1);
  const failureLines = app.log.slice(logged).filter((line) => line.includes(`${queue} failed`));
  expect(failureLines).toHaveLength(1);
  expect(failureLines[0]).toContain(`"tenantId":"${broken}"`);
});

test('deletes expired live frames of every other tenant when one tenant fails', async () => {
  await rows(
    `insert into live_frame (tenant_id, id, at, type, data, recipients)
     values ($1, gen_random_uuid(), ${longAgo}, '6', '{}', '{}')`,
  );
  await expect(app.sweep()).rejects.toThrow(saysSo);
  await expect.poll(() => rows(`select from live_frame where tenant_id = $1 and at < '2026-01-01'`)).toHaveLength(0);
});

test('chains and checks the audit of every other tenant when one tenant fails', async () => {
  const at = new Date(Date.now() - 11 * 60_000);
  await app.sql(
    `insert into audit (tenant_id, id, at, address, user_agent, request_id, call, outcome)
     values ($1, $2, $3, '', '', '', 'x.y', 'done')`,
    [tenant.id, firstIdSince(at), at],
  );
  await expect(app.watchHashChain()).rejects.toThrow(saysSo);
  expect(await rows(`select from alarm where tenant_id = $1 and cause = 'auditUnsealed'`)).toHaveLength(1);
  const seals = createHashChain({ db: app.db, tenantIds: async () => [broken, tenant.id] });
  await expect(seals.linkAll()).rejects.toThrow(saysSo);
  expect(await rows('select from audit_seal where tenant_id = $1')).toHaveLength(1);
});
