// What dangers make people do, and who hears of what is late (domain.md §2.4).
import { daysBetween, dayOf } from '@anlan/contract/domain/instant';
import type { Clock } from '#kernel/clock.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Source, Wanted } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { waitingAfter } from './danger-store.ts';
import { leadsOf, type People } from './known.ts';
import {
  deciderTurn,
  escalationOf,
  factsOf,
  isUnfixed,
  lateDays,
  verifiersOf,
  type Facts,
  type Standing,
} from './rules.ts';

/** The screen of a danger. */
export const pathOf = (id: string): string => `/bus/enterpriseexpinfo1/index?id=${id}`;

/** What the to-dos of dangers depend on. */
export interface TodoDeps {
  clock: Clock;
  people: People;
  rows: (tx: Tx, ids: readonly string[]) => Promise<StoredRow[]>;
  workdayAfter: (tx: Tx, day: string, count: number) => Promise<string>;
}
type Leads = Awaited<ReturnType<typeof leadsOf>>;
type Owner = Wanted['owner'];
const regulatorsOf = (enterpriseId: string): Owner => ({
  userType: 'regulator',
  permit: 'bus:enterpriseexpinfo:verify',
  enterpriseId,
});

/** Everybody of a list, once; whoever of the enterprise may, where nobody has an account. */
function ownerOf(userIds: readonly string[], enterpriseId: string): Owner {
  const all = [...new Set(userIds)];
  if (all.length > 0) return { userIds: all };
  return { userType: 'enterprise', permit: 'bus:enterpriseexpinfo:fix', enterpriseId };
}

/** What is to be put right, and who else hears of it the later it is. */
function toFix(
  row: StoredRow,
  facts: Facts,
  standing: Standing & Leads,
  steps: readonly number[],
  today: string,
): Wanted[] {
  const { id } = row;
  const title = String(row.title);
  const late = lateDays(facts, today);
  const climbed = escalationOf(late, facts.level === 'major', steps);
  const duty = standing.dutyUserId === null ? [] : [standing.dutyUserId];
  const first = duty.length > 0 ? duty : standing.safety.length > 0 ? standing.safety : standing.heads;
  const userIds = [...first, ...(climbed >= 1 ? standing.safety : []), ...(climbed >= 2 ? standing.heads : [])];
  const said = late > 0 ? `（已超期 ${late} 天）` : '';
  const word = facts.status === 'returned' ? '重新整改' : facts.status === 'open' ? '签收并整改' : '整改';
  const subject = { type: 'danger', id };
  const path = pathOf(id);
  const since = row.turnSince instanceof Date ? row.turnSince : undefined;
  const all: Wanted[] = [
    {
      kind: 'rectify',
      title: `${word}${facts.level === 'major' ? '重大隐患' : '隐患'}：${title}${said}`,
      subject,
      path,
      dueOn: facts.deadlineOn,
      since,
      owner: ownerOf(userIds, facts.enterpriseId),
    },
  ];
  if (climbed >= 3)
    all.push({
      kind: 'confirm',
      title: `督促整改：${title}${said}`,
      subject,
      path,
      dueOn: facts.deadlineOn,
      since,
      owner: regulatorsOf(facts.enterpriseId),
    });
  else if (facts.planState === 'waiting')
    all.push({
      kind: 'confirm',
      title: `批准治理方案：${title}`,
      subject,
      path,
      dueOn: facts.deadlineOn,
      since,
      owner: ownerOf(standing.heads, facts.enterpriseId),
    });
  if (facts.extensionStatus === 'pending') {
    const turn = deciderTurn(facts, standing);
    const asked = facts.extensions.at(-1)?.askedById ?? null;
    const deciders = turn === 'head' ? standing.heads : verifiersOf({ fixerId: asked }, standing);
    all.push({
      kind: 'extension',
      title: `审批延期：${title}（申请延至 ${facts.extensions.at(-1)?.newDeadlineOn ?? ''}）`,
      subject,
      path,
      dueOn: facts.deadlineOn,
      owner: turn === 'regulator' ? regulatorsOf(facts.enterpriseId) : ownerOf(deciders, facts.enterpriseId),
    });
  }
  return all;
}

/** What was submitted waits for whose turn it is. */
function toVerify(row: StoredRow, facts: Facts, standing: Standing & Leads, dueOn: string): Wanted[] {
  const { id } = row;
  const since = row.turnSince instanceof Date ? row.turnSince : undefined;
  const about = { subject: { type: 'danger', id }, path: pathOf(id), dueOn, since };
  const title = String(row.title);
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

/** Makes the source of to-dos about dangers. */
export function dangerSource({ clock, people, rows, workdayAfter }: TodoDeps): Source {
  return {
    type: 'danger',
    async wanted(tx, ids) {
      const found = await rows(tx, ids);
      const today = dayOf(clock.now());
      const all = found.map((row) => ({ row, facts: factsOf(row) }));
      const waits = (facts: Facts) => isUnfixed(facts) || facts.status === 'submitted';
      const waitingAt = [...new Set(all.flatMap(({ facts }) => (waits(facts) ? facts.enterpriseId : [])))];
      const [settings, duty, ...leads] = await Promise.all([
        settingsOf(tx),
        people.people(
          tx,
          all.flatMap(({ facts }) => facts.dutyPersonId ?? []),
        ),
        ...waitingAt.map((id) => leadsOf(tx, people, id)),
      ]);
      const leadsAt = new Map(waitingAt.map((id, at) => [id, leads[at]]));
      const wanted: Wanted[] = [];
      for (const { row, facts } of all) {
        if (facts.status === 'accepted' && facts.sampledOn !== null && facts.sampleResult === null)
          wanted.push({
            kind: 'recheck',
            title: `抽样复核：${String(row.title)}`,
            subject: { type: 'danger', id: row.id },
            path: pathOf(row.id),
            dueOn: await workdayAfter(tx, facts.sampledOn, settings['rectify.recheckWorkdays']),
            owner: regulatorsOf(facts.enterpriseId),
          });
        const known = leadsAt.get(facts.enterpriseId);
        if (!waits(facts) || !known) continue;
        const standing = { dutyUserId: duty.get(facts.dutyPersonId ?? '')?.userId ?? null, ...known, settings };
        if (isUnfixed(facts)) wanted.push(...toFix(row, facts, standing, settings['rectify.escalate'], today));
        else {
          const submittedOn = dayOf(facts.submittedAt ?? row.updated_at);
          const dueOn = await workdayAfter(tx, submittedOn, settings['rectify.recheckWorkdays']);
          wanted.push(...toVerify(row, facts, standing, dueOn));
        }
      }
      return wanted;
    },
    after: waitingAfter,
  };
}

/** Words of a reminder before the deadline. */
export function reminderOf(title: string, deadlineOn: string, today: string): string {
  const left = daysBetween(today, deadlineOn);
  return left === 0 ? `“${title}”今天到期，请及时整改` : `“${title}”还有 ${left} 天到期，请及时整改`;
}
