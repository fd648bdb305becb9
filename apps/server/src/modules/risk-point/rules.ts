// Who may do what with a risk point, and what it must have before it is reviewed (domain.md §2.3, §2.10); without IO.
import type { riskPoint } from '@anlan/contract/modules/risk-point/resource';
import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import type { ControlLayer } from '@anlan/contract/modules/risk-point/cycle';
import type { Control, Hazard } from '@anlan/contract/modules/risk-point/measures';
import { factorsProblem, rankOf, type FactorValues } from '@anlan/contract/modules/risk-point/methods';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import type { RowOf } from '#kit/table.ts';

type RiskPointRow = RowOf<typeof riskPoint>;

/** What of a risk point the rules ask for. */
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
/** The facts of a stored row. */
export const factsOf = (row: RiskPointRow): Facts =>
  // The table's checks and the declaration say which values its columns hold.
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

/** Somebody who wants to do something. */
export interface Actor {
  readonly userId: string | null;
  readonly employeeId: string | null;
  /** Posts whose acts they may do; none for people of no enterprise. */
  readonly posts: ReadonlySet<PostKind>;
}

const isLead = ({ posts }: Actor) => posts.has('head') || posts.has('safetyManager');
const isInvolved = (facts: Facts, actor: Actor) =>
  isLead(actor) ||
  (actor.employeeId !== null && actor.employeeId === facts.ownerId) ||
  (actor.userId !== null && actor.userId === facts.createdBy);

/** Whether a level was set below what the method says. */
const isLowered = ({ adjustedLevel, computedLevel }: Pick<Facts, 'adjustedLevel' | 'computedLevel'>): boolean =>
  adjustedLevel !== null && computedLevel !== null && rankOf(adjustedLevel) < rankOf(computedLevel);
/** Whether the head decides: what the company controls, and what was set lower than it was judged. */
export const needsHead = (facts: Pick<Facts, 'controlLayer' | 'adjustedLevel' | 'computedLevel'>): boolean =>
  facts.controlLayer === 'company' || isLowered(facts);
/** Whether a point stands still on a day. */
export const isPaused = ({ pausedFrom, pausedTo }: Pick<Facts, 'pausedFrom' | 'pausedTo'>, today: string): boolean =>
  pausedFrom !== null && pausedFrom <= today && (pausedTo === null || today <= pausedTo);
/** Whether it is due to be assessed anew: the day has come, or a danger came back. */
export const isAssessDue = (facts: Pick<Facts, 'status' | 'proposedOn' | 'nextAssessOn'>, today: string): boolean =>
  facts.status === 'inForce' &&
  (facts.proposedOn !== null || (facts.nextAssessOn !== null && facts.nextAssessOn < today));

/** Whether somebody may make a move that the point's state allows and whose permit they hold. */
export function mayMove(move: string, facts: Facts, actor: Actor): boolean {
  switch (move) {
    case 'submit':
      return isInvolved(facts, actor);
    case 'approve':
    case 'sendBack':
      return needsHead(facts) ? actor.posts.has('head') : isLead(actor);
    case 'pause':
      // Checks of a paused point are never missed: nobody who does them decides that.
      return facts.pausedFrom === null && isLead(actor);
    case 'resume':
      return facts.pausedFrom !== null && isInvolved(facts, actor);
    case 'retire':
      return isLead(actor);
    default:
      return false;
  }
}
/** Why somebody who may approve does not approve this one: who set a level lower does not agree to it themself. */
export const approvalRefusal = (facts: Facts, { userId }: Pick<Actor, 'userId'>): string | null =>
  isLowered(facts) && userId !== null && facts.createdBy === userId
    ? '您提出调低这个风险点的等级，请由另一位主要负责人审核，或由安全管理人员重新提出'
    : null;
/** Whether somebody may change a draft, or take it out again. */
export const mayChange = (facts: Facts, actor: Actor): boolean => facts.status === 'draft' && isInvolved(facts, actor);
/** Whether somebody may begin a new assessment. */
export const mayReassess = (facts: Facts, actor: Actor): boolean =>
  facts.status === 'inForce' && isInvolved(facts, actor);
/** Whether somebody may say where on a plan it is. */
export const mayPlace = (facts: Facts, actor: Actor): boolean =>
  facts.status !== 'retired' && facts.basisId === null && isInvolved(facts, actor);
/** Whether somebody may say where it is: of a point in force not those whose checks are proven by its place. */
export const mayLocate = (facts: Facts, actor: Actor): boolean =>
  mayPlace(facts, actor) && (facts.status === 'draft' || isLead(actor));

/** Whether somebody may replace the code of its card: who prints the cards. */
export const mayRenewCode = ({ status, basisId }: Facts, { posts }: Actor): boolean =>
  status === 'inForce' && basisId === null && (posts.has('head') || posts.has('safetyManager'));

/** What a point still lacks before it is reviewed: field and words. */
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
