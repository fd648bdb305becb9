import { instant, prose, ref, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';

/**
 * Log of reports by telephone (电话报告), written by the person who receives the call. The time of that call counts as the
 * time of the first report.
 */
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
    receivedAt: instant('接报时间').serverSet().required().sortable().filter('range'),
    receivedByName: text(30, '接报人').serverSet(),
  },
});
