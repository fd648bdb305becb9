// Who may do what with a risk point, and what a point needs before a review; no IO.
import type { riskPoint } from '@anlan/contract/modules/risk-point/resource';
import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import type { ControlLayer } from '@anlan/contract/modules/risk-point/check-cycle';
import type { Control, Hazard } from '@anlan/contract/modules/risk-point/hazards-controls';
import { factorsProblem, rankOf, type FactorValues } from '@anlan/contract/modules/risk-point/risk-methods';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import type { RowOf } from '#kit/table.ts';

type RiskPointRow = RowOf<typeof riskPoint>;

export interface Facts {
  readonly status: 'draft' | 'underReview' | 'inForce' | 'retired';
  readonly method: string;
  readonly factors: FactorValues;
  readonly directBasis: string | null;
  readonly adjustedLevel: RiskLevel | null;
  readonly adjustReason: string | null;
  readonly computedLevel: RiskLevel | null;
  readonly level: RiskLevel | null;
  readonly hazards: readonly Hazard[];
  readonly controls: readonly Control[];
  readonly controlLayer: ControlLayer;
  readonly ownerId: string;
  readonly basisId: string | null;
  readonly pausedFrom: string | null;
  readonly pausedTo: string | null;
  readonly proposedOn: string | null;
  readonly nextAssessOn: string | null;
  readonly createdBy: string | null;
}
export const factsOf = (row: RiskPointRow): Facts =>
  // The casts are safe: table constraints and the declaration limit the values of these columns.
  ({
    status: row.status,
    method: row.method,
    factors: row.factors,
    directBasis: row.directBasis,
    adjustedLevel: row.adjustedLevel,
    adjustReason: row.adjustReason,
    computedLevel: row.computedLevel,
    level: row.level,
    hazards: row.hazards,
    controls: row.controls,
    controlLayer: row.controlLayer,
    ownerId: row.ownerId,
    basisId: row.basisId,
    pausedFrom: row.pausedFrom,
    pausedTo: row.pausedTo,
    proposedOn: row.proposedOn,
    nextAssessOn: row.nextAssessOn,
    createdBy: row.createdBy,
  }) as Facts;

export interface Actor {
  readonly userId: string | null;
  readonly employeeId: string | null;
  readonly posts: ReadonlySet<PostKind>;
}

const isLead = ({ posts }: Actor) => posts.has('head') || posts.has('safetyManager');
const isInvolved = (facts: Facts, actor: Actor) =>
  isLead(actor) ||
  (actor.employeeId !== null && actor.employeeId === facts.ownerId) ||
  (actor.userId !== null && actor.userId === facts.createdBy);

const isLowered = ({ adjustedLevel, computedLevel }: Pick<Facts, 'adjustedLevel' | 'computedLevel'>): boolean =>
  adjustedLevel !== null && computedLevel !== null && rankOf(adjustedLevel) < rankOf(computedLevel);
/** Whether the enterprise's head must approve the point: points of company level and points with a lowered level. */
export const needsHead = (facts: Pick<Facts, 'controlLayer' | 'adjustedLevel' | 'computedLevel'>): boolean =>
  facts.controlLayer === 'company' || isLowered(facts);
export const isPaused = ({ pausedFrom, pausedTo }: Pick<Facts, 'pausedFrom' | 'pausedTo'>, today: string): boolean =>
  pausedFrom !== null && pausedFrom <= today && (pausedTo === null || today <= pausedTo);
/** Whether a point must be assessed again: its assessment date has passed, or a repeated danger led to a proposal. */
export const isAssessDue = (facts: Pick<Facts, 'status' | 'proposedOn' | 'nextAssessOn'>, today: string): boolean =>
  facts.status === 'inForce' &&
  (facts.proposedOn !== null || (facts.nextAssessOn !== null && facts.nextAssessOn < today));

export function mayMove(move: string, facts: Facts, actor: Actor): boolean {
  switch (move) {
    case 'submit':
      return isInvolved(facts, actor);
    case 'approve':
    case 'sendBack':
      return needsHead(facts) ? actor.posts.has('head') : isLead(actor);
    case 'pause':
      // A pause prevents missed checks, so people who do the checks may not pause.
      return facts.pausedFrom === null && isLead(actor);
    case 'resume':
      return facts.pausedFrom !== null && isInvolved(facts, actor);
    case 'retire':
      return isLead(actor);
    default:
      return false;
  }
}
/**
 * Why a person with the permit may not approve this point, or null. The person who lowered its level may not approve
 * it.
 */
export const approvalRefusal = (facts: Facts, { userId }: Pick<Actor, 'userId'>): string | null =>
  isLowered(facts) && userId !== null && facts.createdBy === userId
    ? '您提出调低这个风险点的等级，请由另一位主要负责人审核，或由安全管理人员重新提出'
    : null;
export const mayChange = (facts: Facts, actor: Actor): boolean => facts.status === 'draft' && isInvolved(facts, actor);
export const mayReassess = (facts: Facts, actor: Actor): boolean =>
  facts.status === 'inForce' && isInvolved(facts, actor);
export const mayPlace = (facts: Facts, actor: Actor): boolean =>
  facts.status !== 'retired' && facts.basisId === null && isInvolved(facts, actor);
/**
 * Whether a person may set the position. For a point in force the responsible person may not, because the position
 * proves presence.
 */
export const mayLocate = (facts: Facts, actor: Actor): boolean =>
  mayPlace(facts, actor) && (facts.status === 'draft' || isLead(actor));

export const mayRenewCode = ({ status, basisId }: Facts, { posts }: Actor): boolean =>
  status === 'inForce' && basisId === null && (posts.has('head') || posts.has('safetyManager'));

export function lacking(facts: Facts): { field: string; msg: string }[] {
  const all: { field: string; msg: string }[] = [];
  const ask = (field: string, msg: string) => all.push({ field, msg });
  if (facts.hazards.length === 0) ask('hazards', '请至少填写一条危险源');
  const problem = factorsProblem(facts.method, facts.factors);
  if (problem !== null) ask('factors', problem);
  if (facts.method === 'direct' && !facts.directBasis) ask('directBasis', '直接判定的请填写判定依据');
  if (facts.adjustedLevel !== null && facts.adjustedLevel !== facts.computedLevel && !facts.adjustReason)
    ask('adjustReason', '调整后的等级与评价结果不同，请填写调整原因');
  if (facts.controls.length === 0) ask('controls', '请至少填写一条管控措施');
  if (facts.level === 'major') {
    const has = (kind: Control['kind']) => facts.controls.some((one) => one.kind === kind);
    if (!has('engineering')) ask('controls', '重大风险至少要有一条工程技术措施');
    else if (!has('emergency')) ask('controls', '重大风险要有应急处置措施');
    if (facts.controlLayer !== 'company') ask('controlLayer', '重大风险由公司级管控');
  }
  return all;
}
