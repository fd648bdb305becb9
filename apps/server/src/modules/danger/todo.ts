// To-dos of dangers, and the recipients of to-dos for late dangers.
import type { danger } from '@anlan/contract/modules/danger/resource';
import type { TodoAct } from '@anlan/contract/domain/todo-acts';
import { daysBetween, dayOf } from '@anlan/contract/domain/instant';
import type { Permit } from '@anlan/contract/permits';
import type { Clock } from '#kernel/clock.ts';
import type { RowOf } from '#kit/table.ts';
import type { TodoSource, OpenTask } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { urgedByRegulator, waitingAfter } from './danger-store.ts';
import { leadAccounts, type People } from './danger-context.ts';
import {
  deciderTurn,
  escalationOf,
  factsOf,
  isUnfixed,
  lateDays,
  verifiersOf,
  type Facts,
  type TurnContext,
} from './rules.ts';

type DangerRow = RowOf<typeof danger>;

/** No setting hides an urged to-do for longer: 30 workdays with long holidays. */
const longestUrgeMs = 90 * 86_400_000;

export const pathOf = (id: string): string => `/bus/enterpriseexpinfo1/index?id=${id}`;

export interface TodoDeps {
  clock: Clock;
  people: People;
  rows: (tx: Tx, ids: readonly string[]) => Promise<DangerRow[]>;
  workdayAfter: (tx: Tx, day: string, count: number) => Promise<string>;
}
type Leads = Awaited<ReturnType<typeof leadAccounts>>;
type Owner = OpenTask['owner'];
const regulatorsOf = (enterpriseId: string, permit: Permit = 'bus:enterpriseexpinfo:verify'): Owner => ({
  userType: 'regulator',
  permit,
  enterpriseId,
});

/**
 * Owner of a to-do: the given accounts without duplicates. Without any account: everybody of the enterprise with the
 * permit.
 */
function ownerOf(userIds: readonly string[], enterpriseId: string): Owner {
  const all = [...new Set(userIds)];
  if (all.length > 0) return { userIds: all, enterpriseId };
  return { userType: 'enterprise', permit: 'bus:enterpriseexpinfo:fix', enterpriseId };
}

/** The next step of the people who rectify the danger. */
function fixingStep(facts: Facts): [act: TodoAct, word: string] {
  const isUnplanned = facts.level === 'major' && facts.planState !== 'approved';
  if (isUnplanned && facts.status !== 'rectifying') return ['danger.savePlan', '编制治理方案'];
  if (facts.status === 'rectifying') return ['danger.submit', '整改'];
  return ['danger.receipt', facts.status === 'returned' ? '重新整改' : '签收并整改'];
}

interface FixContext {
  steps: readonly number[];
  today: string;
  /** Whether anybody, or a regulator, urged the danger within the workdays of the setting. */
  isUrged: boolean;
  isUrgedByRegulator: boolean;
}

/** The to-do to rectify a danger. The later the danger is, the more people receive a to-do to urge it. */
function toFix(
  row: DangerRow,
  facts: Facts,
  standing: TurnContext & Leads,
  { steps, today, isUrged, isUrgedByRegulator }: FixContext,
): OpenTask[] {
  const { title } = row;
  const { enterpriseId } = facts;
  const { dutyUserId, safety, heads } = standing;
  const isMajor = facts.level === 'major';
  const late = lateDays(facts, today);
  const climbed = escalationOf(late, isMajor, steps);
  const duty = dutyUserId === null ? [] : [dutyUserId];
  const first = duty.length > 0 ? duty : safety.length > 0 ? safety : heads;
  const lateText = late > 0 ? `（已超期 ${late} 天）` : '';
  const since = row.turnSince instanceof Date ? row.turnSince : undefined;
  const about = { subject: { type: 'danger', id: row.id }, path: pathOf(row.id), dueOn: facts.deadlineOn };
  const all: OpenTask[] = [];
  const isPlanWaiting = facts.planState === 'waiting';
  if (isPlanWaiting)
    all.push({
      ...about,
      kind: 'audit',
      act: 'danger.approvePlan',
      title: `批准治理方案：${title}`,
      since,
      owner: ownerOf(heads, enterpriseId),
    });
  else {
    // A head without a safety manager cannot rectify for a person without an account, but can assign another person.
    const isStuck = first === heads && heads.length > 0 && facts.dutyPersonId !== null;
    const [act, word] = isStuck ? (['danger.reassign', '转派'] as const) : fixingStep(facts);
    all.push({
      ...about,
      kind: 'rectify',
      act,
      title: `${word}${isMajor ? '重大隐患' : '隐患'}：${title}${lateText}`,
      since,
      owner: ownerOf(first, enterpriseId),
    });
    const leads = [...(climbed >= 1 ? safety : []), ...(climbed >= 2 ? heads : [])].filter((id) => !first.includes(id));
    if (leads.length > 0 && !isUrged)
      all.push({
        ...about,
        kind: 'confirm',
        act: 'danger.urge',
        title: `督促整改：${title}${lateText}`,
        since,
        owner: ownerOf(leads, enterpriseId),
      });
  }
  // A regulator who urged the enterprise has done their part for some workdays.
  const isUrgedToday = facts.urgedAt !== null && dayOf(facts.urgedAt) === today;
  if (climbed >= 3 && !isUrgedByRegulator && !isUrgedToday)
    all.push({
      ...about,
      kind: 'confirm',
      act: 'danger.urge',
      title: `督促整改：${title}${lateText}`,
      since,
      owner: regulatorsOf(enterpriseId),
    });
  if (facts.extensionStatus === 'pending') {
    const turn = deciderTurn(facts, standing);
    const requesterId = facts.extensions.at(-1)?.askedById ?? null;
    const deciders = turn === 'head' ? heads : verifiersOf({ fixerId: requesterId }, standing);
    all.push({
      ...about,
      kind: 'extension',
      act: 'danger.grantExtension',
      title: `审批延期：${title}（申请延至 ${facts.extensions.at(-1)?.newDeadlineOn ?? ''}）`,
      owner: turn === 'regulator' ? regulatorsOf(enterpriseId) : ownerOf(deciders, enterpriseId),
    });
  }
  return all;
}

