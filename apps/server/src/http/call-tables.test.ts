// Rules for every call table: S26, S27, S37, S65.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { timeoutMs } from '@anlan/contract/limits';
import { declaredResources } from '@anlan/contract/modules';
import { isPermit } from '@anlan/contract/labels';
import { findListCapabilities, pageQuery, type Call, type Calls } from '@anlan/contract/http/call-table';

const folder = join(import.meta.dirname, '../../../../packages/contract/src');
const tables: { name: string; call: Call }[] = [];
for (const file of globSync(['http/*.ts', 'modules/*/*calls.ts'], { cwd: folder })) {
  const module = (await import(join(folder, file))) as Record<string, unknown>;
  for (const [name, calls] of Object.entries(module))
    if (name.endsWith('Calls') && typeof calls === 'object')
      for (const [verb, call] of Object.entries(calls as Calls)) tables.push({ name: `${name}.${verb}`, call });
}

type Def = { type: string; shape?: Record<string, z.ZodMiniType>; checks?: unknown[]; [part: string]: unknown };
function* within(schema: z.ZodMiniType, seen = new Set<unknown>()): Generator<z.ZodMiniType> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const def = schema.def as unknown as Def;
  const inner = [def['in'], def['out'], def['innerType'], def['element'], def['keyType'], def['valueType']];
  for (const one of [...inner, ...Object.values(def.shape ?? {}), ...((def['options'] as unknown[] | undefined) ?? [])])
    if (typeof one === 'object' && one !== null && 'def' in one) yield* within(one as z.ZodMiniType, seen);
}
const fieldsWithin = (schema: z.ZodMiniType) =>
  [...within(schema)].flatMap((inner) => Object.keys((inner.def as unknown as Def).shape ?? {}));
const namesIn = (call: Call) => fieldsWithin(call.input);

// Calls that read data but use POST, because their input is secret or too long for a URL. A new entry here needs a
// decision.
const readingPosts = new Set([
  'announcementCalls.file',
  'announcementCalls.reach',
  'applicationCalls.applyCheck',
  'applicationCalls.applyState',
  'applicationCalls.applyForm',
  'companyCalls.byApplicant',
  // Offline-work keys and receipts of a phone, and presence in a chat. The server stores none of them.
  'deliveryCalls.key',
  'deliveryCalls.receipts',
  'wxMessageCalls.presence',
  'learningCalls.media',
  'learningTaskCalls.cards',
  'pageDesignCalls.data',
  'fileCalls.link',
  'joiningCalls.findPhone',
  'userAdminCalls.checkUser',
  'userLinkCalls.linkOpen',
]);
// Input keys that look like server-set columns: message kinds, selection filters, and user reports about a station.
const allowedKeys: Record<string, string[]> = {
  'auditCalls.report': ['type'],
  'dictionaryAdminCalls.create': ['type'],
  'dictionaryAdminCalls.itemCreate': ['color'],
  'dictionaryAdminCalls.itemUpdate': ['color'],
  'smsCalls.send': ['type'],
  'joiningCalls.register': ['type'],
  'smsCalls.check': ['type'],
  'enterpriseBulkCalls.bulk': ['status', 'color'],
  'enterpriseBulkCalls.exportStart': ['status', 'color'],
  'accidentCalls.create': ['type'],
  'accidentCalls.update': ['type'],
  'contentCalls.create': ['type'],
  'topicCalls.create': ['type'],
  'wxAutoReplyCalls.create': ['type'],
  'wxMenuCalls.save': ['type'],
  'dangerCalls.create': ['source'],
  'dangerCalls.update': ['source'],
  'dangerCalls.fixOnSpot': ['source'],
  'scoreCalls.hold': ['color'],
  'menuCalls.menuCreate': ['type'],
  // The server checks these grants row by row (S32, http/roles.test.ts).
  'userAdminCalls.create': ['type', 'roleIds'],
  'userAdminCalls.update': ['roleIds'],
  'userAdminCalls.giveRoles': ['roleIds'],
  'userAdminCalls.lock': ['lockFlag'],
};

// Users may enable and disable rows of any resource that declares this field (status).
for (const { resource } of declaredResources)
  if (resource.fields['status']?.spec.dictionary === 'enableStatus')
    for (const verb of ['create', 'update']) allowedKeys[`${resource.name}Calls.${verb}`] ??= ['status'];

