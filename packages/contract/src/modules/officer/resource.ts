import * as z from 'zod/mini';
import { placeCode } from '../../domain/fields.ts';
import type { CellFormat } from '../../kit/cell-format.ts';
import { day, json, person, text } from '../../kit/field.ts';
import { withCellFormat } from '../../kit/cell-format-field.ts';
import { resource, type Row } from '../../kit/resource.ts';

const regionsMost = 30;
const regionCells: CellFormat = {
  read: (text) => text.split(/[、,，;；\s]+/).filter(Boolean),
  example: '330108、330106',
};

/**
 * Register of the unit's law enforcement officers (执法人员): who may sign enforcement notices, with card, validity and
 * regions.
 */
export const officer = resource('officer', {
  label: '执法人员',
  counter: '名',
  title: 'name',
  subtitle: 'paperNo',
  class: 'tenant',
  permits: 'bus:officer',
  order: '-validTo',
  fields: {
    name: text(30, '姓名').required().sortable().search('pinyin'),
    paperNo: text(40, '执法证号')
      .required()
      .unique()
      .search('prefix', /(?=[-A-Za-z]*\d)[-A-Za-z\d]{5,}$/),
    validFrom: day('有效期起').required(),
    validTo: day('有效期止').required().sortable().filter('range').head('expires'),
    regionCodes: withCellFormat(
      json(
        '管辖区域',
        z
          .array(placeCode, '请选择管辖区域')
          .check(z.minLength(1, '请选择管辖区域'), z.maxLength(regionsMost, `管辖区域最多 ${regionsMost} 个`)),
      ),
      regionCells,
    )
      .required()
      .help('含所选区划以下的全部区域；导入时填写区划代码，多个用顿号隔开'),
    regions: text(2_000, '管辖').computed(),
    userId: person('绑定账号').help('这名执法人员登录系统的账号，可以不选'),
  },
});
export type Officer = Row<typeof officer>;
