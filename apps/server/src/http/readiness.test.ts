// Answers of a server that is still creating the demo data at its first start.
import { expect, test } from 'vitest';
import { publicConfig } from '@anlan/contract/modules/session/session';
import { openTestApp } from '../../testing/app.ts';
import { send } from '../../testing/client.ts';

test('reports a server as not ready while tenants are being seeded', async () => {
  let pending: readonly string[] = ['云岭市交通运输局（演示）', '安澜控股集团（演示）'];
  const app = await openTestApp({ pendingTenants: () => pending });
  try {
    const notReady = await send(app, 'GET', '/readyz');
    expect([notReady.status, notReady.text]).toEqual([503, '{"status":"seeding"}']);
    expect((await send(app, 'GET', '/healthz')).status).toBe(200);
    const read = async () => publicConfig.parse(JSON.parse((await send(app, 'GET', '/config.json')).text)).seeding;
    expect(await read()).toEqual(pending);
    pending = [];
    const ready = await send(app, 'GET', '/readyz');
    expect([ready.status, ready.text]).toEqual([200, '{"status":"ok"}']);
    expect(await read()).toBeUndefined();
  } finally {
    await app.close();
  }
});
