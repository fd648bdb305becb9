import { code, integer, json, oneOf, ref, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';
import { checkItems } from './check-item.ts';

/** A check list (检查表): a template that inspections copy. It belongs to the unit or to an enterprise. */
export const checklist = resource('checklist', {
  label: '检查表',
  counter: '张',
  title: 'name',
  class: 'enterprise',
  permits: 'bus:checklist',
  fields: {
    name: text(60, '检查表名称').required().sortable().search('pinyin').example('如 消防安全专项检查表'),
    kind: code('inspectionKind', '检查类型').required().filter('many'),
    enterpriseId: ref('enterprise', '所属企业').immutable().filter().help('不选择时为本单位通用，辖区企业都可以使用'),
    basis: text(300, '编制依据'),
    items: json('检查项', checkItems).default([]).whole(),
    itemCount: integer('检查项数', { unit: '项' }).serverSet().default(0),
    edition: integer('版次').serverSet().default(1),
    status: oneOf(['enabled', 'disabled'], '状态').default('enabled').dictionary('enableStatus').filter('many'),
  },
});
