import { field, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';
import { ownRegionInput, townCode } from './region.ts';

/** The form of a street; the form of a grid has the label 网格. */
export const regionForm = resource('region', {
  label: '街道',
  counter: '个',
  title: 'name',
  class: 'tenant',
  permits: 'sys:region',
  fields: {
    parent: field<string>(
      { kind: 'region', label: '所属区划', required: true },
      ownRegionInput.shape.parent,
    ).immutable(),
    name: text(15, '名称').required().example('如 望潮街道、第一网格'),
    code: field<string>({ kind: 'text', label: '代码', max: 12 }, townCode)
      .immutable()
      .example('选择所属区划后自动生成')
      .help('按上级顺延，可以改为官方编号'),
  },
});
