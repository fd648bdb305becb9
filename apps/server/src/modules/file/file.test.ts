import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { systemClock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { createLocalFiles } from '#platform/files/index.ts';
import { createAuditModule } from '../audit/index.ts';
import {
  makeTenant,
  openTestDatabase,
  regulatorScope,
  staffScope,
  type TestDatabase,
} from '../../../testing/database.ts';
import { pngOfBytes } from '../../../testing/pictures.ts';
import { creditCodeAt } from '../../../testing/import-file.ts';
import { createFileModule, type AttachedAs, type FileModule } from './index.ts';
import { cleanName } from './rules.ts';

let database: TestDatabase;
let module: FileModule;
let passedMs = 0;
const root = () => join(database.folder, 'files');
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  module = createFileModule({
    db,
    files: createLocalFiles({ root: root() }),
    audit: createAuditModule({ db }),
    clock: { now: () => new Date(systemClock.now().getTime() + passedMs) },
    linkKey: 'key',
  });
});
afterAll(() => database.close());

const userId = newId();
const [mine, theirs] = [newId(), newId()];
let regulator: Scope;
let staff: Scope;
beforeEach(async () => {
  passedMs = 0;
  const tenantId = await makeTenant(database, userId);
  regulator = regulatorScope(tenantId, userId, ['bus:enterprise:get']);
  staff = staffScope(tenantId, newId(), mine);
  const now = new Date();
  await database.db.scoped(systemScope('test', tenantId), (tx) =>
    insertAll(
      tx,
      'enterprise',
      [mine, theirs].map((id, index) => ({
        tenant_id: tenantId,
        id,
        version: 1,
        name: `企业${index}`,
        credit_code: creditCodeAt(index),
        enterprise_code: `QY${index}`,
        supervision_kind: 'other',
        region_code: '330106',
        registered_address: '示例路',
        industry_code: 'G54',
        legal_person: '王',
        safety_manager_name: '李',
        safety_manager_phone: '138****0001',
        status: 'active',
        source: 'regulator',
        color: 'unrated',
        color_reasons: [],
        profile_rate: 0,
        created_at: now,
        updated_at: now,
      })),
    ),
  );
});

const png = (size = 100) => pngOfBytes(size);
const pdf = Buffer.from('%PDF-1.7\n');
const send = (scope: Scope, name: string, bytes: Uint8Array, wanted: object = {}) =>
  module.upload(scope, { ...wanted, file: { name, type: 'image/png', stream: Readable.from([bytes]) } });
