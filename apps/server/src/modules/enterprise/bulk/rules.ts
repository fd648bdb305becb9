import { isFieldAction, type BulkAction, type BulkWords } from '@anlan/contract/modules/enterprise/bulk';
import type { Change } from '@anlan/contract/domain/change';
import { closure, resumeChecks, resumption, suspension } from '@anlan/contract/modules/enterprise/lifecycle';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Permit } from '@anlan/contract/permits';
import { AppError, invalid } from '#kernel/errors.ts';
import { idRange } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { closingProblem, permitOf } from '../lifecycle/rules.ts';
import type { MoveGiven } from '../lifecycle/service.ts';
import { isEditable } from '../rules.ts';

// What an action takes beside the list itself: for steps of a life audit and what the step takes, edit for labels and officers.
const permitsFor = (action: BulkAction): Permit[] =>
  isFieldAction(action) ? ['bus:enterprise:edit'] : ['bus:enterprise:audit', permitOf[action]];

/** Work on many enterprises is the authority's, whatever else its staff may hold. */
export function demandRight(scope: Scope, action: BulkAction): void {
  if (scope.userType !== 'regulator' || permitsFor(action).some((permit) => !scope.permits.has(permit)))
    throw new AppError('denied');
}

const row = { id: idRange.lowest, version: 1 };
/** What an action cannot do without, in the words of the step itself. */
export function demandWords(action: BulkAction, words: BulkWords, today: string): void {
  if (action === 'assignOfficer' && words.officerId === undefined)
    throw invalid({ field: 'officerId', msg: '请选择监管责任人' });
  if ((action === 'addLabels' || action === 'removeLabels') && !words.labels?.length)
    throw invalid({ field: 'labels', msg: '请选择标签' });
  const schema = { suspend: suspension, resume: resumption, close: closure }[action as 'suspend'];
  if (
    action === 'resume' &&
    Object.keys(resumeChecks).some((check) => !words.checklist?.some((done) => done === check))
  )
    throw invalid({ field: 'checklist', msg: '请逐项确认复工复产检查' });
  const problem = schema?.safeParse({ ...row, ...words }).error?.issues[0];
  if (problem) throw invalid({ field: String(problem.path[0] ?? 'action'), msg: problem.message });
  const early = action === 'close' ? closingProblem(words.closedOn ?? '', today) : null;
  if (early !== null) throw invalid({ field: 'closedOn', msg: early });
}

/** A step in the life of an enterprise. */
export type BulkStep = Exclude<BulkAction, 'addLabels' | 'removeLabels' | 'assignOfficer'>;

/** What goes with the step of each enterprise. */
export function givenFor(action: BulkStep, words: BulkWords): MoveGiven {
  const { kind, fromOn, reason, closedOn, checklist, note, officerId } = words;
  switch (action) {
    case 'suspend':
      return { note: reason, details: { kind, fromOn } };
    case 'resume':
      return { note, details: { checklist } };
    case 'close':
      return { note, details: { reason, closedOn } };
    case 'activate':
    case 'approve':
      return { note, officerId };
  }
}

/** Labels are a set: what was given is taken away again, and the other way about. */
export const opposites = { addLabels: 'removeLabels', removeLabels: 'addLabels' } as const;
/** Whether an action can be taken back. */
export const isUndoable = (action: BulkAction): action is keyof typeof opposites => Object.hasOwn(opposites, action);

/** Which labels an action gave, or took away. */
export function labelsMoved(changes: readonly Change[]): string[] {
  const { before, after } = changes.find(({ field }) => field === 'labels') ?? {};
  const [was, is] = [before, after].map((one) => (Array.isArray(one) ? one.map(String) : []));
  return [...(is ?? []).filter((one) => !was?.includes(one)), ...(was ?? []).filter((one) => !is?.includes(one))];
}

/** What is changed of one enterprise. */
export interface FieldChange {
  labels?: string[] | null;
  officer_id?: string;
}

/** The change of one enterprise; `null` where it is so already, a sentence where it is refused. */
export function changeFor(
  action: 'addLabels' | 'removeLabels' | 'assignOfficer',
  words: BulkWords,
  before: { status: EnterpriseStatus; labels: string[] | null; officer_id: string | null },
): FieldChange | string | null {
  if (!isEditable(before.status)) return '已注销的企业不能修改';
  if (action === 'assignOfficer')
    return words.officerId === undefined || words.officerId === before.officer_id
      ? null
      : { officer_id: words.officerId };
  const asked = words.labels ?? [];
  const known = before.labels ?? [];
  const after =
    action === 'addLabels'
      ? [...known, ...asked.filter((label) => !known.includes(label))]
      : known.filter((label) => !asked.includes(label));
  if (after.length === known.length) return null;
  return { labels: after.length === 0 ? null : after };
}
