import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { applicationCalls } from '@anlan/contract/modules/enterprise/application-calls';
import { enterpriseBulkCalls } from '@anlan/contract/modules/enterprise/bulk-calls';
import { enterpriseLifeCalls, enterpriseMergeCalls } from '@anlan/contract/modules/enterprise/life-calls';
import { enterpriseMapCalls } from '@anlan/contract/modules/enterprise/map-calls';
import { enterpriseStatisticsCalls } from '@anlan/contract/modules/enterprise/statistics-calls';
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
