import { integer, decimal, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { dangerCalls } from './calls.ts';
import { summaryExportColumns } from './views.ts';

/** One row per enterprise with the numbers of its dangers. */
export const dangerSummaryListing = listing('dangerSummary', dangerCalls.summary, {
  label: '企业隐患',
  counter: '家',
  title: 'enterpriseName',
  order: '-overdue',
  search: { name: 'keyword', placeholder: '企业名称' },
  filterLabels: { region: '区域' },
  exportColumns: summaryExportColumns,
  fields: {
    enterpriseName: text(100, '企业'),
    open: integer('未销号').sortable(),
    overdue: integer('超期').sortable(),
    major: integer('重大').sortable(),
    oldestDays: integer('最久未销号').sortable(),
    rate: decimal('整改率', { digits: 1 }).sortable(),
  },
});
