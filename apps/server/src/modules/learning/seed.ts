// Demo learning data: playable courses, monthly plans of one year, and one current plan.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { Lesson } from '@anlan/contract/modules/course/lesson';
import { course } from '@anlan/contract/modules/course/resource';
import { trainingPlan, type PlannedLesson } from '@anlan/contract/modules/learning/plan';
import { learningTask } from '@anlan/contract/modules/learning/task';
import { question } from '@anlan/contract/modules/question/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { demoQuestions } from './seed-questions.ts';
import { seededPeople, type SeededPerson } from './seed-store.ts';

const ofUnit = '00000000-0000-0000-0000-000000000000';
const enterprisesMost = 40;
const months = 12;
const topics = [
  '冬季行车安全',
  '春运安全',
  '节后复工教育',
  '春季防火',
  '疲劳驾驶预防',
  '雨天行车',
  '安全生产月',
  '高温作业',
  '汛期安全',
  '开学季客运',
  '国庆运输',
  '防滑防冻',
];

export function monthBefore(today: string, back: number): string {
  const [year = 2026, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
}
export const lastOf = (first: string) => addDays(monthBefore(first, -1), -1);

async function seedCourses(tx: Tx, context: SeedContext) {
  const at = new Date(context.now.getTime() - 420 * 86_400_000);
  const shown = (key: string, title: string, of: 'brake' | 'rest' | 'fire' | 'card', seconds: number): Lesson[] => {
    const [file] = context.photos(ofUnit, of);
    return file ? [{ key, title, media: of === 'card' ? 'document' : 'video', seconds, file }] : [];
  };
  const courses = [
    {
      title: '驾驶员安全继续教育',
      teacher: '孟立群',
      intro: '发车前检查、疲劳驾驶识别和车载灭火器的使用',
      lessons: [
        ...shown('l1', '发车前制动检查', 'brake', 60),
        ...shown('l2', '疲劳驾驶的识别与停车休息', 'rest', 48),
        ...shown('l3', '车载灭火器的使用', 'fire', 48),
        ...shown('l4', '班前安全须知', 'card', 120),
      ],
    },
    {
      title: '新员工岗前安全教育',
      teacher: '许静远',
      intro: '灭火器使用和班前安全须知',
      lessons: [...shown('l1', '灭火器的使用', 'fire', 48), ...shown('l2', '班前安全须知', 'card', 120)],
    },
  ].filter(({ lessons }) => lessons.length > 0);
  const ids = await insertSeeds(
    tx,
    context,
    course,
    courses.map(({ lessons, ...rest }) => ({
      values: {
        ...rest,
        lessons,
        enterpriseId: ofUnit,
        kind: 'routine',
        lessonCount: lessons.length,
        seconds: lessons.reduce((sum, { seconds }) => sum + seconds, 0),
      },
      at,
    })),
  );
  return courses.map((one, place) => ({ ...one, id: ids[place] ?? '' }));
}

/** Random completion day in a month: an S-curve with a peak in the last three days. */
function dayDone(random: ReturnType<typeof createRandom>, days: number): number {
  if (random.chance(0.3)) return days - random.between(1, 3);
  return Math.round(((random.between(0, 100) + random.between(0, 100) + random.between(0, 100)) / 300) * (days - 4));
}

/** Random result of a person for a past month: most passed; of the others a third never started. */
export function outcome(person: SeededPerson, first: string, random: ReturnType<typeof createRandom>, missed: number) {
  if (random.chance(missed / 3)) return { status: 'notStarted' };
  if (random.chance(missed)) {
    const hours = random.between(20, 150) / 100;
    return { status: 'learning', hours, seconds: Math.round(hours * 2700) };
  }
  const passedAt = new Date(
    `${addDays(first, dayDone(random, Number(lastOf(first).slice(8))))}T${String(random.between(9, 20)).padStart(2, '0')}:15:00+08:00`,
  );
  const hours = 2 + random.between(0, 25) / 100;
  return {
    status: 'passed',
    hours,
    seconds: Math.round(hours * 2700),
    score: random.between(80, 100),
    attempts: random.chance(0.12) ? 2 : 1,
    passedAt,
    certificateNo: `PX${dayOf(passedAt).replaceAll('-', '')}-${person.id.slice(-6).toUpperCase()}`,
  };
}

export const monthlyPlan = (enterpriseId: string, first: string) => ({
  values: {
    enterpriseId,
    title: `${first.slice(0, 7)} 日常安全教育：${topics[Number(first.slice(5, 7)) % topics.length]}`,
    kind: 'routine',
    startOn: first,
    endOn: lastOf(first),
    audience: { everyone: true, postKinds: [], departments: [] },
    hoursRequired: 2,
    examCount: 10,
    status: 'ended',
  },
  at: new Date(`${first}T08:30:00+08:00`),
});

/** The enterprises with learning data: those of the published accounts, and some active ones. */
export const learningFirms = ({ own, enterprises }: Pick<SeedContext, 'own' | 'enterprises'>): string[] =>
  [
    ...own,
    ...enterprises.filter(({ id, status }) => status === 'active' && !own.includes(id)).map(({ id }) => id),
  ].slice(0, enterprisesMost);

export async function seedLearning(tx: Tx, context: SeedContext): Promise<void> {
  const { enterprises, own, seed, now } = context;
  const today = dayOf(now);
  const courses = await seedCourses(tx, context);
  const selectedFirmIds = learningFirms(context);
  const people = await seededPeople(tx, selectedFirmIds);
  const missed = new Map(enterprises.map(({ id, conduct }) => [id, conduct.missed]));
  const plans: { values: Record<string, unknown>; at: Date; back: number }[] = [];
  for (const enterpriseId of selectedFirmIds)
    for (let back = months; back >= 1; back -= 1) {
      const first = monthBefore(today, back);
      const { values, at } = monthlyPlan(enterpriseId, first);
      const taught = courses[back % courses.length];
      plans.push({
        values: { ...values, ...(taught ? { courses: [{ id: taught.id, title: taught.title }] } : {}) },
        at,
        back,
      });
    }
  const [first] = courses;
  const lessons: PlannedLesson[] = first
    ? first.lessons.map((lesson) => ({ ...lesson, key: `1.${lesson.key}`, courseId: first.id }))
    : [];
  for (const enterpriseId of first ? own : [])
    plans.push({
      values: {
        enterpriseId,
        title: '冬季驾驶员安全教育',
        kind: 'routine',
        startOn: addDays(today, -5),
        endOn: addDays(today, 16),
        audience: { everyone: true, postKinds: [], departments: [] },
        courses: [{ id: first?.id ?? '', title: first?.title ?? '' }],
        lessons,
        hoursRequired: 0.1,
        examCount: 5,
        examMinutes: 10,
        status: 'running',
      },
      at: new Date(now.getTime() - 6 * 86_400_000),
      back: 0,
    });
  const ids = await insertSeeds(tx, context, trainingPlan, plans);
  const random = createRandom(seed, Number(tx.scope.tenantId), 0x1ea7);
  const tasks = plans.flatMap(({ values, at, back }, place) =>
    people
      .filter(({ enterprise_id: enterpriseId }) => enterpriseId === values['enterpriseId'])
      .map((person) => ({
        values: {
          enterpriseId: person.enterprise_id,
          planId: ids[place],
          employeeId: person.id,
          planTitle: values['title'],
          employeeName: person.name,
          department: person.department,
          hoursRequired: values['hoursRequired'],
          dueOn: values['endOn'],
          ...(back > 0
            ? outcome(person, String(values['startOn']), random, missed.get(person.enterprise_id) ?? 0)
            : { status: 'notStarted' }),
        },
        at,
      })),
  );
  await insertSeeds(tx, context, learningTask, tasks);
  await insertSeeds(
    tx,
    context,
    question,
    own.flatMap((enterpriseId) =>
      demoQuestions.map((one) => ({
        values: { ...one, enterpriseId, kind: 'routine' },
        at: new Date(now.getTime() - 200 * 86_400_000),
      })),
    ),
  );
}
