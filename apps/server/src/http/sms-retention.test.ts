// S78, S81: how unsent messages store their phone numbers, and for how long.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resumeOutgoing } from '#platform/backup/outgoing-pause.ts';
import { withConnection } from '#platform/db/connection.ts';
import { openFiles } from '#platform/files/index.ts';
import { send } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/tenants.ts';
import { seedDatabase } from '../seed.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('deletes an undeliverable SMS after thirty days, unless sending is on hold (S81)', async () => {
  const { id } = await makeTenant(app);
  const queued = async () =>
    (await app.sql(`select from sms_message where tenant_id = $1 and state = 'queued'`, [id])).length;
  await app.sql(`insert into hold (name, note) values ('outgoing', 'restored')`);
  try {
    const query = { phone: '13600020001', type: '5', tenantId: id };
    expect((await send(app, 'POST', '/bus/sms/code', { query })).status).toBe(200);
    app.clock.pass(31 * 86_400);
    await app.forgetMessages();
    expect(await queued()).toBe(1);
    await app.sql(`delete from hold where name = 'outgoing'`);
    await app.forgetMessages();
    expect(await queued()).toBe(0);
  } finally {
    await withConnection(app.database.superuserUrl(), resumeOutgoing);
  }
  expect(app.inbox.newest('13600020001')).toBeUndefined();
});

test('encrypts an unencrypted queued SMS at the next start (S78)', async () => {
  const { id } = await makeTenant(app);
  await app.sql('alter table sms_message drop constraint sms_message_phone_is_masked');
  await app.sql('update brand set removed_at = $2 where id = $1', [id, app.clock.now()]);
  await app.sql(
    `insert into sms_message (tenant_id, id, phone, template, state, created_at, updated_at)
     values ($1, gen_random_uuid(), '13600020002', 'codeApply', 'queued', $2, $2)`,
    [id, app.clock.now()],
  );
  const { db, config } = app;
  const files = openFiles({ root: join(config.dataDir, 'files'), s3: config.s3 });
  await seedDatabase({ db, masterKey: app.secrets.vaultMasterKey, config, files, log: () => {} });
  const [row] = await app.sql<{ phone: string; phone_sealed: string | null }>(
    'select phone, phone_sealed from sms_message where tenant_id = $1',
    [id],
  );
  expect(row).toEqual({ phone: '136****0002', phone_sealed: expect.any(String) });
});
