// What the screens of dangers work out of a row, without asking anybody.
import { numberText } from '@anlan/contract/domain/number-text';
import type { Danger, DangerFilter, DangerState } from '@anlan/contract/modules/danger/resource';
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';

/** Address of the list; `?id=` opens one danger beside it. */
export const listPath = '/bus/enterpriseexpinfo1/index';
/** Address of the three taps. */
export const reportPath = '/bus/danger/report';
/** Address of all dangers of one's own enterprise with their handling. */
export const ownPath = '/bus/danger/own';
/** Address of the notice-board sheet. */
export const boardPath = '/bus/danger/board';
/** Address of the statistics. */
export const statisticsPath = '/bus/danger/statistics';
/** Address of one danger in the list's drawer. */
export const dangerPath = (id: string): string => `${listPath}?tab=all&id=${id}`;

/** Tabs of the list, in their order. */
export const tabs = {
  todo: '待整改',
  recheck: '待复查',
  late: '超期',
  major: '重大',
  all: '全部',
} as const;
/** A tab of the list. */
export type Tab = keyof typeof tabs;
/** Whether a text names a tab. */
const isTab = (text: string | null): text is Tab => text !== null && Object.hasOwn(tabs, text);

/** States in which the enterprise has still to put it right. */
const unfinished: DangerState[] = ['open', 'rectifying', 'returned'];

/** What a tab shows of the dangers. */
const tabFilter: Readonly<Record<Tab, DangerFilter>> = {
  todo: { status: unfinished },
  recheck: { status: ['submitted'] },
  late: { overdue: true },
  major: { level: ['major'], unclosed: true },
  all: {},
};

/** What the list asks for: what the person chose within what the tab shows. */
export function withinTab(tab: Tab, filter: DangerFilter): DangerFilter {
  const shown = tabFilter[tab];
  const chosen = filter.status?.filter((state) => shown.status?.includes(state) ?? true);
  return {
    ...filter,
    ...shown,
    ...(chosen?.length ? { status: chosen } : {}),
  };
}

/** The tab that an address without one means: a link that names rows shows exactly those. */
export const tabOf = (named: string | null, filters: number): Tab =>
  isTab(named) ? named : filters > 0 ? 'all' : 'todo';

/** What is told of a deadline, and how loudly. */
export interface Left {
  text: string;
  tone: 'is-late' | 'is-today' | 'in-time';
}

type Timed = Pick<Danger, 'status' | 'overdue' | 'leftDays' | 'lateDays' | 'deadlineOn'>;

/** How a danger stands to its deadline. */
export function leftOf({ status, overdue, leftDays, lateDays, deadlineOn }: Timed, today: string): Left | null {
  if (status === 'voided') return null;
  if (status === 'submitted' || status === 'accepted')
    return lateDays ? { text: `晚 ${lateDays} 天提交`, tone: 'is-late' } : { text: '按期提交', tone: 'in-time' };
  const left = leftDays ?? daysBetween(today, deadlineOn);
  if (overdue || left < 0) return { text: `超期 ${numberText(lateDays || -left)} 天`, tone: 'is-late' };
  return left === 0 ? { text: '今天到期', tone: 'is-today' } : { text: `剩 ${left} 天`, tone: 'in-time' };
}

type Turned = Pick<Danger, 'status' | 'turn' | 'turnName' | 'turnSince' | 'planState' | 'extensionStatus' | 'level'>;

/** What the one whose turn it is has to do. */
export function turnWork({ status, turn, planState, extensionStatus, level }: Turned): string {
  if (extensionStatus === 'pending') return '延期审批';
  if (turn === 'nobody') return status === 'accepted' ? '已销号' : '已作废';
  if (turn === 'regulator') return '监管复查';
  if (turn === 'verifier') return '企业复查';
  if (turn === 'head') return planState === 'waiting' ? '批准方案' : '负责人签字';
  if (status === 'rectifying') return '企业整改';
  return level === 'major' && planState !== 'approved' ? '编制方案' : '企业签收';
}

/** How long it has been somebody's turn. */
export function turnWait({ turn, turnSince }: Turned, today: string): string | null {
  if (turn === 'nobody' || turnSince === null) return null;
  const days = daysBetween(dayOf(turnSince), today);
  return days <= 0 ? '今天轮到' : `等待 ${days} 天`;
}

/** Days of the enterprise and of the side that verifies since the danger was found. */
export function daysUsed(
  row: Pick<Danger, 'foundAt' | 'submittedAt' | 'verifiedAt' | 'status'>,
  today: string,
): { enterprise: number; verifier: number } {
  const found = dayOf(row.foundAt);
  const isOver = row.status === 'accepted';
  const submitted = row.status === 'submitted' || isOver ? row.submittedAt : null;
  const until = submitted ? dayOf(submitted) : today;
  const end = isOver && row.verifiedAt ? dayOf(row.verifiedAt) : today;
  return {
    enterprise: Math.max(0, daysBetween(found, until)),
    verifier: submitted ? Math.max(0, daysBetween(until, end)) : 0,
  };
}

/** A move of a danger's machine. */
export type MoveName = Exclude<Danger['abilities'][number], 'update' | 'remove'>;

/** Acts that stand at the foot of the drawer, the first that the person may do; the others stand under 更多. */
export const mainMoves = [
  'accept',
  'sign',
  'grantExtension',
  'approvePlan',
  'submit',
  'receipt',
  'savePlan',
  'sample',
] as const satisfies readonly MoveName[];
/** An act that stands at the foot of the drawer. */
export type MainMove = (typeof mainMoves)[number];

/** Moves that say no to one of the above; they share its field. */
export const refusals: Partial<Record<MainMove, MoveName>> = {
  accept: 'sendBack',
  sign: 'sendBack',
  grantExtension: 'refuseExtension',
  approvePlan: 'returnPlan',
};

/** The act that this person would do next with a danger. */
export function mainMove(row: Pick<Danger, 'abilities' | 'level' | 'planState'>): MainMove | null {
  const may = mainMoves.filter((move) => row.abilities.includes(move));
  // A major danger begins with its plan.
  if (row.level === 'major' && (row.planState === 'none' || row.planState === 'returned') && may.includes('savePlan'))
    return 'savePlan';
  return may[0] ?? null;
}

/** Address of somebody from outside; the secret stands behind #, which no server's log sees. */
export const repairPath = (tenantId: string, token: string): string => `/repair#${tenantId}.${token}`;

const words: Readonly<Record<MainMove, string>> = {
  accept: '去复查',
  sign: '去签字',
  grantExtension: '去审批',
  approvePlan: '去审批',
  submit: '去整改',
  receipt: '去签收',
  savePlan: '编方案',
  sample: '去复核',
};
/** What the button of a row says: the act that waits for this person, or just to look. */
export function actionWord(row: Parameters<typeof mainMove>[0]): string {
  const move = mainMove(row);
  return move === null ? '查看' : words[move];
}

/** Whether it is this person's turn: named, or one of those who may decide. */
export const isOwnTurn = (row: Danger, name: string): boolean =>
  row.turnName === name ||
  (['accept', 'sign', 'grantExtension', 'approvePlan'] as const).some((move) => row.abilities.includes(move));
