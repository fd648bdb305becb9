import type { EnterpriseStatus, LifecycleStep } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseMoves } from '@anlan/contract/modules/enterprise/lifecycle';
import type { Field } from '@anlan/contract/kit/field';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import type { StepDetails } from './tables.ts';

/** A lifecycle step, or a merge, which closes an enterprise from any open state. */
export type Step = LifecycleStep | 'merge';

interface Edge {
  from: readonly EnterpriseStatus[];
  to: EnterpriseStatus;
  who: 'regulator' | 'head' | 'either';
}

/** The permit that a step needs. The table of calls has the same permit. */
export const permitOf = (step: LifecycleStep): Permit => `bus:enterprise:${enterpriseMoves[step].permit}`;

/** State machine of enterprises. The state closed is final. */
export const edges: Readonly<Record<Step, Edge>> = {
  activate: { ...enterpriseMoves.activate, who: 'regulator' },
  submit: { ...enterpriseMoves.submit, who: 'head' },
  withdraw: { ...enterpriseMoves.withdraw, who: 'head' },
  approve: { ...enterpriseMoves.approve, who: 'regulator' },
  reject: { ...enterpriseMoves.reject, who: 'regulator' },
  suspend: { ...enterpriseMoves.suspend, who: 'either' },
  resume: { ...enterpriseMoves.resume, who: 'regulator' },
  close: { ...enterpriseMoves.close, who: 'regulator' },
  merge: { from: enterpriseMoves.transfer.from, to: 'closed', who: 'regulator' },
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

/** Message if the step is not allowed in the state; null if it is. */
export const wrongState = (step: Step, status: EnterpriseStatus): string | null =>
  edges[step].from.includes(status) ? null : refusals[step];

/** The step that leads from one state to another; null if there is none. */
export function stepOf(from: EnterpriseStatus, to: EnterpriseStatus): LifecycleStep | null {
  const steps = Object.keys(edges) as Step[];
  const matchingStep = steps.find(
    (step) => step !== 'merge' && edges[step].to === to && edges[step].from.includes(from),
  );
  return matchingStep === undefined || matchingStep === 'merge' ? null : matchingStep;
}

export interface LifecycleFacts {
  id: string;
  status: EnterpriseStatus;
  source: string;
  created_by: string | null;
  submitted_by: string | null;
}

/**
 * Message if a step would skip the review: an enterprise from an application must be approved. Null if the step is
 * allowed.
 */
export const skippedReview = (step: Step, { source }: Pick<LifecycleFacts, 'source'>): string | null =>
  step === 'activate' && source === 'apply' ? '企业自行申请入驻的，须由申请人提交后审核，不能直接启用' : null;

export type Actor = Pick<Scope, 'userId' | 'reason' | 'userType' | 'enterpriseId' | 'roles' | 'permits'>;

const isHead = (scope: Actor, id: string) =>
  scope.userType === 'enterprise' && scope.enterpriseId === id && scope.roles.includes('ROLE_ENT_ADMIN');
const isApplicant = (scope: Actor, row: LifecycleFacts) =>
  scope.userId !== null &&
  (row.submitted_by === scope.userId || (row.source === 'apply' && row.created_by === scope.userId));

/** Whether the user is the applicant of the enterprise, who must not decide the application (S33). */
export const isOwnApplication = (scope: Actor, row: LifecycleFacts, bound: readonly string[]): boolean =>
  isApplicant(scope, row) || bound.includes(row.id);

/**
 * Whether the actor may take a step, whatever the state of the enterprise. The system may only act for an applicant.
 */
export function mayTake(scope: Actor, step: Step, row: LifecycleFacts): boolean {
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

export const stepsOpen = (scope: Actor, row: LifecycleFacts): LifecycleStep[] =>
  (Object.keys(edges) as Step[]).filter(
    (step): step is LifecycleStep =>
      step !== 'merge' &&
      scope.permits.has(permitOf(step)) &&
      wrongState(step, row.status) === null &&
      skippedReview(step, row) === null &&
      mayTake(scope, step, row) &&
      !((step === 'approve' || step === 'activate' || step === 'reject') && isApplicant(scope, row)),
  );

export interface MoveGiven {
  note?: string | null | undefined;
  details?: StepDetails | undefined;
  /** Addresses of uploaded files. */
  files?: string[] | undefined;
  /** User id of the 监管责任人, set at approval or activation. */
  officerId?: string | null | undefined;
  /** Id of the audit row of the bulk call, if the step is part of one. */
  parentId?: string | undefined;
  mergedInto?: string | undefined;
}

/** What a person enters for a step. Each step has other fields. */
export interface StepWords {
  note?: string | null | undefined;
  officerId?: string | null | undefined;
  reason?: string | undefined;
  kind?: string | undefined;
  fromOn?: string | undefined;
  closedOn?: string | undefined;
  checklist?: readonly string[] | undefined;
}

/** Note, officer and details that a step stores. */
export function givenFor(step: Step, { note: text, officerId, ...words }: StepWords): MoveGiven {
  const { kind, fromOn, reason, closedOn, checklist } = words;
  const note = text || undefined;
  switch (step) {
    case 'reject':
      return { note: reason };
    case 'suspend':
      return { note: reason, details: { kind, fromOn } };
    case 'resume':
      return { note, details: { checklist: [...new Set(checklist)] } };
    case 'close':
      return { note, details: { reason, closedOn } };
    default:
      return { note, officerId };
  }
}

/** Message if the closing day is not allowed; null if it is. */
export const closingProblem = (closedOn: string, today: string): string | null =>
  closedOn > today ? '注销日期不能晚于今天' : null;

const demanded = Object.entries<Field>(enterpriseFieldSpecs).filter(([, { spec }]) => spec.required);
/** Required fields (*A) that are empty. A missing licence is not an error; it only shows a warning. */
export function missingFor(step: Step, file: Readonly<Record<string, unknown>>): { field: string; msg: string }[] {
  if (step !== 'submit' && step !== 'approve' && step !== 'activate') return [];
  const empty = (name: string) => String(file[name] ?? '').trim() === '';
  return demanded.filter(([name]) => empty(name)).map(([field, { spec }]) => ({ field, msg: `${spec.label}不能为空` }));
}
