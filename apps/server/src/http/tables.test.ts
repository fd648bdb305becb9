// Rules that hold for every call table: S26, S27, S37, S65.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { waitMs } from '@anlan/contract/limits';
import { declared } from '@anlan/contract/modules';
import { isPermit } from '@anlan/contract/labels';
import { pageQuery, type Call, type Calls } from '@anlan/contract/http/dialect';

const folder = join(import.meta.dirname, '../../../../packages/contract/src');
const tables: { name: string; call: Call }[] = [];
for (const file of globSync(['http/*.ts', 'modules/*/*calls.ts'], { cwd: folder })) {
  const module = (await import(join(folder, file))) as Record<string, unknown>;
  for (const [name, calls] of Object.entries(module))
    if (name.endsWith('Calls') && typeof calls === 'object')
      for (const [verb, call] of Object.entries(calls as Calls)) tables.push({ name: `${name}.${verb}`, call });
}

type Def = { type: string; shape?: Record<string, z.ZodMiniType>; checks?: unknown[]; [part: string]: unknown };
/** Every schema inside a schema. */
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

// What they ask with must not stand in an address, or does not fit there; a new row here is a decision.
const readingPosts = new Set([
  'announcementCalls.file',
  'announcementCalls.reach',
  'applicationCalls.applyCheck',
  'applicationCalls.applyState',
  'applicationCalls.applyForm',
  'companyCalls.byApplicant',
  // Keys and receipts of what a phone keeps, who is looking at a chat: nothing of it is written down.
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
// Kinds of messages, filters of a selection, and what people say of a station: no column of the server's own.
const said: Record<string, string[]> = {
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
  // Who may give which is judged row by row (S32, http/roles.test.ts).
  'userAdminCalls.create': ['type', 'roleIds'],
  'userAdminCalls.update': ['roleIds'],
  'userAdminCalls.giveRoles': ['roleIds'],
  'userAdminCalls.lock': ['lockFlag'],
};

// A row that is on or off is switched by people, whatever resource declares it.
for (const { resource } of declared)
  if (resource.fields['status']?.spec.dictionary === 'enableStatus')
    for (const verb of ['create', 'update']) said[`${resource.name}Calls.${verb}`] ??= ['status'];

describe('every row', () => {
  test('there are tables', () => expect(tables.length).toBeGreaterThan(30));

  test('no path is mounted twice', () => {
    // A row that two tables share, because a first visit carries the smaller one, is one row.
    const rows = [...new Set(tables.map(({ call }) => call))];
    const all = rows.flatMap((call) => [call.path, ...call.also].map((path) => `${call.method} ${path}`));
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(tables)('$name is whole', ({ name, call }) => {
    expect(call.path).toMatch(/^\/[A-Za-z0-9/{}.-]+$/);
    expect(call.permit === 'public' || call.permit === 'signed-in' || isPermit(call.permit)).toBe(true);
    if (call.method === 'POST' && call.client === null)
      expect(call.effect).toBe(readingPosts.has(name) ? 'read' : 'write');
    // A GET whose name says that it changes something says so to the HTTP layer as well (S37).
    if (call.method === 'GET' && /\/(del|cancel|logout|changePhone)(\/|$)/.test(call.path))
      expect(call.effect).toBe('write');
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const placed = Object.entries(call.in).flatMap(([key, place]) => (place === 'path' ? [key] : []));
    expect(placed.sort()).toEqual(inPath.sort());
    for (const key of Object.keys(call.in)) expect(namesIn(call), key).toContain(key);
  });

  test('CN-01 a call waits by what it sends: an upload ten minutes, an export an hour, others a minute or half of it', () => {
    expect(waitMs).toEqual({ quick: 30_000, ordinary: 60_000, upload: 600_000, export: 3_600_000 });
    for (const { name, call } of tables)
      if (call.file) expect(call.wait, name).toBe('upload');
      else if (call.path.includes('/export')) expect(call.wait, name).toBe('export');
  });

  test.each(tables.filter(({ call }) => call.effect === 'write'))(
    'S27 $name takes no column of the server’s own',
    ({ name, call }) => {
      const owned =
        /^(status|createdBy|createdAt|updatedBy|updatedAt|removedAt|removedBy|enterpriseCode|source|planCode|membershipTo|joinedAt|activatedAt|profileRate|dossierRate|healthScore|color|lockFlag|roleIds|type|price|isPay|demo|permits|permissions)$/;
      expect(namesIn(call).filter((key) => owned.test(key) && !said[name]?.includes(key))).toEqual([]);
    },
  );
});

const secretNames = /password|token|ticket|proof|secret|recoveryCodes|^sign$/i;
/** What proves presence is no proof of an account. */
const stated: Readonly<Record<string, string>> = { 'classSessionCalls.arrive': 'proof' };
const told = /^(passwordEndsAt|passwordChangedAt|passwordProtected|mustChangePassword|token_type)$/;

test.each(tables.filter(({ call }) => call.effect === 'write' && 'schema' in call.answer))(
  'S90 $name says whether its answer shows a secret',
  ({ name: callName, call }) => {
    const names = 'schema' in call.answer ? fieldsWithin(call.answer.schema) : [];
    const isTold = (name: string) => told.test(name) || stated[callName] === name;
    expect(call.secret).toBe(names.some((name) => secretNames.test(name) && !isTold(name)));
  },
);

describe('lists', () => {
  test.each(['current', 'size', 'descs', 'ascs'])('no filter may be called %s (decisions 15)', (name) => {
    expect(() => pageQuery({ [name]: z.optional(z.string()) }, [])).toThrow(/may not be called/);
  });

  test('a field of a search that was left empty narrows nothing', () => {
    const query = pageQuery({ status: z.optional(z.enum(['0', '1'])) }, ['createTime']);
    const asked = { current: '', size: '20', descs: '', status: '' };
    expect(z.decode(query, asked)).toEqual({ page: 1, size: 20, sort: [], filter: {} });
  });
});

// How long a refusal of 50,000 characters may take beside one of 5,000: linear is ten, quadratic a hundred.
describe('S65 patterns', () => {
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

  test('there are some', () => expect(patterns.size).toBeGreaterThan(5));

  test.each([...patterns])('%s judges 50,000 characters at once', (_, pattern) => {
    for (const unit of attacks)
      for (const end of ['', '!', '\n']) {
        const text = unit.repeat(50_000 / unit.length) + end;
        const taken = () => {
          const since = performance.now();
          pattern.test(text);
          return performance.now() - since;
        };
        // What is slow is slow again; a busy machine is not.
        const first = taken();
        expect(first < 500 ? first : taken(), JSON.stringify(unit + end)).toBeLessThan(500);
      }
  });
});
