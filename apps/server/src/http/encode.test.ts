// S28: an answer contains only the fields of its schema, also on the fast path.
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { enterprise, type Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { organNode } from '@anlan/contract/modules/user/user';
import { pageOf } from '@anlan/contract/http/call-table';
import { newId } from '#kernel/ids.ts';
import { generateEnterprises } from '#modules/enterprise/seed.ts';
import { encoderOf } from './schema-encoder.ts';
import { writerOf } from './write-json.ts';

const rows = [...generateEnterprises({ tenant: '1', count: 200, seed: 7, today: '2026-03-02' })].map(
  ({ hasLicence, officerIndex: _, parentIndex: __, ...made }): Enterprise => ({
    ...made,
    id: newId(),
    version: 1,
    abilities: ['update'],
    regionName: null,
    industryName: null,
    officerName: null,
    logoUrl: null,
    townCode: null,
    licence: hasLicence ? `/upms/file/${newId()}` : null,
    parentId: null,
    authorityId: null,
    officerId: newId(),
  }),
);

describe('the encoder of answers', () => {
  test('gives the same result as z.encode', () => {
    const schema = pageOf(enterprise);
    const page = { rows, total: 200, page: 1, size: 200 };
    const wire = (data: unknown) => JSON.parse(JSON.stringify(data));
    expect(wire(encoderOf(schema)(page))).toEqual(wire(z.encode(schema, page)));
    expect(writerOf(schema)(page)).toBe(JSON.stringify(encoderOf(schema)(page)));
  });

  test('writes only fields of the schema', () => {
    const dirty = { id: newId(), parentId: null, name: '机关', sort: 0, children: [], passwordHash: 'x' };
    const text = JSON.stringify(encoderOf(organNode)({ ...dirty, children: [dirty] }));
    expect(text).toContain('机关');
    expect(text).not.toContain('passwordHash');
    expect(writerOf(organNode)({ ...dirty, children: [dirty] })).toBe(text);
  });

  test('writes every text as JSON.stringify does', () => {
    const awkward = ['', '"', '\\', '\n', '\u0000', '\ud800', '\udc00\ud800', '企业😀', '\u2028', '/', '\u007f'];
    const schema = z.array(z.object({ name: z.string(), size: z.nullable(z.number()), kind: z.optional(z.boolean()) }));
    const rows = awkward.map((name, index) => ({ name, size: [1.5, -0, Number.NaN, null][index % 4] ?? null }));
    expect(writerOf(schema)(rows)).toBe(JSON.stringify(rows));
  });

  test.each([
    ['an object instead of a text', z.object({ name: z.string() }), { name: { passwordHash: 'x' } }],
    ['a missing field', z.object({ name: z.string() }), {}],
    ['an unknown enum value', z.object({ kind: z.enum(['a']) }), { kind: 'b' }],
    ['an unknown enum value in a codec', z.object({ status: enterprise.shape.status }), { status: 'gone' }],
    ['a text instead of a list', z.array(z.string()), 'a'],
    ['null instead of an object', z.object({}), null],
  ])('refuses %s', (_, schema, value) => {
    expect(() => encoderOf(schema)(value)).toThrow(/does not fit its schema/);
    expect(() => writerOf(schema)(value)).toThrow(/does not fit its schema/);
  });
});
