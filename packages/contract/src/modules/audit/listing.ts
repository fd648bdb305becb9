import { choice, instant, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { auditCalls } from './calls.ts';
import { logExportColumns } from './log.ts';

export const logListing = listing('log', auditCalls.page, {
  label: '日志',
  title: 'sentence',
  order: '-createTime',
  // Searches the names that are stored in the log, because an auditor (三员) has no right to list users.
  search: { name: 'userName', placeholder: '人员姓名' },
  filterLabels: { type: '种类', userId: '人员' },
  exportColumns: logExportColumns,
  fields: {
    createTime: instant('时间').sortable(),
    createBy: text(64, '人员'),
    sentence: text(200, '操作'),
    outcome: choice({ done: '成功', failed: '失败' }, '结果').tones({ done: 'green', failed: 'red' }).filter(),
    exception: text(200, '说明'),
    remoteAddr: text(45, '来源地址').filter(),
    userAgent: text(200, '浏览器'),
    requestId: text(64, '请求编号'),
  },
});
