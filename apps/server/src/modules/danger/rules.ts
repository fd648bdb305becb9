// Who may make which move, whose turn it is, and which days count (domain.md §2.4); nothing here reads or writes.
import type { danger } from '@anlan/contract/modules/danger/resource';
import { addDays, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import type { Extension } from '@anlan/contract/modules/danger/plan';
import type { DangerState, DangerTurn, planStates } from '@anlan/contract/modules/danger/resource';
import type { SettingValues } from '@anlan/contract/modules/setting/settings';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import type { RowOf } from '#kit/table.ts';

type DangerRow = RowOf<typeof danger>;

/** What of a danger the rules ask for. */
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

/** The facts of a stored row. */
export const factsOf = (row: DangerRow): Facts =>
  // The table's checks and the declaration say which values its columns hold.
  ({
    enterpriseId: row.enterpriseId,
    status: row.status,
    level: row.level,
    origin: row.origin,
    turn: row.turn,
    foundAt: row.foundAt,
    deadlineOn: row.deadlineOn,
    dutyPersonId: row.dutyPersonId,
    fixerId: row.fixerId,
    submittedAt: row.submittedAt,
    headSignedAt: row.headSignedAt,
    planState: row.planState,
    interimMeasures: row.interimMeasures,
    extensions: row.extensions,
    extensionStatus: row.extensionStatus,
    listedOn: row.listedOn,
    delistedOn: row.delistedOn,
    sampledOn: row.sampledOn,
    sampleResult: row.sampleResult,
    urgedAt: row.urgedAt,
    createdBy: row.createdBy,
  }) as Facts;

/** Somebody who wants to do something. */
export interface Actor {
  readonly userId: string | null;
  readonly isRegulator: boolean;
  /** Their row in the register of their enterprise. */
  readonly employeeId: string | null;
  /** Posts whose acts they may do; none for people of no enterprise. */
  readonly posts: ReadonlySet<PostKind>;
  /** Whether they hold the permit to void what others found. */
  readonly mayVoid: boolean;
}

/** What is known of the people around a danger. */
export interface Around {
  /** Account of who is to put it right; null where they have none. */
  readonly dutyUserId: string | null;
  /** Accounts of the enterprise's heads. */
  readonly heads: readonly string[];
  /** Accounts of its heads and safety managers. */
  readonly leads: readonly string[];
  readonly settings: Pick<
    SettingValues,
    'rectify.voidDays' | 'rectify.extensionTimes' | 'rectify.extensionDays' | 'rectify.majorAcceptBy'
  >;
  readonly today: string;
}

/** What decides whose turn it is. */
export type Standing = Pick<Around, 'dutyUserId' | 'heads' | 'leads' | 'settings'>;

const unfixed: ReadonlySet<DangerState> = new Set(['open', 'rectifying', 'returned']);
/** Whether it still has to be put right. */
export const isUnfixed = ({ status }: Pick<Facts, 'status'>): boolean => unfixed.has(status);
/** Past its deadline and not put right; the day itself still counts. */
export const isOverdue = (facts: Pick<Facts, 'status' | 'deadlineOn'>, today: string): boolean =>
  isUnfixed(facts) && today > facts.deadlineOn;
/** Days by which it was or is late; 0 where it is in time. */
export function lateDays(
  { status, deadlineOn, submittedAt }: Pick<Facts, 'status' | 'deadlineOn' | 'submittedAt'>,
  today: string,
): number {
  if (status === 'voided') return 0;
  const until = unfixed.has(status) ? today : submittedAt === null ? deadlineOn : dayOf(submittedAt);
  return Math.max(0, daysBetween(deadlineOn, until));
}

/** Accounts that took part in putting it right, none of which may verify it. */
const fixers = ({ fixerId }: Pick<Facts, 'fixerId'>, { dutyUserId }: Pick<Around, 'dutyUserId'>) =>
  new Set([fixerId, dutyUserId].filter((id) => id !== null));
/** Those of the enterprise who may verify a general danger of its own. */
export const verifiersOf = (facts: Pick<Facts, 'fixerId'>, around: Pick<Around, 'dutyUserId' | 'leads'>): string[] =>
  around.leads.filter((id) => !fixers(facts, around).has(id));

/** Who decides whether a danger is put right once it was submitted. */
function acceptingTurn(facts: Facts, around: Standing): DangerTurn {
  if (facts.level === 'major') {
    if (facts.headSignedAt === null && around.heads.length > 0) return 'head';
    const accepts = around.heads.some((id) => !fixers(facts, around).has(id));
    const byHead = facts.origin === 'own' && around.settings['rectify.majorAcceptBy'] === 'head';
    return byHead && accepts ? 'head' : 'regulator';
  }
  if (facts.origin === 'regulator') return 'regulator';
  return verifiersOf(facts, around).length > 0 ? 'verifier' : 'regulator';
}

/** Whose turn it is. */
export function turnOf(facts: Facts, around: Standing): DangerTurn {
  if (facts.status === 'accepted' || facts.status === 'voided') return 'nobody';
  if (facts.status === 'submitted') return acceptingTurn(facts, around);
  return facts.planState === 'waiting' ? 'head' : 'enterprise';
}

/** Whether somebody is the one who is to put it right; where nobody is named, the head is. */
const isOnDuty = ({ dutyPersonId }: Pick<Facts, 'dutyPersonId'>, { employeeId, posts }: Actor): boolean =>
  dutyPersonId === null ? posts.has('head') : dutyPersonId === employeeId;

const isLead = ({ posts }: Actor) => posts.has('head') || posts.has('safetyManager');
const isFixer = (facts: Facts, actor: Actor, around: Around) =>
  (actor.userId !== null && fixers(facts, around).has(actor.userId)) ||
  (actor.employeeId !== null && actor.employeeId === facts.dutyPersonId);

/** Whether somebody may accept what was submitted, or send it back. */
function mayAccept(facts: Facts, actor: Actor, around: Around): boolean {
  if (facts.turn === 'regulator') return actor.isRegulator;
  if (isFixer(facts, actor, around)) return false;
  return facts.turn === 'head' ? actor.posts.has('head') : facts.turn === 'verifier' && isLead(actor);
}

/** Whether somebody may decide a request for more time: as who may accept, with who asked in the place of who fixed. */
function mayDecide(facts: Facts, actor: Actor, around: Around): boolean {
  if (facts.extensionStatus !== 'pending') return false;
  const asked: Facts = {
    ...facts,
    status: 'submitted',
    headSignedAt: facts.headSignedAt ?? facts.foundAt,
    fixerId: facts.extensions.at(-1)?.askedById ?? null,
  };
  return mayAccept({ ...asked, turn: turnOf(asked, around) }, actor, around);
}
/** Who decides a pending request for more time. */
export function deciderTurn(facts: Facts, around: Standing): DangerTurn {
  const fixerId = facts.extensions.at(-1)?.askedById ?? null;
  return turnOf({ ...facts, status: 'submitted', headSignedAt: facts.headSignedAt ?? facts.foundAt, fixerId }, around);
}

const isListed = ({ listedOn, delistedOn }: Facts) => listedOn !== null && delistedOn === null;
const grantedTimes = ({ extensions }: Facts) => extensions.filter(({ status }) => status === 'approved').length;

/** Whether it was found so lately that somebody may void it; whose deadline was missed, nobody of the enterprise may. */
const isVoidable = (facts: Facts, { isRegulator }: Actor, { settings, today }: Around): boolean =>
  today <= addDays(dayOf(facts.foundAt), settings['rectify.voidDays']) &&
  !(facts.level === 'major' && facts.listedOn !== null) &&
  (isRegulator || lateDays(facts, today) === 0);

/** Whether somebody may urge those whose turn it is: once a day, and nobody urges themself. */
function mayUrge(facts: Facts, actor: Actor, around: Around): boolean {
  if (facts.urgedAt !== null && dayOf(facts.urgedAt) === around.today) return false;
  if (actor.isRegulator) return facts.turn !== 'regulator';
  return facts.turn === 'enterprise' && isLead(actor) && !isOnDuty(facts, actor);
}

/** Whether somebody may make a move that the danger's state allows and whose permit they hold. */
export function mayMove(move: string, facts: Facts, actor: Actor, around: Around): boolean {
  const duty = isOnDuty(facts, actor);
  // Who has no account cannot act; the safety manager writes it down for them, and then verifies nothing of it.
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
      // Whoever is to sign may refuse to, even for work of their own.
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

/** Whether somebody may correct what was written down, or take it out again before anybody has begun. */
export function mayChange(verb: 'update' | 'remove', facts: Facts, actor: Actor, around: Around): boolean {
  const found = actor.userId !== null && actor.userId === facts.createdBy;
  if (verb === 'remove')
    return (
      facts.status === 'open' &&
      facts.planState === 'none' &&
      facts.listedOn === null &&
      found &&
      isVoidable(facts, actor, around)
    );
  if (!isUnfixed(facts)) return false;
  return actor.isRegulator || (facts.origin === 'own' && (found || isLead(actor)));
}

/** The usual deadline of a danger, and the last one that it may have; a major one may have any. */
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

/** How far a late danger has climbed: nobody, the safety manager, the head, the regulator. */
export function escalationOf(late: number, isMajor: boolean, steps: readonly number[]): 0 | 1 | 2 | 3 {
  if (late <= 0) return 0;
  // A major one is everybody's from its first late day.
  if (isMajor) return 3;
  const climbed = steps.filter((step) => late >= step).length;
  return climbed >= 3 ? 3 : climbed === 2 ? 2 : climbed === 1 ? 1 : 0;
}
