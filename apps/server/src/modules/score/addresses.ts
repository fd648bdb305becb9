// Addresses of the lists that scores and homes lead to, in the words of those lists.
import { dangerStates } from '@anlan/contract/modules/danger/resource';

/** Values of a list's filter; several stand for any of them. */
export type Filter = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A page with a filter in its address. */
export function addressOf(path: string, filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, one);
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** States of dangers that are not handed in, as the address has them. */
export const unfinished = [dangerStates.open, dangerStates.rectifying, dangerStates.returned];
/** States of dangers that count: all but those that were voided. */
export const notVoided = [...unfinished, dangerStates.submitted, dangerStates.accepted];

/** The list of dangers, one row each. */
export const dangerList = (filter: Filter): string => addressOf('/bus/enterpriseexpinfo1/index', filter);
/** The list of checks of risk points. */
export const checkList = (filter: Filter): string => addressOf('/bus/riskcheck/index', filter);
/** The list of learning tasks. */
export const learningList = (filter: Filter): string =>
  addressOf('/bus/dailyEducation/index', { tab: 'all', ...filter });
/** The list of reports. */
export const reportList = (filter: Filter): string => addressOf('/bus/report', { tab: 'all', ...filter });
/** The list of accidents and near misses. */
export const accidentList = (filter: Filter): string => addressOf('/bus/accident/index', { tab: 'all', ...filter });
/** The list of warnings. */
export const warningList = (filter: Filter): string => addressOf('/bus/enterprisewarn/index', filter);
