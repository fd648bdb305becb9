// Rules for who may make which move (state change), whose turn it is, and which deadlines apply. Pure functions.
import type { danger } from '@anlan/contract/modules/danger/resource';
import { addDays, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import type { Extension } from '@anlan/contract/modules/danger/treatment-plan';
import type { DangerTurn, planStates } from '@anlan/contract/modules/danger/resource';
import type { DangerState } from '@anlan/contract/modules/danger/states';
import type { SettingValues } from '@anlan/contract/modules/setting/settings';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import type { RowOf } from '#kit/table.ts';

export type DangerRow = RowOf<typeof danger>;

export interface Facts {
  readonly enterpriseId: string;
  readonly status: DangerState;
  readonly level: 'general' | 'major';
  readonly origin: 'own' | 'regulator';
  readonly turn: DangerTurn;
  readonly foundAt: Date;
  readonly deadlineOn: string;
  readonly dutyPersonId: string | null;
  readonly fixerId: string | null;
  readonly submittedAt: Date | null;
  readonly headSignedAt: Date | null;
  readonly planState: (typeof planStates)[number];
  readonly interimMeasures: string | null;
  readonly extensions: readonly Extension[];
  readonly extensionStatus: Extension['status'] | null;
  readonly listedOn: string | null;
  readonly delistedOn: string | null;
  readonly sampledOn: string | null;
  readonly sampleResult: 'pass' | 'fail' | null;
  readonly urgedAt: Date | null;
  readonly createdBy: string | null;
}

// The cast is safe: CHECK constraints and the resource declaration guarantee these values.
export const factsOf = (row: DangerRow): Facts => row as Facts;

export interface Actor {
  readonly userId: string | null;
  readonly isRegulator: boolean;
  readonly employeeId: string | null;
  /** Posts whose actions the user may do. Empty for users without an enterprise. */
  readonly posts: ReadonlySet<PostKind>;
  readonly mayVoid: boolean;
}

export interface Responsibility {
  /** Account of the responsible person; null if there is none. */
  readonly dutyUserId: string | null;
  readonly heads: readonly string[];
  readonly leads: readonly string[];
  readonly settings: Pick<
    SettingValues,
    'rectify.voidDays' | 'rectify.extensionTimes' | 'rectify.extensionDays' | 'rectify.majorAcceptBy'
  >;
  readonly today: string;
}

export type TurnContext = Pick<Responsibility, 'dutyUserId' | 'heads' | 'leads' | 'settings'>;

const unfixed: ReadonlySet<DangerState> = new Set(['open', 'rectifying', 'returned']);
export const isUnfixed = ({ status }: Pick<Facts, 'status'>): boolean => unfixed.has(status);
/** True if the danger is not rectified after the day of its deadline. */
export const isOverdue = (facts: Pick<Facts, 'status' | 'deadlineOn'>, today: string): boolean =>
  isUnfixed(facts) && today > facts.deadlineOn;
export function lateDays(
  { status, deadlineOn, submittedAt }: Pick<Facts, 'status' | 'deadlineOn' | 'submittedAt'>,
  today: string,
): number {
  if (status === 'voided') return 0;
  const until = unfixed.has(status) ? today : submittedAt === null ? deadlineOn : dayOf(submittedAt);
  return Math.max(0, daysBetween(deadlineOn, until));
}

/** Users who took part in the rectification, who therefore must not verify it. */
const fixers = ({ fixerId }: Pick<Facts, 'fixerId'>, { dutyUserId }: Pick<Responsibility, 'dutyUserId'>) =>
  new Set([fixerId, dutyUserId].filter((id) => id !== null));
/** Users of the enterprise who may verify a general danger of their own enterprise. */
export const verifiersOf = (
  facts: Pick<Facts, 'fixerId'>,
  around: Pick<Responsibility, 'dutyUserId' | 'leads'>,
): string[] => around.leads.filter((id) => !fixers(facts, around).has(id));

function acceptingTurn(facts: Facts, around: TurnContext): DangerTurn {
  if (facts.level === 'major') {
    if (facts.headSignedAt === null && around.heads.length > 0) return 'head';
    const accepts = around.heads.some((id) => !fixers(facts, around).has(id));
    const byHead = facts.origin === 'own' && around.settings['rectify.majorAcceptBy'] === 'head';
    return byHead && accepts ? 'head' : 'regulator';
  }
  if (facts.origin === 'regulator') return 'regulator';
  return verifiersOf(facts, around).length > 0 ? 'verifier' : 'regulator';
}

export function turnOf(facts: Facts, around: TurnContext): DangerTurn {
  if (facts.status === 'accepted' || facts.status === 'voided') return 'nobody';
  if (facts.status === 'submitted') return acceptingTurn(facts, around);
  return facts.planState === 'waiting' ? 'head' : 'enterprise';
}

/** Whether the user is responsible for the danger. Without a responsible person, the head is responsible. */
const isOnDuty = ({ dutyPersonId }: Pick<Facts, 'dutyPersonId'>, { employeeId, posts }: Actor): boolean =>
  dutyPersonId === null ? posts.has('head') : dutyPersonId === employeeId;

const isLead = ({ posts }: Actor) => posts.has('head') || posts.has('safetyManager');
const isFixer = (facts: Facts, actor: Actor, around: Responsibility) =>
  (actor.userId !== null && fixers(facts, around).has(actor.userId)) ||
  (actor.employeeId !== null && actor.employeeId === facts.dutyPersonId);

function mayAccept(facts: Facts, actor: Actor, around: Responsibility): boolean {
  if (facts.turn === 'regulator') return actor.isRegulator;
  if (isFixer(facts, actor, around)) return false;
  return facts.turn === 'head' ? actor.posts.has('head') : facts.turn === 'verifier' && isLead(actor);
}

/**
 * Whether the user may decide an extension request. Same rule as for acceptance, with the requester in place of the
 * person who fixed it.
 */
function mayDecide(facts: Facts, actor: Actor, around: Responsibility): boolean {
  if (facts.extensionStatus !== 'pending') return false;
  const requestFacts: Facts = {
    ...facts,
    status: 'submitted',
    headSignedAt: facts.headSignedAt ?? facts.foundAt,
    fixerId: facts.extensions.at(-1)?.askedById ?? null,
  };
  return mayAccept({ ...requestFacts, turn: turnOf(requestFacts, around) }, actor, around);
}
export function deciderTurn(facts: Facts, around: TurnContext): DangerTurn {
  const fixerId = facts.extensions.at(-1)?.askedById ?? null;
  return turnOf({ ...facts, status: 'submitted', headSignedAt: facts.headSignedAt ?? facts.foundAt, fixerId }, around);
}

const isListed = ({ listedOn, delistedOn }: Facts) => listedOn !== null && delistedOn === null;
const grantedTimes = ({ extensions }: Facts) => extensions.filter(({ status }) => status === 'approved').length;

/** Whether the danger may be voided. An enterprise may not void a danger whose deadline has passed. */
const isVoidable = (facts: Facts, { isRegulator }: Actor, { settings, today }: Responsibility): boolean =>
  today <= addDays(dayOf(facts.foundAt), settings['rectify.voidDays']) &&
  !(facts.level === 'major' && facts.listedOn !== null) &&
  (isRegulator || lateDays(facts, today) === 0);

/** Whether the user may send a reminder: once a day, and not to themself. */
function mayUrge(facts: Facts, actor: Actor, around: Responsibility): boolean {
  if (facts.urgedAt !== null && dayOf(facts.urgedAt) === around.today) return false;
  if (actor.isRegulator) return facts.turn !== 'regulator';
  return facts.turn === 'enterprise' && isLead(actor) && !isOnDuty(facts, actor);
}

export function mayMove(move: string, facts: Facts, actor: Actor, around: Responsibility): boolean {
  const duty = isOnDuty(facts, actor);
  // If the responsible person has no account, the safety manager acts for them, and then must not verify.
  const forDuty = duty || (around.dutyUserId === null && actor.posts.has('safetyManager'));
  const isMajor = facts.level === 'major';
  switch (move) {
    case 'receipt':
      return (duty || actor.posts.has('safetyManager')) && facts.turn === 'enterprise';
    case 'submit':
      return forDuty;
    case 'progress':
      return duty || isLead(actor);
    case 'sign':
      return isMajor && facts.headSignedAt === null && actor.posts.has('head');
    case 'accept':
      return mayAccept(facts, actor, around) && (!isMajor || facts.headSignedAt !== null || facts.turn !== 'head');
    case 'sendBack':
      // A signer may refuse the danger even if they took part in the fix.
      return mayAccept(facts, actor, around) || (facts.turn === 'head' && actor.posts.has('head'));
    case 'reassign':
      return isLead(actor);
    case 'urge':
      return mayUrge(facts, actor, around);
    case 'askExtension':
      return (
        forDuty &&
        facts.extensionStatus !== 'pending' &&
        around.today <= facts.deadlineOn &&
        grantedTimes(facts) < around.settings['rectify.extensionTimes']
      );
    case 'grantExtension':
    case 'refuseExtension':
      return mayDecide(facts, actor, around);
    case 'savePlan':
      return isMajor && facts.planState !== 'approved' && (duty || actor.posts.has('safetyManager'));
    case 'approvePlan':
    case 'returnPlan':
      return isMajor && facts.planState === 'waiting' && actor.posts.has('head');
    case 'list':
      return actor.isRegulator && isMajor && !isListed(facts);
    case 'delist':
      return actor.isRegulator && isListed(facts);
    case 'publish':
    case 'congress':
      return isLead(actor);
    case 'void':
      return (
        isVoidable(facts, actor, around) &&
        ((actor.userId !== null && actor.userId === facts.createdBy) ||
          (actor.mayVoid && (facts.origin === 'own' || actor.isRegulator)))
      );
    case 'sample':
      return actor.isRegulator && facts.sampledOn !== null && facts.sampleResult === null;
    default:
      return false;
  }
}

/** Whether the user may correct or remove a new danger: only until somebody starts to work on it. */
export function mayChange(verb: 'update' | 'remove', facts: Facts, actor: Actor, around: Responsibility): boolean {
  const isFinder = actor.userId !== null && actor.userId === facts.createdBy;
  if (verb === 'remove')
    return (
      facts.status === 'open' &&
      facts.planState === 'none' &&
      facts.listedOn === null &&
      isFinder &&
      isVoidable(facts, actor, around)
    );
  if (!isUnfixed(facts)) return false;
  return actor.isRegulator || (facts.origin === 'own' && (isFinder || isLead(actor)));
}

/** The usual deadline and the latest allowed one. A major danger has no latest deadline. */
export function deadlinesFrom(
  foundOn: string,
  settings: Pick<SettingValues, 'rectify.generalDays' | 'rectify.generalMaxDays' | 'rectify.majorDays'>,
) {
  return {
    generalDeadlineOn: addDays(foundOn, Math.min(settings['rectify.generalDays'], settings['rectify.generalMaxDays'])),
    generalLatestOn: addDays(foundOn, settings['rectify.generalMaxDays']),
    majorDeadlineOn: addDays(foundOn, settings['rectify.majorDays']),
  };
}

export function escalationOf(late: number, isMajor: boolean, steps: readonly number[]): 0 | 1 | 2 | 3 {
  if (late <= 0) return 0;
  // A late major danger has the highest escalation level from its first late day.
  if (isMajor) return 3;
  const climbed = steps.filter((step) => late >= step).length;
  return climbed >= 3 ? 3 : climbed === 2 ? 2 : climbed === 1 ? 1 : 0;
}
