import type { EnterpriseStatus, LifecycleStep } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseFieldRows } from '@anlan/contract/modules/enterprise/fields';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';

/** A step that is taken, a merge among them, which closes from any open state. */
export type Step = LifecycleStep | 'merge';

interface Edge {
  from: readonly EnterpriseStatus[];
  to: EnterpriseStatus;
  who: 'regulator' | 'head' | 'either';
}

/** What whoever takes a step over the wire holds (the rows of the call table say the same). */
export const permitOf: Readonly<Record<LifecycleStep, Permit>> = {
  activate: 'bus:enterprise:audit',
  submit: 'bus:enterprise:submit',
  withdraw: 'bus:enterprise:submit',
  approve: 'bus:enterprise:audit',
  reject: 'bus:enterprise:audit',
  suspend: 'bus:enterprise:suspend',
  resume: 'bus:enterprise:audit',
  close: 'bus:enterprise:audit',
};

/** The machine: every way from one state to another (domain.md §3). Closed has no way out. */
export const edges: Readonly<Record<Step, Edge>> = {
  activate: { from: ['draft'], to: 'active', who: 'regulator' },
  submit: { from: ['draft', 'rejected'], to: 'underReview', who: 'head' },
  withdraw: { from: ['underReview'], to: 'draft', who: 'head' },
  approve: { from: ['underReview'], to: 'active', who: 'regulator' },
  reject: { from: ['underReview'], to: 'rejected', who: 'regulator' },
  suspend: { from: ['active'], to: 'suspended', who: 'either' },
  resume: { from: ['suspended'], to: 'active', who: 'regulator' },
  close: { from: ['active', 'suspended'], to: 'closed', who: 'regulator' },
  merge: { from: ['draft', 'rejected', 'underReview', 'active', 'suspended'], to: 'closed', who: 'regulator' },
};

const refusals: Readonly<Record<Step, string>> = {
  activate: '只有草稿可以启用',
  submit: '只有草稿或已驳回的企业可以提交审核',
  withdraw: '只有待审核的企业可以撤回',
  approve: '只有待审核的企业可以审核',
  reject: '只有待审核的企业可以审核',
  suspend: '只有在营企业可以停产停业',
  resume: '只有停产停业的企业可以复工复产',
  close: '只有在营或停产停业的企业可以注销',
  merge: '已注销的企业不能合并',
};

/** Why a step is no way on from a state, or null. */
export const wrongState = (step: Step, status: EnterpriseStatus): string | null =>
  edges[step].from.includes(status) ? null : refusals[step];

/** The step that leads from one state to another, or null where none does. */
export function stepOf(from: EnterpriseStatus, to: EnterpriseStatus): LifecycleStep | null {
  const steps = Object.keys(edges) as Step[];
  const found = steps.find((step) => step !== 'merge' && edges[step].to === to && edges[step].from.includes(from));
  return found === undefined || found === 'merge' ? null : found;
}

/** What a row says about who may move it. */
export interface Standing {
  id: string;
  status: EnterpriseStatus;
  source: string;
  created_by: string | null;
  submitted_by: string | null;
}

/** Why a step would skip the review that somebody asked for, or null: what an enterprise applied for is approved, never just activated. */
export const skippedReview = (step: Step, { source }: Pick<Standing, 'source'>): string | null =>
  step === 'activate' && source === 'apply' ? '企业自行申请入驻的，须由申请人提交后审核，不能直接启用' : null;

/** Who takes a step. */
export type Actor = Pick<Scope, 'userId' | 'reason' | 'userType' | 'enterpriseId' | 'roles' | 'permits'>;

const isHead = (scope: Actor, id: string) =>
  scope.userType === 'enterprise' && scope.enterpriseId === id && scope.roles.includes('ROLE_ENT_ADMIN');
const isApplicant = (scope: Actor, row: Standing) =>
  scope.userId !== null &&
  (row.submitted_by === scope.userId || (row.source === 'apply' && row.created_by === scope.userId));

/** Whether somebody is the one who asks for the file to be taken up (S33). */
export const isOwnApplication = (scope: Actor, row: Standing, bound: readonly string[]): boolean =>
  isApplicant(scope, row) || bound.includes(row.id);

/** Whether the caller is somebody who takes such a step, whatever the state; the system only acts for an applicant. */
export function mayTake(scope: Actor, step: Step, row: Standing): boolean {
  if (scope.userId === null) return scope.reason !== null && edges[step].who === 'head';
  const regulator = scope.userType === 'regulator' && scope.permits.has('bus:enterprise:audit');
  const head = isHead(scope, row.id);
  switch (edges[step].who) {
    case 'regulator':
      return regulator;
    case 'head':
      return head || isApplicant(scope, row);
    case 'either':
      return regulator || head;
  }
}

/** Steps that the caller can take now. */
export const stepsOpen = (scope: Actor, row: Standing): LifecycleStep[] =>
  (Object.keys(edges) as Step[]).filter(
    (step): step is LifecycleStep =>
      step !== 'merge' &&
      scope.permits.has(permitOf[step]) &&
      wrongState(step, row.status) === null &&
      skippedReview(step, row) === null &&
      mayTake(scope, step, row) &&
      !((step === 'approve' || step === 'activate' || step === 'reject') && isApplicant(scope, row)),
  );

/** Why an enterprise cannot be closed from a day on, or null. */
export const closingProblem = (closedOn: string, today: string): string | null =>
  closedOn > today ? '注销日期不能晚于今天' : null;

const demanded = enterpriseFieldRows.filter((field) => field.required === 'apply');
/** The fields without which nothing is taken up (*A) that are still empty; a missing licence reminds and never blocks (decisions 16). */
export function missingFor(step: Step, file: Readonly<Record<string, unknown>>): { field: string; msg: string }[] {
  if (step !== 'submit' && step !== 'approve' && step !== 'activate') return [];
  const empty = (name: string) => String(file[name] ?? '').trim() === '';
  return demanded
    .filter(({ name }) => empty(name))
    .map(({ name, label }) => ({ field: name as string, msg: `${label}不能为空` }));
}
