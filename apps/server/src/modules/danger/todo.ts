// To-dos of dangers, and the recipients of to-dos for late dangers.
import type { danger } from '@anlan/contract/modules/danger/resource';
import { daysBetween, dayOf } from '@anlan/contract/domain/instant';
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
const regulatorsOf = (enterpriseId: string): Owner => ({
  userType: 'regulator',
  permit: 'bus:enterpriseexpinfo:verify',
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

/** The to-do to rectify a danger. The later the danger is, the more people receive it. */
function toFix(
  row: DangerRow,
  facts: Facts,
  standing: TurnContext & Leads,
  { steps, today, isUrged }: { steps: readonly number[]; today: string; isUrged: boolean },
): OpenTask[] {
  const title = row.title;
  const late = lateDays(facts, today);
  const climbed = escalationOf(late, facts.level === 'major', steps);
  const duty = standing.dutyUserId === null ? [] : [standing.dutyUserId];
  const first = duty.length > 0 ? duty : standing.safety.length > 0 ? standing.safety : standing.heads;
  const userIds = [...first, ...(climbed >= 1 ? standing.safety : []), ...(climbed >= 2 ? standing.heads : [])];
  const lateText = late > 0 ? `（已超期 ${late} 天）` : '';
  const word = facts.status === 'returned' ? '重新整改' : facts.status === 'open' ? '签收并整改' : '整改';
  const about = { subject: { type: 'danger', id: row.id }, path: pathOf(row.id), dueOn: facts.deadlineOn };
  const since = row.turnSince instanceof Date ? row.turnSince : undefined;
  const all: OpenTask[] = [
    {
      ...about,
      kind: 'rectify',
      title: `${word}${facts.level === 'major' ? '重大隐患' : '隐患'}：${title}${lateText}`,
      since,
      owner: ownerOf(userIds, facts.enterpriseId),
    },
  ];
  // A regulator who urged the enterprise has done their part for some workdays.
  if (climbed >= 3 && !isUrged)
    all.push({
      ...about,
      kind: 'confirm',
      title: `督促整改：${title}${lateText}`,
      since,
      owner: regulatorsOf(facts.enterpriseId),
    });
  else if (facts.planState === 'waiting')
    all.push({
      ...about,
      kind: 'confirm',
      title: `批准治理方案：${title}`,
      since,
      owner: ownerOf(standing.heads, facts.enterpriseId),
    });
  if (facts.extensionStatus === 'pending') {
    const turn = deciderTurn(facts, standing);
    const requesterId = facts.extensions.at(-1)?.askedById ?? null;
    const deciders = turn === 'head' ? standing.heads : verifiersOf({ fixerId: requesterId }, standing);
    all.push({
      ...about,
      kind: 'extension',
      title: `审批延期：${title}（申请延至 ${facts.extensions.at(-1)?.newDeadlineOn ?? ''}）`,
      owner: turn === 'regulator' ? regulatorsOf(facts.enterpriseId) : ownerOf(deciders, facts.enterpriseId),
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
        title: `签字确认整改：${title}`,
        owner: ownerOf(standing.heads, facts.enterpriseId),
      },
    ];
  const owner =
    facts.turn === 'regulator'
      ? regulatorsOf(facts.enterpriseId)
      : ownerOf(verifiersOf(facts, standing), facts.enterpriseId);
  return [{ ...about, kind: 'recheck', title: `复查整改：${title}`, owner }];
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
            title: `抽样复核：${row.title}`,
            subject: { type: 'danger', id: row.id },
            path: pathOf(row.id),
            dueOn: await workdayAfter(tx, facts.sampledOn, settings['rectify.recheckWorkdays']),
            owner: regulatorsOf(facts.enterpriseId),
          });
        const enterpriseLeads = leadsAt.get(facts.enterpriseId);
        if (!waits(facts) || !enterpriseLeads) continue;
        const standing = {
          dutyUserId: duty.get(facts.dutyPersonId ?? '')?.userId ?? null,
          ...enterpriseLeads,
          settings,
        };
        const urgedAt = urged.get(row.id);
        const isUrged =
          urgedAt !== undefined && today < (await workdayAfter(tx, dayOf(urgedAt), settings['rectify.urgeWorkdays']));
        if (isUnfixed(facts))
          wanted.push(...toFix(row, facts, standing, { steps: settings['rectify.escalate'], today, isUrged }));
        else {
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