describe('every row of the call tables', () => {
  test('is found in more than thirty call tables', () => expect(tables.length).toBeGreaterThan(30));

  test('has a path that no other row with the same method has', () => {
    // Two tables may share a row, which is counted once here. The web page loads the smaller table first.
    const rows = [...new Set(tables.map(({ call }) => call))];
    const all = rows.flatMap((call) => [call.path, ...call.aliasPaths].map((path) => `${call.method} ${path}`));
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(tables)('$name has a valid path, permit, effect and field places', ({ name, call }) => {
    expect(call.path).toMatch(/^\/[A-Za-z0-9/{}.-]+$/);
    expect(call.permit === 'public' || call.permit === 'signed-in' || isPermit(call.permit)).toBe(true);
    if (call.method === 'POST' && call.client === null)
      expect(call.effect).toBe(readingPosts.has(name) ? 'read' : 'write');
    // A GET whose name means a change must have the effect `write`, so that the HTTP layer protects it (S37).
    if (call.method === 'GET' && /\/(del|cancel|logout|changePhone)(\/|$)/.test(call.path))
      expect(call.effect).toBe('write');
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const placed = Object.entries(call.in).flatMap(([key, place]) => (place === 'path' ? [key] : []));
    expect(placed.sort()).toEqual(inPath.sort());
    for (const key of Object.keys(call.in)) expect(namesIn(call), key).toContain(key);
  });

  test('CN-01 has the timeout of its kind: upload, export or ordinary', () => {
    expect(timeoutMs).toEqual({ quick: 30_000, ordinary: 60_000, upload: 600_000, export: 3_600_000 });
    for (const { name, call } of tables)
      if (call.file) expect(call.wait, name).toBe('upload');
      else if (call.path.includes('/export')) expect(call.wait, name).toBe('export');
  });

  test.each(tables.filter(({ call }) => call.effect === 'write'))(
    'S27 $name accepts no server-owned column',
    ({ name, call }) => {
      const owned =
        /^(status|createdBy|createdAt|updatedBy|updatedAt|removedAt|removedBy|enterpriseCode|source|planCode|membershipTo|joinedAt|activatedAt|profileRate|dossierRate|healthScore|color|lockFlag|roleIds|type|price|isPay|demo|permits|permissions)$/;
      expect(namesIn(call).filter((key) => owned.test(key) && !allowedKeys[name]?.includes(key))).toEqual([]);
    },
  );
});

const secretNames = /password|token|ticket|proof|secret|recoveryCodes|^sign$/i;
/** Exception to the name check below: this `proof` proves presence, not an account. */
const stated: Readonly<Record<string, string>> = { 'classSessionCalls.arrive': 'proof' };
const publicKeys = /^(passwordEndsAt|passwordChangedAt|passwordProtected|mustChangePassword|token_type)$/;

test.each(tables.filter(({ call }) => call.effect === 'write' && 'schema' in call.answer))(
  'S90 $name declares whether its answer contains a secret',
  ({ name: callName, call }) => {
    const names = 'schema' in call.answer ? fieldsWithin(call.answer.schema) : [];
    const isTold = (name: string) => publicKeys.test(name) || stated[callName] === name;
    expect(call.secret).toBe(names.some((name) => secretNames.test(name) && !isTold(name)));
  },
);

describe('lists of a call', () => {
  test.each(['current', 'size', 'descs', 'ascs'])('never have a filter called %s', (name) => {
    expect(() => pageQuery({ [name]: z.optional(z.string()) }, [])).toThrow(/may not be called/);
  });

  test('accept the column names of the specification for every order', () => {
    const lists = tables.flatMap(({ name, call }) => {
      const sorts = findListCapabilities(call.input)?.sorts ?? [];
      return sorts.map((by) => ({ name, input: call.input, by }));
    });
    expect(lists.length).toBeGreaterThan(50);
    for (const { name, input, by } of lists) {
      const ascs = by.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      const { data, error } = z.safeParse(input, { ascs });
      // Some lists require a filter.
      if (error)
        expect(
          error.issues.flatMap(({ path }) => path),
          name,
        ).not.toContain('ascs');
      else expect(data, name).toMatchObject({ sort: [{ by, desc: false }] });
    }
  });

  test('ignore an empty search field', () => {
    const query = pageQuery({ status: z.optional(z.enum(['0', '1'])) }, ['createTime']);
    const rawQuery = { current: '', size: '20', descs: '', status: '' };
    expect(z.decode(query, rawQuery)).toEqual({ page: 1, size: 20, sort: [], filter: {} });
  });
});

// Compares the time to refuse 50,000 characters with the time for 5,000. A linear pattern needs ten times as long, a
// quadratic one a hundred times.
describe('S65 regular expressions of input schemas', () => {
  const patterns = new Map<string, RegExp>();
  for (const { call } of tables)
    for (const schema of within(call.input))
      for (const check of ((schema.def as unknown as Def).checks ?? []) as {
        _zod?: { def?: { pattern?: RegExp } };
      }[]) {
        const pattern = check._zod?.def?.pattern;
        if (pattern instanceof RegExp) patterns.set(pattern.source, pattern);
      }
  const attacks = ['0', '1', 'a', 'A', '-', ' ', '0-', 'a@', '@', '.', '/upms/file/', '(', '+', '　'];

  test('are found in the call tables', () => expect(patterns.size).toBeGreaterThan(5));

  test.each([...patterns])('%s checks 50,000 characters quickly', (_, pattern) => {
    for (const unit of attacks)
      for (const end of ['', '!', '\n']) {
        const text = unit.repeat(50_000 / unit.length) + end;
        const measureMs = () => {
          const since = performance.now();
          pattern.test(text);
          return performance.now() - since;
        };
        // Measures again after a slow result. A slow pattern is slow twice; a busy machine is usually not.
        const first = measureMs();
        expect(first < 500 ? first : measureMs(), JSON.stringify(unit + end)).toBeLessThan(500);
      }
  });
});
