import { station } from '@anlan/contract/modules/station/resource';
import { decimal, day, files, instant, json, phone, ref, text } from '@anlan/contract/kit/field';
import { resource } from '@anlan/contract/kit/resource';
import { isValidElement } from 'react';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { column, columnsOf, one, pictures, reveal, tag, title, two } from './columns.tsx';
import { filtersOf, searchOf } from './filters.tsx';
import type { AnyFilter } from './resource.ts';

const named = [title(), tag('status'), two('kind', 'grade'), one('enterpriseId'), two('managerName', 'managerPhone')];
const nobody = { several: true, linkTo: () => null };

describe('the columns of a list', () => {
  it('hide all fields that the page does not name, except the time of the last change', () => {
    const columns = columnsOf(station, named, nobody);
    expect(columns.map(({ key, title: heading, sort, extra }) => [key, heading, sort, extra ?? false])).toEqual([
      ['name', '场站', 'name', false],
      ['status', '状态', undefined, false],
      ['kind', '类型 / 等级', undefined, false],
      ['enterpriseId', '所属企业', undefined, false],
      ['managerName', '负责人 / 电话', undefined, false],
      ['updatedAt', '更新时间', 'updatedAt', false],
      ['code', '编号', 'code', true],
      ['regionCode', '区域', undefined, true],
      ['address', '地址', undefined, true],
      ['lng', '经度（°）', undefined, true],
      ['lat', '纬度（°）', undefined, true],
      ['areaSqm', '面积（㎡）', undefined, true],
    ]);
    expect(columns[0]?.locked).toBe(true);
  });

  it('show a file field as the number of files or as the first picture', () => {
    const noted = resource('note', {
      label: '记录',
      title: 'name',
      class: 'tenant',
      permits: 'bus:station',
      fields: { name: text(10, '名称'), photos: files('照片', { purpose: 'photo' }), papers: files('材料') },
    });
    const columns = columnsOf(noted, [title(), pictures('photos')], nobody);
    expect(columns.map(({ key, extra }) => [key, extra ?? false])).toEqual([
      ['name', false],
      ['photos', false],
      ['updatedAt', false],
      ['papers', true],
    ]);
    const row = { id: '1', version: 1, abilities: [], name: '甲', photos: [{ id: '2', name: 'a.jpg' }], papers: [] };
    expect(columns[1]?.render(row)).toMatchObject({ props: { value: row.photos, pictured: true } });
  });

  it('omit the enterprise column when all rows belong to the enterprise of the user', () => {
    const keys = columnsOf(station, named, { ...nobody, several: false }).map(({ key }) => key);
    expect(keys).not.toContain('enterpriseId');
    expect(keys).toContain('status');
  });

  it('render the custom column of a page', () => {
    const own = column<{ address: unknown }, 'name'>('where', '在哪里', ({ address }) => `在 ${String(address)}`, {
      sort: 'name',
    });
    const columns = columnsOf(station, [own as never, reveal('managerPhone', { width: 150 })], nobody);
    const row = { id: '1', version: 1, abilities: [], address: '路', managerPhone: '139****5678' };
    expect([columns[0]?.key, columns[0]?.title, columns[0]?.sort]).toEqual(['where', '在哪里', 'name']);
    expect(columns[0]?.render(row)).toBe('在 路');
    expect(columns[1]?.width).toBe(150);
    expect(isValidElement(columns[1]?.render(row))).toBe(true);
  });

  it('show a field only in the custom column that names it', () => {
    const own = column('who', '企业 / 负责人', () => '', { fields: ['enterpriseId', 'managerName'] });
    const keys = (several: boolean) => columnsOf(station, [own], { ...nobody, several }).map(({ key }) => key);
    expect(keys(true)).toContain('who');
    expect(keys(true)).not.toContain('managerName');
    expect(keys(false)).toContain('who');
  });

  it('reject an unknown field', () => {
    expect(() => columnsOf(station, [one('nothing')], nobody)).toThrow('station has no field nothing');
  });
});

const impersonation = resource('visit', {
  label: '检查',
  title: 'plan',
  class: 'enterprise',
  permits: 'bus:visit',
  fields: {
    enterpriseId: ref('enterprise', '企业').own().filter(),
    plan: text(60, '计划'),
    on: day('日期').filter('range'),
    at: instant('到达时间').filter('range'),
    fee: decimal('费用').filter('range'),
    contact: phone('电话'),
    taskId: text(36, '任务').serverSet().filter(),
    detail: json('明细', z.object({})),
  },
});

describe('the filters of a list', () => {
  const names = (fields: Parameters<typeof filtersOf<AnyFilter>>[1], several = true) =>
    filtersOf(impersonation, fields, several).map(({ name, label, more }) => [name, label, more ?? false]);

  it('start with the filters of the page, without those of a bare id', () => {
    expect(names(['on'])).toEqual([
      ['onFrom', '日期 从', false],
      ['onTo', '日期 到', false],
      ['enterpriseId', '企业', true],
      ['atFrom', '到达时间 从', true],
      ['atTo', '到达时间 到', true],
      ['feeFrom', '费用 从', true],
      ['feeTo', '费用 到', true],
    ]);
  });

  it('omit the enterprise filter when all rows belong to the enterprise of the user', () => {
    const own = { name: 'late', label: '逾期', control: () => null };
    expect(names([own, 'enterpriseId'], false).map(([name]) => name)).toEqual([
      'late',
      'onFrom',
      'onTo',
      'atFrom',
      'atTo',
      'feeFrom',
      'feeTo',
    ]);
  });

  it('include a search box only when a field is searchable', () => {
    expect(searchOf(station)?.placeholder).toBe('场站名称、编号');
    expect(searchOf(impersonation)).toBeUndefined();
  });
});
