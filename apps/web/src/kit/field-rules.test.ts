import { declaredResources } from '@anlan/contract/modules';
import { danger } from '@anlan/contract/modules/danger/resource';
import { station } from '@anlan/contract/modules/station/resource';
import { code, instant, integer, oneOf, prose, text } from '@anlan/contract/kit/field';
import { resource } from '@anlan/contract/kit/resource';
import { describe, expect, it } from 'vitest';
import {
  applies,
  changesOf,
  compare,
  conditionsOf,
  defaultsOf,
  draftShape,
  fieldProblem,
  filledOf,
  formOf,
  hiddenChanges,
  rowsOf,
  undraftedOf,
} from './field-rules.ts';
import { typedFields } from './resource.ts';

describe('form of a station', () => {
  it.each([
    ['code', '', '编号不能为空'],
    ['name', '站'.repeat(61), '名称最多 60 个字'],
    ['kind', null, '请选择类型'],
    ['regionCode', undefined, '请选择行政区划'],
    ['managerPhone', '123', '手机号码长度不为11位'],
    ['lng', 181, '经度应在 -180 到 180 之间'],
    ['areaSqm', -1, '不能小于 0'],
    ['enterpriseId', null, '请选择所属企业'],
  ] as const)('refuses %s %j with %s', (key, value, problem) => {
    expect(fieldProblem(station, key, value)).toBe(problem);
  });

  it.each([
    ['grade', null],
    ['lng', undefined],
    ['managerPhone', '139****5678'],
    ['status', 'disabled'],
    ['status', undefined],
  ] as const)('accepts %s %j', (key, value) => {
    expect(fieldProblem(station, key, value)).toBeNull();
  });

  it('names an empty required date or time of every form as empty', () => {
    const forms = declaredResources.flatMap(({ resource: of }) => [
      of,
      ...Object.values(of.states?.moves ?? {}).flatMap(({ ask }) => (ask ? [{ ...of, fields: ask }] : [])),
    ]);
    const fields = forms.flatMap((of) =>
      typedFields(of).flatMap(([key, { kind, required, label }]) =>
        required && (kind === 'day' || kind === 'instant') ? [{ of, key, label }] : [],
      ),
    );
    expect(fields.length).toBeGreaterThan(8);
    for (const { of, key, label } of fields)
      for (const value of [null, undefined, '']) expect(fieldProblem(of, key, value)).toBe(`${label}不能为空`);
  });

  it('names a typed time that does not exist', () => {
    expect(fieldProblem(danger, 'foundAt', '2026-02-30 08:00')).toBe('时间不存在，请按 2026-01-31 09:30 的格式填写');
    const { foundAt } = draftShape(danger).shape;
    expect(foundAt?.safeParse('明天').data).toBe('明天');
    expect(foundAt?.safeParse('2026-02-01T00:00:00.000Z').data).toEqual(new Date('2026-02-01T00:00:00Z'));
  });

  it('sends only changed values, with null for a cleared field', () => {
    const before = { name: '甲', grade: '一级', lng: null, enterpriseId: 'one' };
    const now = { name: '甲', grade: '', lng: undefined, enterpriseId: 'other', stray: 1 };
    expect(changesOf(station, before, now)).toEqual({ grade: null });
    expect(filledOf(station, { name: '甲', grade: '', lng: null })).toEqual({ name: '甲' });
    expect(defaultsOf(station)).toEqual({ status: 'enabled' });
  });

  it('stores no classified field in a draft', () => {
    expect(Object.keys(draftShape(station).shape)).not.toContain('managerPhone');
    expect(Object.keys(draftShape(station).shape)).toContain('enterpriseId');
    expect(undraftedOf(station)).toBe('电话');
  });

  it('puts unlisted fields after the listed ones', () => {
    const rows = rowsOf(station, ['enterpriseId', 'name', ['code', 'kind'], ['grade', 'status'], 'regionCode']);
    expect(rows.slice(5)).toEqual([
      ['address', 'lng'],
      ['lat', 'managerName'],
      ['managerPhone', 'areaSqm'],
    ]);
  });
});

const noticed = resource('noticed', {
  label: '通知',
  title: 'name',
  class: 'tenant',
  permits: 'bus:noticed',
  fields: {
    name: text(20, '名称').required(),
    body: prose(300, '内容'),
    level: oneOf({ high: '1', low: '2' }, '级别').default('low'),
    topic: code('topic', '专题'),
    at: instant('时间'),
    sum: text(9, '合计').serverSet(),
    copyOf: text(36, '原件').inputOnly(),
  },
});

