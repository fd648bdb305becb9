import { station } from '@anlan/contract/modules/station/resource';
import { code, instant, integer, oneOf, prose, text } from '@anlan/contract/kit/field';
import { resource } from '@anlan/contract/kit/resource';
import { describe, expect, it } from 'vitest';
import {
  applies,
  changesOf,
  compare,
  defaultsOf,
  draftShape,
  fieldProblem,
  filledOf,
  formOf,
  rowsOf,
  undraftedOf,
} from './field-rules.ts';

describe('the form of a station', () => {
  it.each([
    ['code', '', '编号不能为空'],
    ['name', '站'.repeat(61), '名称最多 60 个字'],
    ['kind', null, '请选择类型'],
    ['regionCode', undefined, '请选择行政区划'],
    ['managerPhone', '123', '手机号码长度不为11位'],
    ['lng', 181, '经度应在 -180 到 180 之间'],
    ['areaSqm', -1, '不能小于 0'],
    ['enterpriseId', null, '请选择所属企业'],
  ] as const)('refuses %s %j with %s', (key, value, said) => {
    expect(fieldProblem(station, key, value)).toBe(said);
  });

  it.each([
    ['grade', null],
    ['lng', undefined],
    ['managerPhone', '139****5678'],
    ['status', 'disabled'],
    ['status', undefined],
  ] as const)('takes %s %j', (key, value) => {
    expect(fieldProblem(station, key, value)).toBeNull();
  });

  it('sends what changed, and null for what was cleared', () => {
    const before = { name: '甲', grade: '一级', lng: null, enterpriseId: 'one' };
    const now = { name: '甲', grade: '', lng: undefined, enterpriseId: 'other', stray: 1 };
    expect(changesOf(station, before, now)).toEqual({ grade: null });
    expect(filledOf(station, { name: '甲', grade: '', lng: null })).toEqual({ name: '甲' });
    expect(defaultsOf(station)).toEqual({ status: 'enabled' });
  });

  it('keeps no classified field in a draft, and says which', () => {
    expect(Object.keys(draftShape(station).shape)).not.toContain('managerPhone');
    expect(Object.keys(draftShape(station).shape)).toContain('enterpriseId');
    expect(undraftedOf(station)).toBe('电话');
  });

  it('puts fields that the page does not name after those that it does', () => {
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
    sum: text(9, '合计').kept(),
    copyOf: text(36, '原件').inputOnly(),
  },
});

describe('fields whose words differ outside', () => {
  it('are checked as rows hold them', () => {
    expect(fieldProblem(noticed, 'level', 'high')).toBeNull();
    expect(fieldProblem(noticed, 'level', '1')).not.toBeNull();
    expect(fieldProblem(noticed, 'at', new Date(0))).toBeNull();
  });

  it('come back from a draft as they were', () => {
    const at: unknown = JSON.parse(JSON.stringify(new Date(0)));
    expect(draftShape(noticed).shape['at']?.parse(at)).toEqual(new Date(0));
    expect(draftShape(noticed).shape['at']?.parse(null)).toBeNull();
  });

  it('are neither sent where nobody types them nor read where nobody sees them', () => {
    const row = { name: '甲', body: null, level: 'low', sum: '9' };
    expect(formOf(noticed, row)).toEqual({ name: '甲', body: null, level: 'low', topic: null, at: null });
    expect(changesOf(noticed, row, { ...row, sum: '10' })).toEqual({});
  });
});

describe('a change that somebody else was before', () => {
  const opened = { name: '甲', grade: '一级', address: '旧路', managerPhone: '139****5678' };

  it('is told field by field: both, theirs, mine', () => {
    const mine = { name: '乙', address: '新路' };
    const { both, others, kept } = compare(station, mine, opened, { ...opened, name: '丙', grade: '二级' });
    expect(both).toEqual([expect.objectContaining({ key: 'name', mine: '乙', theirs: '丙' })]);
    expect(others).toEqual([expect.objectContaining({ key: 'grade', before: '一级', now: '二级' })]);
    expect(kept.map(({ key }) => key)).toEqual(['address']);
  });

  it('is no conflict in an encrypted field that only I changed, nor where both wrote the same', () => {
    const mine = { managerPhone: '19900001234', name: '丙' };
    const found = compare(station, mine, opened, { ...opened, name: '丙' });
    expect(found.both).toEqual([]);
    expect(found.kept.map(({ key }) => key)).toEqual(['managerPhone']);
  });

  it('is asked about where nobody knows what stood there', () => {
    const found = compare(station, { address: '新路' }, {}, opened);
    expect(found.both.map(({ key }) => key)).toEqual(['address']);
    expect(found.others).toEqual([]);
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
    },
  });
  it.each([
    ['category', { kind: 'operator' }, true],
    ['category', { kind: 'driver' }, false],
    ['category', {}, false],
    ['line', { kind: 'operator' }, false],
    ['line', {}, true],
    ['score', { days: 0 }, false],
    ['score', { days: 3 }, true],
    ['name', {}, true],
  ])('%s at %j: %s', (key, values, expected) => expect(applies(of, key, values)).toBe(expected));

  it('is asked in a form that does not have the field of its condition', () => {
    const { category } = of.fields;
    expect(applies({ ...of, fields: { category } }, 'category', {})).toBe(true);
  });
});
