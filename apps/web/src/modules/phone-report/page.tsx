import { phoneReportCalls } from '@anlan/contract/modules/phone-report/calls';
import { phoneReport } from '@anlan/contract/modules/phone-report/resource';
import { one, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** 电话报告: reports by telephone. For an accident report, the time of the call counts. */
export const Screen = resourcePage(phoneReport, phoneReportCalls, {
  ...page,
  columns: [title(), one('receivedAt'), one('receivedByName'), one('enterpriseId')],
  filters: ['receivedAt', 'enterpriseId'],
  form: { rows: ['enterpriseId', 'caller', 'content'] },
  empty: '没有电话报告。接到事故的电话报告后请立即登记，首报时间从登记时起算。',
});
