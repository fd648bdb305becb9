// S93: a file can be attached to a field once. When the field gets another file, the old file is no longer accessible.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UploadDir } from '@anlan/contract/modules/file/file';
import { actorOf, type Actor } from '../../testing/actors.ts';
import { callNamed, dataOf, send, sendCall } from '../../testing/client.ts';
import { openApplicant } from '../../testing/applicant.ts';
import { openTestApp } from '../../testing/app.ts';
import { pdf, png } from '../../testing/sample-files.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let [admin, regulator, staff, colleague]: Actor[] = [];
beforeAll(async () => {
  tenant = await makeTenant(app);
  admin = await actorOf(app, tenant, 'admin');
  regulator = await actorOf(app, tenant, 'regulator');
  staff = await actorOf(app, tenant, 'entadmin');
  colleague = await actorOf(app, tenant, 'entstaff');
});
afterAll(() => app.close());

const tokenOf = (who: Actor | undefined) => who?.tokens.access_token ?? '';
const call = (who: Actor | undefined, name: string, input: Record<string, unknown>) =>
  sendCall(app, callNamed(app, name), input, { token: tokenOf(who) });
const document = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('内部') };
async function upload(who: Actor | undefined, dir: UploadDir) {
  const picture = { name: 'a.png', type: 'image/png', bytes: png };
  const file = dir === 'licence' ? { name: 'a.pdf', type: '', bytes: pdf } : dir === 'document' ? document : picture;
  return dataOf<{ url: string }>(
    await send(app, 'POST', '/upms/file/upload', { token: tokenOf(who), query: { dir }, file }),
  ).url;
}
const opens = async (who: Actor | undefined, url: string) =>
  (await send(app, 'GET', url, { token: tokenOf(who) })).status;
const idOf = (url: string) => url.split('/').at(-1) ?? '';

describe('a licence', () => {
  const set = async (licence: string | null, at = 0, who = regulator) => {
    const id = tenant.enterpriseIds[at] ?? '';
    const { version } = dataOf<{ version: number }>(await call(regulator, 'enterprise.get', { id }));
    return (await call(who, 'enterprise.update', { id, version, licence })).status;
  };

  test('S93 cannot be attached to the enterprise when a colleague uploaded it for a draft', async () => {
    const url = await upload(admin, 'document');
    const draft = { title: '内部通知', kind: 'deployment', content: '<p>内部</p>', audience: 'all', targets: [] };
    const files = [{ id: idOf(url), name: 'a.txt' }];
    const { id } = dataOf<{ id: string }>(await call(admin, 'notice.create', { ...draft, files }));
    expect(await opens(regulator, url)).toBe(404);
    expect(await set(url)).toBe(400);
    expect(await set(null)).toBe(200);
    for (const who of [regulator, staff, colleague]) expect(await opens(who, url)).toBe(404);
    dataOf(await call(admin, 'notice.get', { id }));
    expect(await opens(admin, url)).toBe(200);
  });

  test('S93 of one enterprise cannot be attached to another enterprise', async () => {
    const [first, second] = [await upload(regulator, 'licence'), await upload(regulator, 'licence')];
    expect(await set(first)).toBe(200);
    expect(await set(first, 1)).toBe(400);
    expect([await opens(staff, first), await opens(admin, first)]).toEqual([200, 200]);
    // Setting the file that the field already has changes nothing, also when another user uploaded it.
    expect(await set(first, 0, admin)).toBe(200);
    expect(await set(second, 0, regulator)).toBe(200);
    expect([await opens(staff, first), await opens(admin, first), await opens(regulator, first)]).toEqual([
      404, 404, 200,
    ]);
    expect(await set(first, 0, admin)).toBe(400);
    expect(await set(first)).toBe(200);
    expect([await opens(staff, first), await opens(staff, second)]).toEqual([200, 404]);
  });

  test('S93 of an earlier application cannot be opened after the next application', async () => {
    const applicant = openApplicant(() => ({ app, tenant, phone: '13500039301', regulator: tokenOf(regulator) }));
    const sentWith = async (proof: string) =>
      dataOf<{ url: string }>(
        await send(app, 'POST', '/bus/enterprise/entApply/upload', {
          file: { name: 'a.pdf', type: '', bytes: pdf },
          fields: { tenantId: tenant.id, proof },
        }),
      ).url;
    const proof = await applicant.proofOf();
    const first = await sentWith(proof);
    const body = { ...applicant.form({ licence: first }), tenantId: tenant.id, phone: '13500039301', proof };
    const { number } = dataOf<{ number: string }>(await applicant.post('entApply', body));
    expect(await opens(regulator, first)).toBe(200);
    dataOf(await applicant.decide('reject', number, { reason: '营业执照不清晰' }));
    const again = await applicant.proofOf();
    const second = await sentWith(again);
    dataOf(await applicant.resubmitted(number, { licence: second }, again));
    expect([await opens(regulator, first), await opens(regulator, second)]).toEqual([404, 200]);
  });

  test('S93 cannot be opened after a merge that selected the licence of the other enterprise', async () => {
    const [keptFile, dropped] = [await upload(regulator, 'licence'), await upload(regulator, 'licence')];
    expect([await set(keptFile, 2), await set(dropped, 3)]).toEqual([200, 200]);
    const [keepId = '', dropId = ''] = tenant.enterpriseIds.slice(2, 4);
    const versionOf = async (id: string) =>
      dataOf<{ version: number }>(await call(regulator, 'enterprise.get', { id })).version;
    const versions = { keepVersion: await versionOf(keepId), dropVersion: await versionOf(dropId) };
    dataOf(await call(regulator, 'enterprise.merge', { keepId, dropId, ...versions, fields: { licence: 'drop' } }));
    expect([await opens(admin, keptFile), await opens(admin, dropped)]).toEqual([404, 200]);
  });
});

