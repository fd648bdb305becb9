import { isFieldAction, type BulkAction, type BulkInput } from '@anlan/contract/modules/enterprise/bulk-actions';
import type { Change } from '@anlan/contract/domain/field-change';
import { enterpriseMoves, resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { moveInput } from '@anlan/contract/kit/state-machine';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Permit } from '@anlan/contract/permits';
import { AppError, invalid } from '#kernel/errors.ts';
import { idRange } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { closingProblem, permitOf } from '../lifecycle/rules.ts';
import { isEditable } from '../rules.ts';

// Permits for a bulk action. Lifecycle steps need the audit permit and the permit of the step. Labels and officers
// need the edit permit.
const permitsFor = (action: BulkAction): Permit[] =>
  isFieldAction(action) ? ['bus:enterprise:edit'] : ['bus:enterprise:audit', permitOf(action)];

/** Throws unless the caller is an authority with the permits for the action. */
export function requireBulkRight(scope: Scope, action: BulkAction): void {
  if (scope.userType !== 'regulator' || permitsFor(action).some((permit) => !scope.permits.has(permit)))
    throw new AppError('denied');
}

const row = { id: idRange.lowest, version: 1 };
/** Throws if a required input is missing. The message is the same as in the action on one enterprise. */
export function requireInput(action: BulkAction, words: BulkInput, today: string): void {
  if (action === 'assignOfficer' && words.officerId === undefined)
    throw invalid({ field: 'officerId', msg: '请选择监管责任人' });
  if ((action === 'addLabels' || action === 'removeLabels') && !words.labels?.length)
    throw invalid({ field: 'labels', msg: '请选择标签' });
  if (
    action === 'resume' &&
    Object.keys(resumeChecks).some((check) => !words.checklist?.some((done) => done === check))
  )
    throw invalid({ field: 'checklist', msg: '请逐项确认复工复产检查' });
  const input = isFieldAction(action) ? null : moveInput(enterpriseMoves[action]);
  const problem = input?.safeParse({ ...row, ...words }).error?.issues[0];
  if (problem) throw invalid({ field: String(problem.path[0] ?? 'action'), msg: problem.message });
  const early = action === 'close' ? closingProblem(words.closedOn ?? '', today) : null;
  if (early !== null) throw invalid({ field: 'closedOn', msg: early });
}

/** Label actions, each with the action that undoes it. */
export const opposites = { addLabels: 'removeLabels', removeLabels: 'addLabels' } as const;
export const isUndoable = (action: BulkAction): action is keyof typeof opposites => Object.hasOwn(opposites, action);

export function labelsMoved(changes: readonly Change[]): string[] {
  const { before, after } = changes.find(({ field }) => field === 'labels') ?? {};
  const [was, is] = [before, after].map((one) => (Array.isArray(one) ? one.map(String) : []));
  return [...(is ?? []).filter((one) => !was?.includes(one)), ...(was ?? []).filter((one) => !is?.includes(one))];
}

export interface FieldChange {
  labels?: string[] | null;
  officer_id?: string;
}

/** The new field values; null if nothing changes; a text with the reason if the change is refused. */
export function changeFor(
  action: 'addLabels' | 'removeLabels' | 'assignOfficer',
  words: BulkInput,
  before: { status: EnterpriseStatus; labels: string[] | null; officer_id: string | null },
): FieldChange | string | null {
  if (!isEditable(before.status)) return '已注销的企业不能修改';
  if (action === 'assignOfficer')
    return words.officerId === undefined || words.officerId === before.officer_id
      ? null
      : { officer_id: words.officerId };
  const requestedLabels = words.labels ?? [];
  const existingLabels = before.labels ?? [];
  const after =
    action === 'addLabels'
      ? [...existingLabels, ...requestedLabels.filter((label) => !existingLabels.includes(label))]
      : existingLabels.filter((label) => !requestedLabels.includes(label));
  if (after.length === existingLabels.length) return null;
  return { labels: after.length === 0 ? null : after };
}
