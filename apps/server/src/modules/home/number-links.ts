// The link of each home page number. A link opens a list of exactly the counted rows.
import { addDays } from '@anlan/contract/domain/instant';
import { enterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { dangerStates } from '@anlan/contract/modules/danger/resource';
import type { Side } from '@anlan/contract/modules/home/home';
import { homeNumbers, type HomeNumber } from '@anlan/contract/modules/home/number-definitions';
import { accidentList, addressOf, dangerList, notVoided, warningList, type Filter } from '../score/index.ts';

export interface Where {
  area?: string | undefined;
  today: string;
  monthBegins: string;
  soonDays: number;
}

const dangersWith =
  (filter: (where: Where) => Filter) =>
  (where: Where): string =>
    dangerList({ region: where.area, ...filter(where) });
const itemsWith =
  (filter: (where: Where) => Filter) =>
  (where: Where): string =>
    warningList({ regionCode: where.area, ...filter(where) });

const foundIn = ({ monthBegins, today }: Where): Filter => ({
  foundAtFrom: `${monthBegins} 00:00:00`,
  foundAtTo: `${today} 23:59:59`,
});

const supervisedHref = ({ area }: Where): string =>
  addressOf('/bus/enterprise/index', {
    regionCode: area,
    status: [enterpriseStatus.active, enterpriseStatus.suspended],
  });

export const accidentsHref = (kind: 'harm' | 'nearMiss', day: string): string =>
  accidentList({
    kind,
    countedAtFrom: `${day.slice(0, 4)}-01-01 00:00:00`,
    countedAtTo: `${day} 23:59:59`,
  });

/** Link of each number. A share links to the rows of its denominator. */
export const numberLinks: Readonly<Record<HomeNumber, (where: Where) => string>> = {
  open: dangersWith(() => ({ unclosed: 'true' })),
  overdue: dangersWith(() => ({ overdue: 'true' })),
  recheck: dangersWith(() => ({ status: dangerStates.submitted })),
  openMajor: dangersWith(() => ({ unclosed: 'true', level: 'major' })),
  listed: dangersWith(() => ({ unclosed: 'true', level: 'major', listed: 'true' })),
  found: dangersWith((where) => ({ status: notVoided, ...foundIn(where) })),
  accepted: dangersWith((where) => ({ status: notVoided, ...foundIn(where) })),
  onTime: dangersWith(({ monthBegins, today }) => ({
    status: notVoided,
    deadlineOnFrom: monthBegins,
    deadlineOnTo: today,
  })),
  expired: itemsWith(({ today }) => ({ validToTo: addDays(today, -1) })),
  expiring: itemsWith(({ today, soonDays }) => ({ validToFrom: today, validToTo: addDays(today, soonDays) })),
  inspected: supervisedHref,
  checked: () => addressOf('/bus/riskcheck/index', { tab: 'all', counted: 'true' }),
  controlled: () => addressOf('/bus/riskpoint/index', { tab: 'inForce' }),
  accidents: ({ today }) => accidentsHref('harm', today),
  nearMisses: ({ today }) => accidentsHref('nearMiss', today),
  score: supervisedHref,
  inspections: ({ area, monthBegins, today }) =>
    addressOf('/bus/inspection/index', {
      regionCode: area,
      source: 'regulator',
      status: 'finished',
      startedAtFrom: `${monthBegins} 00:00:00`,
      startedAtTo: `${today} 23:59:59`,
    }),
};

export const regulatorRecheck = dangersWith(() => ({ status: dangerStates.submitted, turn: 'regulator' }));
export const dueHref = ({ area, from, to }: { area: string; from: string; to: string }): string =>
  dangerList({ region: area, status: notVoided, deadlineOnFrom: from, deadlineOnTo: to });
export const lateHref = (side: Side, area: string): string =>
  dangerList({ region: area, turn: side === 'verifier' ? ['verifier', 'head'] : side, late: 'true' });
export const scoreHref = (id: string): string => addressOf('/bus/score/index', { id });
/** Names of all numbers. Each has a definition and a link. */
export const numbers = Object.keys(homeNumbers) as HomeNumber[];
export const dangerHref = (id: string): string => dangerList({ id });
export const itemHref = (id: string): string => warningList({ id });
