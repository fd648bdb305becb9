import { instant, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** The log of reports by telephone (电话报告), written by who receives the call: a first report counts from then. */
export const phoneReport = resource('phoneReport', {
  label: '电话报告',
  title: 'caller',
  class: 'enterprise',
  permits: 'bus:phonereport',
  order: '-receivedAt',
  fields: {
    enterpriseId: ref('enterprise', '报告企业').own('请选择报告企业').immutable().filter(),
    caller: text(30, '报告人').required(),
    content: prose(500, '报告内容').required(),
    receivedAt: instant('接报时间').kept().required().sortable().filter('range'),
    receivedByName: text(30, '接报人').kept(),
  },
});
/** A report by telephone as people see it. */
export type PhoneReport = Row<typeof phoneReport>;
