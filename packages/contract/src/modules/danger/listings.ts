import { integer, decimal, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { dangerCalls } from './calls.ts';
import { danger } from './resource.ts';
import { summaryExportColumns } from './views.ts';

const { title, no, level, category, place, status, deadlineOn, foundAt, foundBy } = danger.fields;
const { dutyPersonId, measures, interimMeasures, photosBefore, photosAfter } = danger.fields;

/** Dangers of one's own enterprise. All its employees may read them. */
export const ownDangerListing = listing('ownDanger', dangerCalls.page, {
  label: '隐患',
  counter: '项',
  title: 'title',
  subtitle: 'no',
  order: '-foundAt',
  search: { name: 'keyword', placeholder: '隐患名称、编号' },
  fields: {
    photosBefore,
    title,
    no,
    level,
    status,
    category,
    place,
    measures,
    interimMeasures,
    dutyPersonId,
    photosAfter,
    deadlineOn,
    foundAt,
    foundBy,
  },
});

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
