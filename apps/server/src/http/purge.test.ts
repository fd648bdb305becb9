// S81: purging a removed tenant deletes its files from the bucket. Files of other tenants remain.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBucket } from '../../testing/bucket.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { pdf, png } from '../../testing/sample-files.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let bucket: Awaited<ReturnType<typeof openBucket>>;
let app: TestApp;
beforeAll(async () => {
  bucket = await openBucket();
  const { endpoint, accessKey, secretKey } = bucket.place;
  app = await openTestApp({
    env: {
      FILES_DRIVER: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'anlan',
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    },
  });
});
afterAll(async () => {
  await app.close();
  await bucket.close();
});

const objects = () =>
  readdirSync(bucket.directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('._S3rver_object'))
    .map((name) => name.replace(/^anlan\//, '').replace(/\._S3rver_object$/, ''));
const objectsOf = ({ id }: TestTenant) => objects().filter((key) => key.startsWith(`${id}/`));

async function upload(tenant: TestTenant) {
  const token = (await signIn(app, tenant, 'admin')).access_token;
  const put = async (dir: string, name: string, bytes: Uint8Array) =>
    dataOf<{ url: string }>(
      await send(app, 'POST', '/upms/file/upload', {
        token,
        query: { dir },
        file: { name, type: 'image/png', bytes },
      }),
    ).url;
  return { token, urls: [await put('licence', '执照.png', png), await put('document', '制度.pdf', pdf)] };
}

test('S81 deletes objects of a purged tenant from the bucket, also after an outage', async () => {
  const [gone, otherTenant] = [await makeTenant(app), await makeTenant(app)];
  await upload(gone);
  const { token, urls } = await upload(otherTenant);
  const before = objectsOf(otherTenant);
  expect([objectsOf(gone).length, before.length]).toEqual([2, 2]);
  await app.sql(`update brand set removed_at = '2025-01-01', status = 'frozen' where id = $1`, [gone.id]);
  await app.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [gone.id]);
  bucket.cut(true);
  await expect(app.purgeDue()).rejects.toThrow('failed in 1 tenants');
  bucket.cut(false);
  expect(objectsOf(gone)).toHaveLength(2);
  // The data key is deleted at the first attempt, so encrypted data is unreadable from then on.
  expect(await app.sql('select 1 from data_key where tenant_id = $1', [gone.id])).toEqual([]);
  const files = () => app.sql('select 1 from file where tenant_id = $1', [gone.id]);
  expect(await files()).toHaveLength(2);
  await app.purgeDue();
  expect(objectsOf(gone)).toEqual([]);
  expect(await files()).toEqual([]);
  const [purgeEntry] = await app.sql<{ note: string }>(
    `select note from audit where tenant_id = '0' and call = 'tenant.purge' and object_id = $1`,
    [gone.id],
  );
  expect(purgeEntry?.note).toMatch(/、2 个文件$/);
  expect(objectsOf(otherTenant)).toEqual(before);
  for (const url of urls) expect((await send(app, 'GET', url, { token })).status).toBe(200);
}, 60_000);