test('S93 hides a replaced logo or portrait from other users', async () => {
  const setLogo = async (logoUrl: string | null, who = staff) =>
    (await call(who, 'enterprise.updateLogo', { aliasName: '安澜', logoUrl })).status;
  const [mark, other] = [await upload(staff, 'logo'), await upload(staff, 'logo')];
  for (const wrong of [await upload(staff, 'licence'), await upload(staff, 'avatar'), await upload(colleague, 'logo')])
    expect(await setLogo(wrong)).toBe(400);
  expect([await setLogo(mark), await opens(colleague, mark)]).toEqual([200, 200]);
  expect([await setLogo(other), await opens(colleague, mark)]).toEqual([200, 404]);
  expect([await setLogo(mark), await opens(colleague, mark)]).toEqual([200, 200]);

  const wear = async (avatar: string | null) => (await call(staff, 'user.edit', { avatar })).status;
  const face = await upload(staff, 'avatar');
  expect([await wear(face), await opens(colleague, face)]).toEqual([200, 200]);
  expect([await wear(null), await opens(colleague, face)]).toEqual([200, 404]);
  expect([await wear(face), await opens(colleague, face)]).toEqual([200, 200]);
});

test('S93 refuses an attachment that another announcement has', async () => {
  const fields = { title: '检查通知', kind: 'deployment', content: '<p>请自查</p>', audience: 'all', targets: [] };
  const file = { id: idOf(await upload(admin, 'document')), name: 'a.txt' };
  const write = (files: object[]) => call(admin, 'notice.create', { ...fields, files });
  const first = dataOf<{ id: string; version: number }>(await write([file]));
  expect((await write([file])).status).toBe(400);
  dataOf(await call(admin, 'notice.update', { id: first.id, version: first.version, files: [] }));
  const second = dataOf<{ id: string; version: number }>(await write([file]));
  expect((await write([file])).status).toBe(400);
  dataOf(await call(admin, 'notice.remove', { id: second.id, version: second.version }));
  const third = dataOf<{ id: string; version: number }>(await write([file]));
  dataOf(await call(admin, 'notice.publish', { id: third.id, version: third.version }));
  const { url } = dataOf<{ url: string }>(await call(staff, 'notice.file', { id: third.id, fileId: file.id }));
  expect((await send(app, 'GET', url)).status).toBe(200);
});

test('S93 accepts only a public platform picture as the logo of a tenant', async () => {
  const platform = await actorOf(app, tenant, 'platform');
  const made = await call(platform, 'tenant.create', { name: '标志单位', username: 'first', nickName: '首任' });
  const { id, version } = dataOf<{ id: string; version: number }>(made);
  const set = (logo: string) => call(platform, 'tenant.update', { id, version, logo });
  for (const strange of [idOf(await upload(admin, 'logo')), crypto.randomUUID()])
    expect((await set(`/upms/tenant/logo/${strange}`)).status).toBe(400);
  const file = { name: 'a.png', type: 'image/png', bytes: png };
  const sent = await send(app, 'POST', '/upms/tenant/logo', { token: tokenOf(platform), file });
  expect((await set(dataOf<{ url: string }>(sent).url)).status).toBe(200);
});