describe('fields with another wire format', () => {
  it('are validated in the format of rows', () => {
    expect(fieldProblem(noticed, 'level', 'high')).toBeNull();
    expect(fieldProblem(noticed, 'level', '1')).not.toBeNull();
    expect(fieldProblem(noticed, 'at', new Date(0))).toBeNull();
  });

  it('are unchanged after a draft is restored', () => {
    const at: unknown = JSON.parse(JSON.stringify(new Date(0)));
    expect(draftShape(noticed).shape['at']?.parse(at)).toEqual(new Date(0));
    expect(draftShape(noticed).shape['at']?.parse(null)).toBeNull();
  });

  it('are sent only when editable', () => {
    const row = { name: '甲', body: null, level: 'low', sum: '9' };
    expect(formOf(noticed, row)).toEqual({ name: '甲', body: null, level: 'low', topic: null, at: null });
    expect(changesOf(noticed, row, { ...row, sum: '10' })).toEqual({});
  });
});

describe('a save conflict', () => {
  const opened = { name: '甲', grade: '一级', address: '旧路', managerPhone: '139****5678' };

  it('separates fields changed by both people, only by other people, or only by this user', () => {
    const mine = { name: '乙', address: '新路' };
    const { both, others, kept: mineOnly } = compare(station, mine, opened, { ...opened, name: '丙', grade: '二级' });
    expect(both).toEqual([expect.objectContaining({ key: 'name', mine: '乙', theirs: '丙' })]);
    expect(others).toEqual([expect.objectContaining({ key: 'grade', before: '一级', now: '二级' })]);
    expect(mineOnly.map(({ key }) => key)).toEqual(['address']);
  });

  it('ignores equal changes of both people', () => {
    const mine = { managerPhone: '19900001234', name: '丙' };
    const comparison = compare(station, mine, opened, { ...opened, name: '丙' });
    expect(comparison.both).toEqual([]);
    expect(comparison.kept.map(({ key }) => key)).toEqual(['managerPhone']);
  });

  it('includes a field whose value before the edit is unknown', () => {
    const comparison = compare(station, { address: '新路' }, {}, opened);
    expect(comparison.both.map(({ key }) => key)).toEqual(['address']);
    expect(comparison.others).toEqual([]);
  });
});

describe('a field with a condition', () => {
  const of = resource('certificate', {
    label: '证件',
    title: 'name',
    class: 'enterprise',
    permits: 'bus:certificate',
    fields: {
      name: text(20, '名称').required(),
      kind: oneOf(['operator', 'driver'], '种类'),
      category: text(20, '类别').when('kind', ['operator']),
      line: text(20, '线路').when('kind', { not: ['operator'] }),
      days: integer('天数'),
      score: integer('合格分').when('days', 'filled'),
      remark: text(20, '类别说明').when('category', 'filled'),
    },
  });
  it('needs its condition to be saved when another user changed the condition', () => {
    const typed = { kind: 'operator', category: '新类别' };
    const mine = { category: '新类别' };
    expect(conditionsOf(of, mine, typed, { kind: 'driver' })).toEqual({ kind: 'operator' });
    expect(conditionsOf(of, mine, typed, { kind: 'operator' })).toEqual({});
    expect(conditionsOf(of, typed, typed, { kind: 'driver' })).toEqual({});
  });
  it.each([
    ['category', { kind: 'operator' }, true],
    ['category', { kind: 'driver' }, false],
    ['category', {}, false],
    ['line', { kind: 'operator' }, false],
    ['line', {}, true],
    ['score', { days: 0 }, false],
    ['score', { days: 3 }, true],
    ['remark', { kind: 'operator', category: '叉车' }, true],
    ['remark', { kind: 'driver', category: '叉车' }, false],
    ['name', {}, true],
  ])('field %s with values %j applies: %s', (key, values, expected) => expect(applies(of, key, values)).toBe(expected));

  it('applies in a form that lacks the field of its condition', () => {
    const { category } = of.fields;
    expect(applies({ ...of, fields: { category } }, 'category', {})).toBe(true);
  });
});

it('finds changes that a mask hides by the history', () => {
  const phones = { headPhone: '138****2210', legalPhone: '139****0001' };
  const mine = { headPhone: '13811112210', legalPhone: '13900000009' };
  const since = new Date('2026-11-21T02:00:00Z');
  const entry = (at: string, field: string) => ({ at: new Date(at), changes: [{ field }] });
  const hidden = (history: Parameters<typeof hiddenChanges>[3]) =>
    hiddenChanges(mine, phones, { ...phones, legalPhone: '139****0002' }, history, since);
  expect(hidden(null)).toEqual(['headPhone']);
  expect(hidden([entry('2026-11-21T02:00:05Z', 'headPhone')])).toEqual(['headPhone']);
  expect(hidden([entry('2026-11-21T01:00:00Z', 'headPhone'), entry('2026-11-21T02:00:05Z', 'legalPhone')])).toEqual([]);
});