const idOf = (url: string) => url.split('/').at(-1) ?? '';
const stored = () =>
  readdirSync(root(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

test('returns a logo unchanged under its cleaned name', async () => {
  const { url, name } = await send(regulator, 'C:\\图片\\公司 标志\u202e.PNG', png(), {
    fileType: 'image',
    dir: 'logo',
    limitSize: 1024,
  });
  expect(url).toMatch(/^\/upms\/file\/[0-9a-f-]{36}$/);
  expect(name).toBe('公司 标志.png');
  const opened = await module.open(regulator, { id: idOf(url) });
  expect(opened).toMatchObject({ name, type: 'image/png' });
  expect(await sharp(await buffer(opened.body)).metadata()).toMatchObject({ width: 1, height: 1 });
  const history = await database.db.scoped(regulator, (tx) =>
    createAuditModule(database).historyOf(tx, 'file', idOf(url)),
  );
  expect(history.map((entry) => entry.call)).toEqual(['file.upload']);
});

describe('a file that does not fit its purpose', () => {
  const logo = '只能上传jpg/png文件，且不超过1M';
  test.each([
    ['a PDF as a logo', 'a.pdf', pdf, { dir: 'logo' }, logo],
    ['a PDF named .png', 'a.png', pdf, { dir: 'logo' }, logo],
    ['a picture named .html', 'a.html', png(), { dir: 'logo' }, logo],
    ['SVG', 'a.svg', Buffer.from('<svg/>'), { dir: 'logo' }, logo],
    ['an empty file', 'a.png', Buffer.alloc(0), { dir: 'logo' }, logo],
    ['a logo of more than 1 MB', 'a.png', png(1024 * 1024 + 1), { dir: 'logo' }, logo],
    ['a file larger than the client allows', 'a.png', png(3000), { dir: 'logo', limitSize: 2 }, logo],
    ['a PDF where the client requests pictures', 'a.pdf', pdf, { dir: 'licence', fileType: 'image' }, /jpg\/png\/pdf/],
    ['a program as a licence', 'a.pdf', Buffer.from('MZ\x90\0'), { dir: 'licence' }, /jpg\/png\/pdf/],
  ] as const)('is refused: %s', async (_, name, bytes, wanted, reason) => {
    const before = stored();
    const message = typeof reason === 'string' ? reason : expect.stringMatching(reason);
    await expect(send(regulator, name, bytes, wanted)).rejects.toMatchObject({ code: 'invalid', message });
    expect(stored()).toBe(before);
  });
  test('is refused although client options allow the file', async () => {
    await expect(
      send(regulator, 'a.png', png(1024 * 1024 + 1), { dir: 'logo', limitSize: 99_999 }),
    ).rejects.toMatchObject({
      message: logo,
    });
  });
  test('is not stored when the upload is interrupted', async () => {
    const before = stored();
    async function* broken() {
      yield png(5000);
      throw new Error('gone');
    }
    const file = { name: 'a.png', type: '', stream: broken() };
    await expect(module.upload(regulator, { dir: 'logo', file })).rejects.toThrow('gone');
    expect(stored()).toBe(before);
  });
});

describe('access to files', () => {
  const opens = (scope: Scope, url: string) => module.open(scope, { id: idOf(url) }).then((file) => buffer(file.body));
  const attach = (scope: Scope, url: string, to: string, purpose: AttachedAs = 'licence') =>
    database.db.scoped(scope, (tx) => module.attach(tx, url, purpose, to));
  const detach = (scope: Scope, url: string, purpose: AttachedAs = 'licence') =>
    database.db.scoped(scope, (tx) => module.detach(tx, url, purpose));
  test('is given to enterprise staff after a regulator attached the file to the enterprise', async () => {
    const { url } = await send(regulator, 'a.pdf', pdf, { dir: 'licence' });
    await expect(opens(staff, url)).rejects.toMatchObject({ code: 'notFound' });
    await expect(opens(regulatorScope('999999', userId), url)).rejects.toMatchObject({ code: 'notFound' });
    expect(await attach(regulator, url, mine)).toBe(true);
    expect(await opens(staff, url)).toEqual(pdf);
    for (const to of [mine, theirs]) expect(await attach(regulator, url, to)).toBe(false);
  });
  test('is limited to the enterprise of the uploader until the file is attached', async () => {
    const { url } = await send(staff, 'a.pdf', pdf, { dir: 'licence' });
    expect(await opens(staff, url)).toEqual(pdf);
    await expect(opens(regulator, url)).rejects.toMatchObject({ code: 'notFound' });
    expect(await attach(staff, url, mine)).toBe(true);
    expect(await opens(regulator, url)).toEqual(pdf);
    const other = staffScope(staff.tenantId, newId(), theirs);
    await expect(opens(other, url)).rejects.toMatchObject({ code: 'notFound' });
    expect(await attach(other, url, theirs)).toBe(false);
  });
  test('S55 needs a permit, not only the file id, for licences and files of the tenant', async () => {
    const reader = regulatorScope(regulator.tenantId, newId(), ['sys:log:index', 'sys:log:export']);
    const pdfStream = Readable.from([pdf]);
    const rule = { purpose: 'application', kinds: ['pdf'] as const, maxBytes: 1_000, refusal: '' };
    const sent = await module.receive(
      systemScope('apply', regulator.tenantId),
      { name: 'c.pdf', type: '', stream: pdfStream },
      rule,
      async (_tx, { url }) => url,
      newId(),
    );
    const attachment = (await send(regulator, 'a.pdf', pdf, { dir: 'document' })).url;
    expect(await database.db.scoped(regulator, (tx) => module.attach(tx, attachment, 'document'))).toBe(true);
    const licence = (await send(staff, 'b.pdf', pdf, { dir: 'licence' })).url;
    expect(await attach(staff, licence, mine)).toBe(true);
    for (const [scope, url] of [
      [reader, sent],
      [regulator, sent],
      [reader, attachment],
      [reader, licence],
    ] as const) {
      const missing = { code: 'notFound' };
      await expect(opens(scope, url)).rejects.toMatchObject(missing);
      await expect(module.link(scope, { id: idOf(url) })).rejects.toMatchObject(missing);
      await expect(module.view(scope, { url })).rejects.toMatchObject(missing);
    }
    expect(await opens(regulator, attachment)).toEqual(pdf);
    expect(await opens(regulator, licence)).toEqual(pdf);
    const lister = regulatorScope(regulator.tenantId, newId(), ['bus:enterprise:index']);
    expect(await opens(lister, licence)).toEqual(pdf);
    // A module that shows the file gives a link to a reader whose access it has checked.
    const { url } = await module.lend(reader, idOf(attachment), regulator.tenantId);
    const [, id = '', query = ''] = /signed\/([^?]+)\?(.*)$/.exec(url) ?? [];
    const { tenant = '', user = '', ends, sign = '' } = Object.fromEntries(new URLSearchParams(query));
    const signed = await module.signed(reader, { id, tenant, user, ends: Number(ends), sign });
    expect(await buffer(signed.body)).toEqual(pdf);
  });
  test('S93 does not let a user attach a file of another user', async () => {
    const colleague = staffScope(staff.tenantId, newId(), mine);
    const boss = regulatorScope(regulator.tenantId, newId(), ['bus:enterprise:get', 'bus:enterprise:edit']);
    const staffs = (await send(staff, 'a.pdf', pdf, { dir: 'licence' })).url;
    const units = (await send(regulator, 'b.pdf', pdf, { dir: 'licence' })).url;
    const document = (await send(regulator, 'c.txt', Buffer.from('内部'), { dir: 'document' })).url;
    const attachedUrl = (await send(regulator, 'd.pdf', pdf, { dir: 'document' })).url;
    expect(await database.db.scoped(regulator, (tx) => module.attach(tx, attachedUrl, 'document'))).toBe(true);
    for (const [scope, url] of [
      [colleague, staffs],
      [boss, units],
      [boss, document],
      [boss, attachedUrl],
      [regulator, document],
      [regulator, attachedUrl],
    ] as const) {
      expect(await attach(scope, url, mine)).toBe(false);
      if (scope === regulator) continue;
      await expect(opens(scope, url)).rejects.toMatchObject({ code: 'notFound' });
    }
    for (const url of [staffs, units, document, attachedUrl])
      await expect(opens(colleague, url)).rejects.toMatchObject({ code: 'notFound' });
    // Change the purpose in the row, as an attacker with SQL access could.
    await database.db.scoped(regulator, (tx) =>
      tx.client.query(`update file set purpose = 'licence' where id = $1`, [idOf(document)]),
    );
    expect(await attach(regulator, document, mine)).toBe(false);
  });
  test('S93 is limited to the owner after the file is detached', async () => {
    const { url } = await send(regulator, 'a.pdf', pdf, { dir: 'licence' });
    const boss = regulatorScope(regulator.tenantId, newId(), ['bus:enterprise:get']);
    expect(await attach(regulator, url, mine)).toBe(true);
    expect([await opens(staff, url), await opens(boss, url)]).toEqual([pdf, pdf]);
    // Detaching with another purpose has no effect.
    await detach(boss, url, 'logo');
    expect(await opens(staff, url)).toEqual(pdf);
    await detach(boss, url);
    for (const scope of [staff, boss]) await expect(opens(scope, url)).rejects.toMatchObject({ code: 'notFound' });
    for (const scope of [staff, boss]) expect(await attach(scope, url, mine)).toBe(false);
    passedMs = limits.upload.waitingSeconds * 1_000 + 1_000;
    await module.forgetEnded([regulator.tenantId]);
    expect(await opens(regulator, url)).toEqual(pdf);
    expect(await attach(regulator, url, theirs)).toBe(false);
    expect(await attach(regulator, url, mine)).toBe(true);
    expect(await opens(staff, url)).toEqual(pdf);
  });
  test('does not accept the URL of another server or of a missing file', async () => {
    for (const address of ['https://x/upms/file/1', '/upms/file/../etc', '', `/upms/file/${newId()}`])
      expect(await attach(regulator, address, mine), address).toBe(false);
  });
});

test('removes folders and control characters from file names', () => {
  expect(cleanName('../../etc/passwd', 'pdf')).toBe('passwd.pdf');
  expect(cleanName('a\r\nSet-Cookie: x.png', 'png')).toBe('aSet-Cookie： x.png');
  expect(cleanName('.htaccess', 'png')).toBe('文件.htaccess');
  expect(cleanName(`${'长'.repeat(300)}.JPEG`, 'jpg')).toBe(`${'长'.repeat(100)}.jpeg`);
  expect(cleanName('', 'jpg')).toBe('文件.jpg');
  expect(cleanName('x\0.png', 'png')).toBe('x.png');
});

describe('upload limits and expiry of files (S52)', () => {
  const used = async (enterpriseId = mine) => {
    const { rows } = await database.db.scoped(regulator, (tx) =>
      tx.client.query<{ files: number; bytes: string }>('select files, bytes from file_use where enterprise_id = $1', [
        enterpriseId,
      ]),
    );
    return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
  };
  const setUse = (files: number, bytes: number, day = dayOf(new Date())) =>
    database.db.scoped(regulator, (tx) =>
      tx.client.query(
        `insert into file_use (tenant_id, enterprise_id, day, files, bytes) values ($1, $2, $5, $3, $4)
         on conflict (tenant_id, enterprise_id) do update set files = $3, bytes = $4, day = $5`,
        [regulator.tenantId, mine, files, bytes, day],
      ),
    );
  const licence = () => send(staff, 'a.pdf', pdf, { dir: 'licence' });

  test('allow no concurrent uploads above the daily limit', async () => {
    await setUse(498, 0);
    const before = stored();
    const ends = await Promise.allSettled(Array.from({ length: 20 }, licence));
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(refused.length).toBe(18);
    expect(new Set(refused)).toEqual(new Set(['AppError: 今天上传的文件已达 500 个，请明天再传']));
    expect(stored()).toBe(before + 2);
    expect(await used()).toEqual({ files: 500, bytes: 2 * pdf.length });
    await setUse(500, 0, '2026-01-01');
    await licence();
    expect((await used()).files).toBe(1);
  });

  test('count used bytes from stored files up to two gigabytes', async () => {
    const { url } = await licence();
    await database.db.scoped(staff, (tx) => module.attach(tx, url, 'licence', mine));
    expect(await used()).toEqual({ files: 1, bytes: pdf.length });
    const other = await send(staff, 'b.pdf', pdf, { dir: 'licence' });
    await module.discard(staff, idOf(other.url));
    expect((await used()).bytes).toBe(pdf.length);
    await database.db.scoped(regulator, (tx) => module.handOver(tx, mine, theirs));
    expect([(await used()).bytes, (await used(theirs)).bytes]).toEqual([0, pdf.length]);
    expect(await buffer((await module.open(regulator, { id: idOf(url) })).body)).toEqual(pdf);
    await setUse(1, 2 * 2 ** 30 - pdf.length + 1);
    await expect(licence()).rejects.toMatchObject({ message: expect.stringContaining('2 GB') });
    await setUse(1, 2 * 2 ** 30 - pdf.length);
    await licence();
  });

  test('do not delete a file that is attached at its expiry', async () => {
    const { url } = await licence();
    let swept = Promise.resolve();
    await database.db.scoped(staff, async (tx) => {
      expect(await module.attach(tx, url, 'licence', mine)).toBe(true);
      passedMs = limits.upload.waitingSeconds * 1_000 + 1_000;
      swept = module.forgetEnded([staff.tenantId]);
      // The cleanup has found the expired file and waits for the lock of this transaction.
      const waits = 'select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid';
      await expect.poll(async () => (await tx.client.query(waits)).rowCount).toBeGreaterThan(0);
    });
    await swept;
    expect((await module.open(regulator, { id: idOf(url) })).name).toBeTruthy();
  });

  test('delete only unattached files after a week', async () => {
    const keptFile = await licence();
    await licence();
    const portrait = await send(regulator, 'c.png', png(), { dir: 'avatar' });
    const left = await send(regulator, 'd.png', png(), { dir: 'avatar' });
    await database.db.scoped(staff, (tx) => module.attach(tx, keptFile.url, 'licence', mine));
    const keep = (url: string) => database.db.scoped(regulator, (tx) => module.attach(tx, url, 'avatar'));
    expect(await keep(portrait.url)).toBe(true);
    const bytes = stored();
    passedMs = limits.upload.waitingSeconds * 1_000 + 1_000;
    // A file expires while its form is open too long. The file cannot be attached then, and the user must upload it
    // again.
    expect(await keep(left.url)).toBe(false);
    await module.forgetEnded([regulator.tenantId]);
    expect(stored()).toBe(bytes - 2);
    expect((await used()).bytes).toBe(pdf.length);
    for (const { url } of [keptFile, portrait])
      expect((await module.open(regulator, { id: idOf(url) })).name).toBeTruthy();
  });
});
