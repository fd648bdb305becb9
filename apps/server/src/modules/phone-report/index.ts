/** phoneReport: the log of accident reports by telephone (电话报告). The server sets the time of each report. */
import { phoneReportCalls } from '@anlan/contract/modules/phone-report/calls';
import { phoneReport } from '@anlan/contract/modules/phone-report/resource';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import { takeCall } from './store.ts';

export const phoneReportModule = defineModule('phoneReport', {
  needs: {},
  open: ({ kit }) => ({
    ...openResource(phoneReport, kit, {
      mayChange: (_verb, _row, { userType }) => userType === 'regulator',
      createRefusal: ({ scope }) => (scope.userType === 'regulator' ? null : '电话报告由接到电话的监管人员登记'),
      beforeCreate: ({ scope }) => ({ receivedAt: kit.clock.now(), receivedByName: scope.userName }),
    }),
    takeCall,
  }),
  calls: phoneReportCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, reports) =>
      (await reports.exists(tx, { enterpriseId: ids })) ? '名下还有电话报告，不能删除' : null,
  },
});