function toVerify(row: DangerRow, facts: Facts, standing: TurnContext & Leads, dueOn: string): OpenTask[] {
  const { id } = row;
  const since = row.turnSince instanceof Date ? row.turnSince : undefined;
  const about = { subject: { type: 'danger', id }, path: pathOf(id), dueOn, since };
  const title = row.title;
  if (facts.turn === 'head')
    return [
      {
        ...about,
        kind: 'confirm',
        act: 'danger.sign',
        title: `签字确认整改：${title}`,
        owner: ownerOf(standing.heads, facts.enterpriseId),
      },
    ];
  const owner =
    facts.turn === 'regulator'
      ? regulatorsOf(facts.enterpriseId)
      : ownerOf(verifiersOf(facts, standing), facts.enterpriseId);
  return [{ ...about, kind: 'recheck', act: 'danger.accept', title: `复查整改：${title}`, owner }];
}

export function dangerSource({ clock, people, rows, workdayAfter }: TodoDeps): TodoSource {
  return {
    type: 'danger',
    async wanted(tx, ids) {
      const dangerRows = await rows(tx, ids);
      const today = dayOf(clock.now());
      const all = dangerRows.map((row) => ({ row, facts: factsOf(row) }));
      const waits = (facts: Facts) => isUnfixed(facts) || facts.status === 'submitted';
      const waitingAt = [...new Set(all.flatMap(({ facts }) => (waits(facts) ? facts.enterpriseId : [])))];
      const [settings, duty, ...leads] = await Promise.all([
        settingsOf(tx),
        people.people(
          tx,
          all.flatMap(({ facts }) => facts.dutyPersonId ?? []),
        ),
        ...waitingAt.map((id) => leadAccounts(tx, people, id)),
      ]);
      const leadsAt = new Map(waitingAt.map((id, at) => [id, leads[at]]));
      const urged = await urgedByRegulator(
        tx,
        all.filter(({ facts }) => isUnfixed(facts) && facts.urgedAt !== null).map(({ row }) => row.id),
        new Date(clock.now().getTime() - longestUrgeMs),
      );
      const wanted: OpenTask[] = [];
      for (const { row, facts } of all) {
        if (facts.status === 'accepted' && facts.sampledOn !== null && facts.sampleResult === null)
          wanted.push({
            kind: 'recheck',
            act: 'danger.sample',
            title: `抽样复核：${row.title}`,
            subject: { type: 'danger', id: row.id },
            path: pathOf(row.id),
            dueOn: await workdayAfter(tx, facts.sampledOn, settings['rectify.recheckWorkdays']),
            owner: regulatorsOf(facts.enterpriseId, 'bus:enterpriseexpinfo:list'),
          });
        const enterpriseLeads = leadsAt.get(facts.enterpriseId);
        if (!waits(facts) || !enterpriseLeads) continue;
        const standing = {
          dutyUserId: duty.get(facts.dutyPersonId ?? '')?.userId ?? null,
          ...enterpriseLeads,
          settings,
        };
        const isRecent = async (at: Date | null | undefined) =>
          at != null && today < (await workdayAfter(tx, dayOf(at), settings['rectify.urgeWorkdays']));
        if (isUnfixed(facts)) {
          const isUrged = await isRecent(facts.urgedAt);
          const isUrgedByRegulator = await isRecent(urged.get(row.id));
          const steps = settings['rectify.escalate'];
          wanted.push(...toFix(row, facts, standing, { steps, today, isUrged, isUrgedByRegulator }));
        } else {
          const submittedOn = dayOf(facts.submittedAt ?? row.updatedAt);
          const dueOn = await workdayAfter(tx, submittedOn, settings['rectify.recheckWorkdays']);
          wanted.push(...toVerify(row, facts, standing, dueOn));
        }
      }
      return wanted;
    },
    after: waitingAfter,
  };
}

export function reminderOf(title: string, deadlineOn: string, today: string): string {
  const left = daysBetween(today, deadlineOn);
  return left === 0 ? `“${title}”今天到期，请及时整改` : `“${title}”还有 ${left} 天到期，请及时整改`;
}
