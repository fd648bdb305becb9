// Tests every declared resource with the same rules, through its calls on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNeverNull, nameKey, hasName } from '@anlan/contract/kit/resource';
import type { Declared } from '@anlan/contract/kit/module';
import { declaredResources } from '@anlan/contract/modules';
import { importedFields, importKeyOf } from '@anlan/contract/kit/import';
import { isPermit } from '@anlan/contract/labels';
import { readSheet } from '#platform/sheets/index.ts';
import { dataOf, type Answer } from '../../testing/client.ts';
import {
  columnOf,
  fieldsOf,
  keeperOf,
  newRow,
  openPeople,
  otherValue,
  mayDo,
  overseerOf,
  ownKeeperOf,
  typedFields,
  valuesFor,
  type People,
} from '../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { fileOf, createImportClient } from '../../testing/resource-import.ts';

type Wire = Record<string, unknown> & { id: string; version: number; abilities: string[] };
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const nobody = '01a00000-0000-7000-8000-000000000000';
const errorsOf = ({ json }: Answer) =>
  ((json as { data?: { errors?: { field: string; msg: string }[] } }).data?.errors ?? []).map(({ field }) => field);
const firstUnique = (one: Declared) => fieldsOf(one).find(([, spec]) => spec.unique && !spec.serverSet)?.[0];

