import { enterpriseCalls } from '@anlan/contract/wire/enterprise';
import { applicationCalls } from '@anlan/contract/wire/enterprise-application';
import { enterpriseBulkCalls } from '@anlan/contract/wire/enterprise-bulk';
import { enterpriseLifeCalls, enterpriseMergeCalls } from '@anlan/contract/wire/enterprise-life';
import { enterpriseMapCalls } from '@anlan/contract/wire/enterprise-map';
import { enterpriseStatisticsCalls } from '@anlan/contract/wire/enterprise-statistics';
import type { EnterpriseRoom } from '#modules/enterprise/index.ts';
import type { Put } from './house.ts';

/** Puts enterprises and what is done with them behind the wall. */
export function mountFirms(put: Put, enterprises: EnterpriseRoom) {
  put('enterprise', enterpriseCalls, enterprises);
  put('enterprise', enterpriseBulkCalls, enterprises);
  put('enterprise', applicationCalls, enterprises.applications, { wall: true });
  put('enterprise', enterpriseStatisticsCalls, enterprises.statistics);
  put('enterprise', enterpriseMapCalls, enterprises.map);
  put('enterprise', enterpriseLifeCalls, enterprises.life);
  put('enterprise', enterpriseMergeCalls, enterprises.merging);
}
