// Checks the types and the wire format of a declaration.
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { code, day, integer, oneOf, prose, ref, text } from './field.ts';
import { crud } from './calls.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from './resource.ts';

const job = resource('job', {
  label: '作业',
  title: 'name',
  class: 'enterprise',
  permits: 'bus:station',
  fields: {
    enterpriseId: ref('enterprise', '企业').own().immutable(),
    name: text(10, '名称').required().sortable(),
    kind: code('stationKind', '类型').filter('many'),
    dueOn: day('期限').filter('range'),
    lateDays: integer('超期天数').computed(),
    state: oneOf(['open', 'done'], '状态').default('open').serverSet(),
  },
  filters: { mine: z.boolean() },
  states: {
    field: 'state',
    moves: { finish: { from: ['open'], to: 'done', label: '完成', ask: { reason: prose(20, '说明').required() } } },
  },
});
const calls = crud(job, '/bus/job');

test('derives the types of rows, inputs, patches, filters and sorts from the declaration', () => {
  expectTypeOf<Row<typeof job>['abilities'][number]>().toEqualTypeOf<'update' | 'remove' | 'finish'>();
  expectTypeOf<Row<typeof job>['enterpriseName']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<typeof job>['kind']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row<typeof job>['state']>().toEqualTypeOf<'open' | 'done'>();
  expectTypeOf<keyof Input<typeof job>>().toEqualTypeOf<'enterpriseId' | 'name' | 'kind' | 'dueOn'>();
  expectTypeOf<keyof Patch<typeof job>>().toEqualTypeOf<'id' | 'version' | 'name' | 'kind' | 'dueOn'>();
  expectTypeOf<keyof Filter<typeof job>>().toEqualTypeOf<'keyword' | 'kind' | 'dueOnFrom' | 'dueOnTo' | 'mine'>();
  expectTypeOf<Sort<typeof job>>().toEqualTypeOf<'name' | 'updatedAt'>();
  expectTypeOf<z.output<(typeof calls)['finish']['input']>['reason']>().toEqualTypeOf<string>();
});

test('accepts only input fields in new rows and patches', () => {
  const problems = (schema: z.ZodMiniType, value: unknown) => {
    const result = z.safeDecode(schema, value as never);
    return result.success ? [] : result.error.issues.map(({ path, message }) => [path.join('.'), message]);
  };
  expect(problems(job.input, {})).toEqual([['name', '名称不能为空']]);
  expect(problems(job.input, { name: '十一个字的名称实在太长了' })).toEqual([['name', '名称最多 10 个字']]);
  const newRow = { name: ' 吊装 ', state: 'done', lateDays: 3, kind: null };
  expect(z.decode(job.input, newRow as never)).toEqual({ name: '吊装', kind: null });
  const id = '01a00000-0000-7000-8000-000000000000';
  expect(z.decode(job.patch, { id, version: 1, enterpriseId: id } as never)).toEqual({ id, version: 1 });
  expect(problems(job.patch, { id, version: 1, name: null })).toHaveLength(1);
});

test('refuses a state change that names an unknown state', () => {
  expect(calls.finish).toMatchObject({ method: 'POST', path: '/bus/job/finish', permit: 'bus:station:edit' });
  expect(calls.history).toMatchObject({ method: 'GET', path: '/bus/job/history/{id}', permit: 'bus:station:index' });
  const { fields } = job;
  const misspelt = { field: 'state', moves: { finish: { from: ['opne'], label: '完成' } } };
  const declared = { label: '作业', title: 'name', class: 'tenant', permits: 'bus:job', fields } as const;
  expect(() => resource('job', { ...declared, states: misspelt })).toThrow('job.finish: opne is no state');
  const undone = { field: 'state', moves: { finish: { from: ['open'], label: '完成', undo: ['reopne'] } } };
  expect(() => resource('job', { ...declared, states: undone })).toThrow('job.finish: reopne is no move');
});