describe.each(declaredResources.map((one) => [one.resource.label, one] as const))('%s', (_label, one) => {
  const { resource, calls } = one;
  const [keeper, overseer, ownKeeper] = [keeperOf(one), overseerOf(one), ownKeeperOf(one)];
  const call = (verb: string, input: Record<string, unknown>, kind = keeper, tenant?: 'home' | 'other') =>
    people.call(`${resource.name}.${verb}`, input, kind, tenant);
  const read = async (id: string, who = overseer) => dataOf<Wire>(await call('get', { id }, who));
  // `insider`: a user of the enterprise who maintains the resource and sees classified fields in full. Other staff see
  // masks.
  const isSeen = mayDo(one, 'ENT_STAFF', 'index');
  const insider = isSeen ? (ownKeeper ?? 'entstaff') : keeper;
  const audited = async (id: string) =>
    app.sql<{ call: string; changes: { field: string }[] }>(
      'select call, changes from audit where object_id = $1 order by id',
      [id],
    );

  test('has its columns and sort indexes in the database table', async () => {
    for (const { permit } of Object.values(calls)) expect(permit === 'public' || isPermit(permit), permit).toBe(true);
    const columns = new Map(
      (
        await app.sql<{ name: string; strict: boolean }>(
          `select column_name as name, is_nullable = 'NO' as strict from information_schema.columns where table_name = $1`,
          [resource.table],
        )
      ).map(({ name, strict }) => [name, strict]),
    );
    for (const field of fieldsOf(one)) {
      const [key, spec] = field;
      if (spec.computed || spec.inputOnly) continue;
      expect(columns.has(columnOf(field)), key).toBe(true);
      if (isNeverNull(spec)) expect(columns.get(columnOf(field)), `${key} may be null`).toBe(true);
      if (spec.encrypted) expect(columns.has(`${columnOf(field)}_sealed`), key).toBe(true);
    }
    const indexes = await app.sql<{ text: string }>(
      `select indexdef as text from pg_indexes where schemaname = 'public' and tablename = $1`,
      [resource.table],
    );
    const begins = (columns: string) => indexes.some(({ text }) => text.includes(`(tenant_id, ${columns}`));
    for (const key of resource.sortable) {
      const field = fieldsOf(one).find(([name]) => name === key);
      // Empty values sort first (decision 0009), so the index of a nullable column needs NULLS FIRST.
      const nulls = field && !isNeverNull(field[1]) ? ' NULLS FIRST' : '';
      const column = field ? columnOf(field) : 'updated_at';
      expect(begins(`${column}${nulls}, id`), `no index orders by ${key}`).toBe(true);
    }
  });

  test('masks classified fields for users who do not maintain the row', async () => {
    const { id, values } = await newRow(app, people, one);
    const [row, own] = [await read(id), await read(id, insider)];
    for (const [key, spec] of typedFields(one)) {
      if (spec.inputOnly || values[key] === undefined) continue;
      if (spec.encrypted) {
        // When the resource has no overseer, every reader belongs to the enterprise, so there is no mask to test.
        if (overseer !== 'entadmin') expect(row[key], key).toMatch(/\*{4}/);
        // Nobody sees a whole citizen ID.
        if (spec.kind === 'idNumber') expect(own[key], key).toMatch(/^\d{3}\*{11}/);
        // When one user kind both maintains and oversees the resource, no tested user sees the value in full.
        else if (insider !== overseer) expect(own[key], key).toBe(values[key]);
        if (isSeen && ownKeeper !== null && ownKeeper !== 'entstaff')
          expect((await read(id, 'entstaff'))[key], `${key} of staff without a duty`).not.toBe(values[key]);
      } else expect(row[key], key).toEqual(values[key]);
      if (hasName(spec)) expect(row[nameKey(key)], key).toEqual(expect.any(String));
    }
    const [written] = await audited(id);
    expect(written?.call).toBe(`${resource.name}.create`);
    for (const [key, spec] of typedFields(one))
      if (spec.encrypted) expect(JSON.stringify(written), key).not.toContain(values[key]);
  });

  test('changes each field separately and writes an audit row', async () => {
    const { id, values } = await newRow(app, people, one);
    let version = 1;
    for (const field of typedFields(one)) {
      const [key, spec] = field;
      if (spec.immutable || spec.inputOnly || values[key] === undefined) continue;
      const next = await otherValue(app, people.home, field, values[key]);
      if (next === undefined) continue;
      dataOf(await call('update', { id, version, [key]: next }));
      version += 1;
      const isShown = spec.kind !== 'idNumber' && !(spec.encrypted && insider === overseer);
      if (isShown) expect((await read(id, insider))[key], key).toEqual(next);
      // Computed fields may change too, so only typed fields are compared.
      const typed = new Set(typedFields(one).map(([name]) => name));
      const named = (await audited(id)).at(-1)?.changes.map((change) => change.field);
      expect(named?.filter((name) => typed.has(name))).toEqual([key]);
      if (!spec.encrypted) continue;
      dataOf(await call('update', { id, version, [key]: (await read(id))[key] }));
      version += 1;
      if (isShown) expect((await read(id, insider))[key], key).toEqual(next);
      expect((await audited(id)).at(-1)?.changes).toEqual([]);
    }
    expect(version).toBeGreaterThan(1);
  });

  test('answers 409 with the current row to a stale version', async () => {
    const { id } = await newRow(app, people, one);
    const field = typedFields(one).find(([key, spec]) => key === resource.title && !spec.immutable);
    if (!field) return;
    const next = await otherValue(app, people.home, field, (await read(id))[field[0]]);
    const both = await Promise.all([0, 1].map(() => call('update', { id, version: 1, [field[0]]: next })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409)?.json as { data: { current: Wire } };
    expect(late.data.current).toMatchObject({ id, version: 2, [field[0]]: next });
    if (calls['remove']) expect((await call('remove', { id, version: 1 })).status).toBe(409);
  });

  test('reports a duplicate value at its field with the other row', async () => {
    const key = firstUnique(one);
    if (key === undefined) return;
    const { id, values } = await newRow(app, people, one);
    const again = await call('create', { ...(await valuesFor(app, people.home, one)), [key]: values[key] });
    expect(again.status).toBe(409);
    expect(errorsOf(again)).toEqual([key]);
    expect(again.json).toMatchObject({ data: { existing: { id } } });
    dataOf(await call('remove', { id }));
    expect((await call('get', { id })).status).toBe(404);
    expect((await audited(id)).at(-1)?.call).toBe(`${resource.name}.remove`);
    await newRow(app, people, one, { [key]: values[key] });
  });

  test('reports missing and unknown values at their field', async () => {
    const values = await valuesFor(app, people.home, one);
    for (const [key, spec] of typedFields(one)) {
      if (spec.required) {
        const { [key]: _, ...rest } = values;
        const answer = await call('create', rest);
        expect([key, answer.status, ...errorsOf(answer)]).toEqual([key, 400, key]);
      }
      const wrong = {
        code: 'nowhere',
        codes: ['nowhere'],
        region: '999999',
        industry: 'Z99',
        ref: nobody,
        person: nobody,
      };
      const value = Object.entries(wrong).find(([kind]) => kind === spec.kind)?.[1];
      if (value === undefined) continue;
      const answer = await call('create', { ...values, [key]: value });
      expect([key, answer.status, ...errorsOf(answer)]).toEqual([key, 400, key]);
    }
  });

  test.runIf(resource.class === 'enterprise')(
    'S25 answers for rows of another enterprise as for missing rows, byte for byte',
    async () => {
      const { id } = await newRow(app, people, one);
      await app.sql(`update ${resource.table} set enterprise_id = $2 where id = $1`, [
        id,
        people.home.enterpriseIds[2],
      ]);
      const mine = await newRow(app, people, one);
      const reading = [['get', {}]] as const;
      const removing = calls['remove'] ? ([['remove', {}]] as const) : [];
      const all = [...reading, ['update', { version: 1 }], ...removing] as const;
      const staff = [
        ['entstaff', 'home', ownKeeper === 'entstaff' ? all : reading],
        ['entadmin', 'home', ownKeeper === null ? reading : all],
      ] as const;
      for (const [kind, tenant, verbs] of [
        ...(isSeen ? staff : []),
        [overseer, 'other', keeper === overseer ? all : reading],
      ] as const)
        for (const [verb, input] of verbs) {
          const answer = await call(verb, { id, ...input }, kind, tenant);
          expect([verb, answer.status]).toEqual([verb, 404]);
          expect(answer.text).toBe((await call(verb, { id: nobody, ...input }, kind, tenant)).text);
        }
      expect((await call('page', {}, 'entstaff')).status).toBe(isSeen ? 200 : 403);
      if (!isSeen) return;
      const listed = dataOf<{ records: Wire[] }>(await call('page', { size: 100 }, 'entstaff')).records;
      expect(listed.map((row) => row.id)).toContain(mine.id);
      expect(listed.map((row) => row['enterpriseId'])).not.toContain(people.home.enterpriseIds[2]);
      const foreign = { ...(await valuesFor(app, people.home, one)), enterpriseId: people.home.enterpriseIds[2] };
      if (ownKeeper !== null) expect((await call('create', foreign, ownKeeper)).status).toBe(400);
      expect((await call('page', {}, 'shop')).status).toBe(403);
    },
  );

  test('returns the matching row and excludes others with each filter', async () => {
    const { id, values } = await newRow(app, people, one);
    const isListed = async (input: Record<string, unknown>) =>
      dataOf<{ records: Wire[] }>(await call('page', { ...input, size: 100 })).records.some((row) => row.id === id);
    for (const field of fieldsOf(one)) {
      const [key, spec] = field;
      const value = values[key];
      if (!spec.filter || value === undefined) continue;
      const other = await otherValue(app, people.home, field, value);
      const [same, different] =
        spec.filter === 'range'
          ? [{ [`${key}From`]: value, [`${key}To`]: value }, { [`${key}From`]: other }]
          : [{ [key]: value }, { [key]: other }];
      expect(await isListed(same), key).toBe(true);
      if (other !== undefined) expect(await isListed(different), key).toBe(false);
    }
    for (const [key, spec] of fieldsOf(one)) {
      if (!spec.search) continue;
      expect(await isListed({ keyword: values[key] }), key).toBe(true);
      expect(await isListed({ keyword: '没有的' }), key).toBe(false);
      if (spec.search.how !== 'contains' || values[key] === undefined) continue;
      // Every word of the keyword must match, in any order.
      const text = String(values[key]);
      expect(await isListed({ keyword: `${text.slice(-2)} ${text.slice(0, 2)}` }), key).toBe(true);
      expect(await isListed({ keyword: `${text.slice(0, 2)} 没有的` }), key).toBe(false);
    }
  });

  test('returns the descending order as the reverse of the ascending order', async () => {
    for (let rows = 0; rows < 3; rows += 1) await newRow(app, people, one);
    for (const by of resource.sortable) {
      const ids = async (order: string) =>
        dataOf<{ records: Wire[]; total: number }>(await call('page', { [order]: by, size: 100 })).records.map(
          (row) => row.id,
        );
      expect((await ids('descs')).reverse(), by).toEqual(await ids('ascs'));
    }
  });

  test('S59 exports one line per row with masked classified fields', async () => {
    const text = typedFields(one).find(([key, { max = 100 }]) => key === resource.title && max > 20);
    const { id, values } = await newRow(app, people, one, text ? { [text[0]]: '=cmd|"/C calc"!A1' } : {});
    const { total } = dataOf<{ total: number }>(await call('page', {}));
    const limits = { rows: 10_000, columns: 100, entries: 100, unpackedBytes: 10_000_000, ratio: 100 };
    const linesOf = async (exportInput: Record<string, unknown>) => {
      const answer = await call('export', exportInput);
      expect(answer.status).toBe(200);
      const lines: string[] = [];
      for await (const batch of readSheet({ bytes: answer.bytes, kind: 'xlsx', limits }))
        for (const { cells } of batch) lines.push(JSON.stringify(cells));
      return lines;
    };
    const lines = await linesOf({});
    // The export contains only the selected rows. Title columns come before the selected columns.
    const few = await linesOf({ rowIds: id, columns: resource.title });
    expect(few).toHaveLength(3);
    expect(few[0]).toContain('所选');
    expect(JSON.parse(few[1] ?? '[]')).toHaveLength(resource.subtitle === undefined ? 2 : 3);
    expect(lines).toHaveLength(total + 2);
    const sheet = lines.join('\n');
    expect(sheet).not.toContain('formula');
    for (const [key, spec] of typedFields(one)) if (spec.encrypted) expect(sheet).not.toContain(values[key]);
    const [exportEntry] = await app.sql<{ call: string }>(`select call from audit where call = $1 and tenant_id = $2`, [
      `${resource.name}.export`,
      people.home.id,
    ]);
    expect(exportEntry).toBeDefined();
  });

  test.runIf(calls['import'])('imports the same rows as a form creates', { timeout: 60_000 }, async () => {
    const values = await valuesFor(app, people.home, one);
    const { checked, confirmed } = createImportClient(app, resource.name, people.token(keeperOf(one)));
    const bytes = await fileOf(app, people.home, one, [values]);
    const looked = await checked(bytes);
    expect(looked.result).toMatchObject({ rows: 1, good: 1, errors: [], duplicates: 0 });
    expect((await confirmed(looked.id)).result).toMatchObject({ inserted: 1, failed: 0 });
    const { records } = dataOf<{ records: Wire[] }>(await call('page', { size: 100 }, keeperOf(one)));
    // The title of a row may be computed. Then the import key identifies the row.
    const isTyped = values[resource.title] !== undefined;
    const telling = isTyped ? [resource.title] : importKeyOf(resource);
    const made = records.find((row) => telling.every((key) => row[key] === values[key]));
    for (const [key, { kind, encrypted }] of importedFields(resource))
      if (kind !== 'person' && !encrypted && values[key] !== undefined) expect(made?.[key], key).toEqual(values[key]);
    if (importKeyOf(resource).length === 0) return;
    expect((await checked(bytes)).result).toMatchObject({ good: 1, duplicates: 1, unchanged: 1 });
  });

  test.runIf(calls['history'])('begins the history of a row with its creation', async () => {
    const { id } = await newRow(app, people, one);
    const history = dataOf<{ move: string; from: string | null }[]>(await call('history', { id }));
    expect(history).toMatchObject([{ move: 'create', from: null }]);
  });
});
