// Addresses and filters of the lists that scores and home pages link to.
import { dangerStates } from '@anlan/contract/modules/danger/resource';

/** Filter values of a list. An array matches any of its values. */
export type Filter = Readonly<Record<string, string | readonly string[] | undefined>>;

export function addressOf(path: string, filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, one);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const unfinished = [dangerStates.open, dangerStates.rectifying, dangerStates.returned];
/** States of dangers that count: all except voided. */
export const notVoided = [...unfinished, dangerStates.submitted, dangerStates.accepted];

export const dangerList = (filter: Filter): string => addressOf('/bus/enterpriseexpinfo1/index', filter);
export const checkList = (filter: Filter): string => addressOf('/bus/riskcheck/index', filter);
export const learningList = (filter: Filter): string =>
  addressOf('/bus/dailyEducation/index', { tab: 'all', ...filter });
export const reportList = (filter: Filter): string => addressOf('/bus/report', { tab: 'all', ...filter });
export const accidentList = (filter: Filter): string => addressOf('/bus/accident/index', { tab: 'all', ...filter });
export const warningList = (filter: Filter): string => addressOf('/bus/enterprisewarn/index', filter);
