// Addresses of the lists that scores and home pages link to.
import { addressOf, type ListFilter as Filter } from '@anlan/contract/kit/measure';

export const dangerList = (filter: Filter): string => addressOf('/bus/enterpriseexpinfo1/index', filter);
export const checkList = (filter: Filter): string => addressOf('/bus/riskcheck/index', filter);
export const learningList = (filter: Filter): string =>
  addressOf('/bus/dailyEducation/index', { tab: 'all', ...filter });
export const reportList = (filter: Filter): string => addressOf('/bus/report', { tab: 'all', ...filter });
export const accidentList = (filter: Filter): string => addressOf('/bus/accident/index', { tab: 'all', ...filter });
export const warningList = (filter: Filter): string => addressOf('/bus/enterprisewarn/index', filter);
