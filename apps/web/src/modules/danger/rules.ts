// Pure functions for the danger screens. They send no requests.
import { numberText } from '@anlan/contract/domain/number-text';
import type { Danger, DangerFilter } from '@anlan/contract/modules/danger/resource';
import type { DangerState } from '@anlan/contract/modules/danger/states';
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import type { ListTab } from '#kit/tab-rules.ts';

/** Address of the danger list; `?id=` opens one danger beside the list. */
export const listPath = '/bus/enterpriseexpinfo1/index';
export const reportPath = '/bus/danger/report';
export const ownPath = '/bus/danger/own';
export const boardPath = '/bus/danger/board';
export const statisticsPath = '/bus/danger/statistics';
export const dangerPath = (id: string): string => `${listPath}?tab=all&id=${id}`;

const unfinished: DangerState[] = ['open', 'rectifying', 'returned'];

export const tabs = [
  { key: 'todo', label: '待整改', filter: { status: unfinished } },
  { key: 'recheck', label: '待复查', filter: { status: ['submitted'] }, empty: '待复查的隐患' },
  { key: 'late', label: '超期', filter: { overdue: true }, isAlarm: true, empty: '超期的隐患' },
  { key: 'major', label: '重大', filter: { level: ['major'], unclosed: true }, empty: '未销号的重大隐患' },
  { key: 'all', label: '全部', filter: {} },
] as const satisfies readonly ListTab<DangerFilter>[];
export type Tab = (typeof tabs)[number]['key'];

export interface Left {
  text: string;
  tone: 'is-late' | 'is-today' | 'in-time';
}

type DeadlineFields = Pick<Danger, 'status' | 'overdue' | 'leftDays' | 'lateDays' | 'deadlineOn'>;

/** Text for the time left before the deadline, or for the delay. Returns null for a voided danger. */
export function leftOf(
  { status, overdue, leftDays, lateDays, deadlineOn }: DeadlineFields,
  today: string,
): Left | null {
  if (status === 'voided') return null;
  if (status === 'submitted' || status === 'accepted')
    return lateDays ? { text: `晚 ${lateDays} 天提交`, tone: 'is-late' } : { text: '按期提交', tone: 'in-time' };
  const left = leftDays ?? daysBetween(today, deadlineOn);
  if (overdue || left < 0) return { text: `超期 ${numberText(lateDays || -left)} 天`, tone: 'is-late' };
  return left === 0 ? { text: '今天到期', tone: 'is-today' } : { text: `剩 ${left} 天`, tone: 'in-time' };
}

type TurnFields = Pick<
  Danger,
  'status' | 'turn' | 'turnName' | 'turnSince' | 'planState' | 'extensionStatus' | 'level'
>;

export function turnTask({ status, turn, planState, extensionStatus, level }: TurnFields): string {
  if (extensionStatus === 'pending') return '延期审批';
  if (turn === 'nobody') return status === 'accepted' ? '已销号' : '已作废';
  if (turn === 'regulator') return '监管复查';
  if (turn === 'verifier') return '企业复查';
  if (turn === 'head') return planState === 'waiting' ? '批准方案' : '负责人签字';
  if (status === 'rectifying') return '企业整改';
  return level === 'major' && planState !== 'approved' ? '编制方案' : '企业签收';
}

export function turnWait({ turn, turnSince }: TurnFields, today: string): string | null {
  if (turn === 'nobody' || turnSince === null) return null;
  const days = daysBetween(dayOf(turnSince), today);
  return days <= 0 ? '今天轮到' : `等待 ${days} 天`;
}

/** Days used by the enterprise and by the verifier since the danger was found. */
export function daysUsed(
  row: Pick<Danger, 'foundAt' | 'submittedAt' | 'verifiedAt' | 'status'>,
  today: string,
): { enterprise: number; verifier: number } {
  const foundOn = dayOf(row.foundAt);
  const isOver = row.status === 'accepted';
  const submitted = row.status === 'submitted' || isOver ? row.submittedAt : null;
  const until = submitted ? dayOf(submitted) : today;
  const end = isOver && row.verifiedAt ? dayOf(row.verifiedAt) : today;
  return {
    enterprise: Math.max(0, daysBetween(foundOn, until)),
    verifier: submitted ? Math.max(0, daysBetween(until, end)) : 0,
  };
}

export type MoveName = Exclude<Danger['abilities'][number], 'update' | 'remove'>;

/**
 * Status changes that can be the main button, in order of priority. The first allowed status change is shown. The
 * others are under 更多.
 */
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
export type MainMove = (typeof mainMoves)[number];

/** Maps each main status change to the status change that rejects. Both use the same text field. */
export const refusals: Partial<Record<MainMove, MoveName>> = {
  accept: 'sendBack',
  sign: 'sendBack',
  grantExtension: 'refuseExtension',
  approvePlan: 'returnPlan',
};

export function mainMove(row: Pick<Danger, 'abilities' | 'level' | 'planState'>): MainMove | null {
  const may = mainMoves.filter((move) => row.abilities.includes(move));
  // The first step for a major danger is its rectification plan.
  if (row.level === 'major' && (row.planState === 'none' || row.planState === 'returned') && may.includes('savePlan'))
    return 'savePlan';
  return may[0] ?? null;
}

/** The next danger of the list that waits for the user; undefined if none follows. */
export const nextTurnOf = (
  ids: readonly string[],
  at: number,
  rowOf: (id: string) => Record<string, unknown> | undefined,
): string | undefined =>
  ids.slice(at + 1).find((id) => {
    const row = rowOf(id);
    // The cast is safe: the rows come from the list of dangers.
    return row !== undefined && mainMove(row as unknown as Danger) !== null;
  });

/** The act of a person whose turn it is not: send a reminder, or assign a person who can rectify. */
export const besideMove = ({ abilities }: Pick<Danger, 'abilities'>): MoveName | null =>
  (['urge', 'reassign'] as const).find((move) => abilities.includes(move)) ?? null;

/**
 * Address of the repair link for a person without an account. The secret follows `#`, so server logs never contain it.
 */
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
export function actionWord(row: Parameters<typeof mainMove>[0]): string {
  const move = mainMove(row);
  return move === null ? '查看' : words[move];
}

/** Whether the user must act next: the row names the user, or the user has the right to decide. */
export const isOwnTurn = (row: Danger, name: string): boolean =>
  row.turnName === name ||
  (['accept', 'sign', 'grantExtension', 'approvePlan'] as const).some((move) => row.abilities.includes(move));
