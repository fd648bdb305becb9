import { boolean, integer, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { regionCalls } from './region-calls.ts';

export const regionListing = listing('region', regionCalls.regionPage, {
  label: '街道',
  title: 'name',
  order: 'code',
  search: { name: 'keyword', placeholder: '名称、代码、拼音首字母' },
  filterLabels: { regionCode: '区域', level: '层级' },
  fields: {
    name: text(15, '名称').sortable(),
    level: integer('层级'),
    code: text(12, '代码').sortable(),
    pinyin: text(32, '拼音首字母'),
    enabled: boolean('状态').words({ true: '启用', false: '停用' }).tones({ true: 'green', false: 'grey' }).filter(),
  },
});
