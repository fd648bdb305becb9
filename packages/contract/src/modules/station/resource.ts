import { code, decimal, degrees, oneOf, phone, ref, region, text } from '../../kit/field.ts';
import { resource, type Input, type Row } from '../../kit/resource.ts';

export const station = resource('station', {
  label: '场站',
  counter: '个',
  title: 'name',
  subtitle: 'code',
  class: 'enterprise',
  permits: 'bus:station',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    code: text(32, '编号')
      .required()
      .unique()
      .sortable()
      .search('prefix', /^[A-Za-z0-9_-]+$/)
      .example('本单位内不重复'),
    name: text(60, '名称').required().sortable().search('pinyin'),
    kind: code('stationKind', '类型').required().filter('many'),
    grade: text(20, '等级').example('如 一级站'),
    regionCode: region('行政区划').short('区域').required().filter('below'),
    address: text(200, '地址').required(),
    lng: degrees(180, '经度'),
    lat: degrees(90, '纬度'),
    managerName: text(30, '负责人').required().head('answers'),
    managerPhone: phone('负责人电话').short('电话').required().encrypted(),
    areaSqm: decimal('面积', { unit: '㎡' }),
    status: oneOf(['enabled', 'disabled'], '状态')
      .default('enabled')
      .dictionary('enableStatus')
      .filter('many')
      .head('state'),
  },
});
export type Station = Row<typeof station>;
export type StationInput = Input<typeof station>;
