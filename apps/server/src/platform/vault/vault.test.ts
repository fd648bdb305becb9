import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { testMasterKey } from '../../../testing/cluster.ts';
import { makeTenant, openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { createVault, type Vault } from './index.ts';
import { rotateKeys } from './rotation.ts';

let database: TestDatabase;
let vault: Vault;
beforeAll(async () => {
  database = await openTestDatabase();
  vault = createVault({ db: database.db, masterKey: testMasterKey, freshMs: 0 });
});
afterAll(() => database.close());

const of = (tenantId: string, one: Vault = vault) => one.of({ scope: { tenantId } });
const place = (id: string, column = 'phone_sealed') => ({ table: 'app_user', column, id });
const phone = '13912345678';

describe('an encrypted value (S78)', () => {
  test('decrypts at its own location', async () => {
    const own = await of('501');
    const id = newId();
    const [one, two] = [own.encrypt(place(id), phone), own.encrypt(place(id), phone)];
    expect(one).not.toBe(two);
    expect(one).not.toContain(phone);
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(phone);
    expect(own.open(place(id), one)).toBe(phone);
    // Simulates another node with the same master key.
    const other = await of('501', createVault({ db: database.db, masterKey: testMasterKey }));
    expect(other.open(place(id), two)).toBe(phone);
  });

  test('cannot be decrypted in another row, column, table or tenant', async () => {
    const own = await of('501');
    const id = newId();
    const encrypted = own.encrypt(place(id), phone);
    expect(() => own.open(place(newId()), encrypted)).toThrow();
    expect(() => own.open(place(id, 'email_sealed'), encrypted)).toThrow();
    expect(() => own.open({ ...place(id), table: 'enterprise' }, encrypted)).toThrow();
    const changed = encrypted.slice(0, -3) + (encrypted.at(-3) === 'A' ? 'B' : 'A') + encrypted.slice(-2);
    expect(() => own.open(place(id), changed)).toThrow();
    const foreign = await of('502');
    expect(() => foreign.open(place(id), encrypted)).toThrow();
  });

  test('is found by a blind index that depends on tenant, kind and text', async () => {
    const [one, two] = [await of('501'), await of('502')];
    const all = [
      one.index('phone', phone),
      two.index('phone', phone),
      one.index('mail', phone),
      one.index('phone', '1'),
    ];
    expect(new Set(all).size).toBe(4);
    expect((await of('501')).index('phone', phone)).toBe(all[0]);
  });

  test('cannot be decrypted with another master key', async () => {
    await of('501');
    const wrong = createVault({ db: database.db, masterKey: 'n'.repeat(43) });
    await expect(of('501', wrong)).rejects.toThrow(/主密钥不对/);
    await expect(wrong.check('501')).rejects.toThrow(/主密钥不对/);
    await expect(wrong.check('999999')).resolves.toBeUndefined();
  });

  test('cannot be decrypted after its tenant keys are deleted', async () => {
    const own = await of('503');
    const id = newId();
    const encrypted = own.encrypt(place(id), phone);
    await database.db.scoped(systemScope('test', '503'), (tx) => vault.destroy(tx));
    const after = await of('503');
    expect(() => after.open(place(id), encrypted)).toThrow();
    expect(after.index('phone', phone)).not.toBe(own.index('phone', phone));
  });

  test('has one key when two nodes create the first key in parallel', async () => {
    const vaults = Array.from({ length: 10 }, () => createVault({ db: database.db, masterKey: testMasterKey }));
    const all = await Promise.all(vaults.map((one) => of('504', one)));
    expect(new Set(all.map((one) => one.index('phone', phone))).size).toBe(1);
    const id = newId();
    expect(all[0]?.open(place(id), all[9]?.encrypt(place(id), phone) ?? '')).toBe(phone);
  });
});

describe('rotation of data keys (S78)', () => {
  const rows = 3_000;
  let tenantId = '';
  const ids: string[] = [];
  beforeAll(async () => {
    tenantId = await makeTenant(database, newId());
    const own = await of(tenantId);
    for (let index = 0; index < rows; index += 1) ids.push(newId());
    await database.db.scoped(systemScope('test', tenantId), (tx) =>
      insertAll(
        tx,
        'app_user',
        ids.map((id, index) => ({
          tenant_id: tenantId,
          id,
          username: `u${index}`,
          nick_name: '沈安然',
          type: 'regulator',
          lock_flag: '0',
          demo: false,
          demo_mode: false,
          must_change_password: false,
          approval: 'approved',
          version: 1,
          created_at: new Date(),
          updated_at: new Date(),
          phone_sealed: own.encrypt(place(id), `139${String(index).padStart(8, '0')}`),
          phone_index: own.index('phone', `139${String(index).padStart(8, '0')}`),
        })),
      ),
    );
  });
  const stored = () =>
    database.db.scoped(
      systemScope('test', tenantId),
      async (tx) =>
        (
          await tx.client.query<{ id: string; sealed: string; found: string }>(
            'select id::text, phone_sealed as sealed, phone_index as found from app_user where phone_sealed is not null order by id',
          )
        ).rows,
    );
  const options = () => ({
    appUrl: database.appUrl,
    masterKey: testMasterKey,
    vaultOf: (id: string) => of(id),
    tenantIds: [tenantId],
    pauseMs: 5,
    batch: 200,
  });
  const keyNos = async () => new Set((await stored()).map(({ sealed: encrypted }) => encrypted.split('.')[0]));

  test('continues after a kill and loses no value', async () => {
    const before = await stored();
    const killed = rotateKeys({
      ...options(),
      onBatch: (done) => {
        if (done >= 1_000) throw new Error('killed');
      },
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await keyNos()).toEqual(new Set(['1', '2']));
    // A running node must read values of both keys and encrypt with the new one.
    const own = await of(tenantId);
    const written = ids[2_500] ?? '';
    await database.db.scoped(systemScope('test', tenantId), (tx) =>
      tx.client.query('update app_user set phone_sealed = $2 where id = $1', [
        written,
        own.encrypt(place(written), '13700000000'),
      ]),
    );
    const result = await rotateKeys(options());
    expect(result.resumed).toBe(true);
    expect(result.values).toBeLessThan(rows - 900);
    const after = await stored();
    expect(new Set(after.map(({ sealed: encrypted }) => encrypted.split('.')[0]))).toEqual(new Set(['2']));
    const now = await of(tenantId);
    after.forEach(({ id, sealed: encrypted, found }, index) => {
      const whole = id === written ? '13700000000' : `139${String(ids.indexOf(id)).padStart(8, '0')}`;
      if (index % 50 === 0 || id === written) expect(now.open(place(id), encrypted)).toBe(whole);
      expect(found).toBe(before[index]?.found);
    });
  });

  test('keeps values of the old key readable', async () => {
    const [before] = await stored();
    const result = await rotateKeys(options());
    expect(result).toEqual({ values: rows, resumed: false });
    expect(await keyNos()).toEqual(new Set(['3']));
    const own = await of(tenantId);
    expect(own.open(place(before?.id ?? ''), before?.sealed ?? '')).toMatch(/^139/);
  });
});
