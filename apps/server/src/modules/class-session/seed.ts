// Demo talks, meetings and classes of the last months: attendance, signatures and offline hours.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { classSession } from '@anlan/contract/modules/class-session/resource';
import { createRandom } from '#kernel/random.ts';
import { newId } from '#kernel/ids.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { creditSeeded, seededPlans, seededPeople, type SeededAttendee } from './seed-store.ts';

const enterprisesMost = 40;
const daysBack = 180;
const talkDays = 60;
const classHours = 1;
const topics = {
  talk: ['限速与安全带', '雨天行车', '疲劳驾驶', '发车前检查', '车厢巡视与行李', '弯道与长下坡', '作业票与监护'],
  meeting: ['月度安全例会', '隐患整改情况通报', '事故案例学习'],
  class: ['应急处置与灭火器使用', '安全生产法与岗位责任', '防御性驾驶'],
} as const;
type Kind = keyof typeof topics;
interface Planned {
  enterpriseId: string;
  kind: Kind;
  day: string;
  at: number;
  planId: string | null;
}

const isWorkday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const hourOf = { talk: '06:40', meeting: '09:00', class: '14:00' } as const;
const minutesOf = { talk: 15, meeting: 60, class: 45 } as const;
const placeOf = { talk: '调度室', meeting: '会议室', class: '培训室' } as const;

function* sessionsOf(enterpriseId: string, isOwn: boolean, today: string, plans: ReadonlyMap<string, string>) {
  const held = new Set<string>();
  /** True once per kind and month: on the first working day on or after day `from` of the month. */
  const isDue = (kind: Kind, day: string, from: number): boolean => {
    const key = `${kind} ${day.slice(0, 7)}`;
    if (Number(day.slice(8)) < from || held.has(key)) return false;
    held.add(key);
    return true;
  };
  for (let back = daysBack, at = 0; back >= 1; back -= 1) {
    const day = addDays(today, -back);
    if (!isWorkday(day)) continue;
    const date = Number(day.slice(8));
    const planned = (kind: Kind, planId: string | null = null): Planned => ({
      enterpriseId,
      kind,
      day,
      at: (at += 1),
      planId,
    });
    if (isOwn ? back <= talkDays : date % 14 === 3) yield planned('talk');
    if (isDue('meeting', day, 5)) yield planned('meeting');
    if (isDue('class', day, 19)) yield planned('class', plans.get(day.slice(0, 7)) ?? null);
  }
}

/**
 * Whether a post attends this kind: drivers and teams attend talks, responsible people attend meetings, everybody
 * attends classes.
 */
function isAsked(kind: Kind, postKind: string): boolean {
  if (kind === 'class') return true;
  const answers = ['head', 'safetyManager', 'teamLeader', 'dispatcher', 'scheduler'].includes(postKind);
  return kind === 'meeting' ? answers : ['driver', 'escort', 'teamLeader', 'general'].includes(postKind);
}

export async function seedSessions(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, own, seed, now, since } = context;
  const today = dayOf(now);
  const selectedFirmIds = [
    ...own,
    ...enterprises.filter(({ id, status }) => status === 'active' && !own.includes(id)).map(({ id }) => id),
  ].slice(0, enterprisesMost);
  const people = Map.groupBy(await seededPeople(tx, selectedFirmIds), ({ enterpriseId }) => enterpriseId);
  const plans = await seededPlans(tx, selectedFirmIds);
  const planned = selectedFirmIds
    .flatMap((id) => [...sessionsOf(id, own.includes(id), today, plans.get(id) ?? new Map<string, string>())])
    .filter(({ day }) => since === null || day >= since);
  if (planned.length === 0) return;
  const heldAt = ({ kind, day }: Planned) => new Date(`${day}T${hourOf[kind]}:00+08:00`);
  const trainerOf = ({ enterpriseId, kind }: Planned) =>
    people
      .get(enterpriseId)
      ?.find(
        ({ postKind }) => postKind === (kind === 'talk' ? 'teamLeader' : kind === 'meeting' ? 'head' : 'safetyManager'),
      )?.name ?? '安全管理人员';
  const ids = await insertSeeds(
    tx,
    context,
    classSession,
    planned.map((one) => ({
      values: {
        enterpriseId: one.enterpriseId,
        kind: one.kind,
        topic: topics[one.kind][one.at % topics[one.kind].length],
        place: placeOf[one.kind],
        heldAt: heldAt(one),
        minutes: minutesOf[one.kind],
        trainer: trainerOf(one),
        planId: one.planId,
        begunAt: heldAt(one),
        endedAt: new Date(heldAt(one).getTime() + minutesOf[one.kind] * 60_000),
        status: 'ended',
      },
      at: new Date(heldAt(one).getTime() - 3_600_000),
      until: new Date(heldAt(one).getTime() + minutesOf[one.kind] * 60_000),
    })),
  );
  const signatures = new Map(selectedFirmIds.map((id) => [id, context.photos(id, 'sign')[0] ?? null]));
  const there: Record<string, unknown>[] = [];
  const credited: SeededAttendee[] = [];
  for (const [place, one] of planned.entries()) {
    const random = createRandom(seed, Number(tx.scope.tenantId), 0xc1a5, place);
    const attendees = (people.get(one.enterpriseId) ?? []).filter(({ postKind }) => isAsked(one.kind, postKind));
    const signature = signatures.get(one.enterpriseId) ?? null;
    for (const person of attendees) {
      if (random.chance(0.06)) continue;
      // The signature has no picture if the seed stores no files.
      const hasSigned = random.chance(0.97);
      const arrived = heldAt(one).getTime() - random.between(0, 480) * 1_000;
      const isCredited = hasSigned && one.planId !== null && person.passed.has(one.planId);
      if (isCredited && one.planId !== null) credited.push({ planId: one.planId, employeeId: person.id });
      const way = random.chance(0.9) ? 'code' : 'keeper';
      there.push({
        tenant_id: tx.scope.tenantId,
        id: newId(),
        enterprise_id: one.enterpriseId,
        session_id: ids[place],
        employee_id: person.id,
        name: person.name,
        department: person.department,
        way,
        proof: way === 'code' ? 'code' : null,
        arrived_at: new Date(arrived),
        signature: hasSigned ? signature : null,
        signed_at: hasSigned ? new Date(arrived + random.between(20, 200) * 1_000) : null,
        // Everybody arrived before the start, so all get the full time.
        minutes: minutesOf[one.kind],
        hours: isCredited ? classHours : null,
        oversight_code: '',
      });
    }
  }
  await insertAll(tx, 'class_attendance', there);
  await creditSeeded(tx, credited, classHours);
}
