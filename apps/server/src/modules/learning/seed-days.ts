// Adds the demo plans of the months that have ended, keeps one plan running, and lets people pass as time goes on.
import { addDays, dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { trainingPlan } from '@anlan/contract/modules/learning/plan';
import { learningTask } from '@anlan/contract/modules/learning/task';
import { createRandom } from '#kernel/random.ts';
import { insertSeeds, moveSeeds } from '#kit/direct-row-writes.ts';
import type { SeedContext } from '#kit/module.ts';
import { untouchedSeeds } from '#kit/seed-rows-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { lastOf, learningFirms, monthBefore, monthlyPlan, outcome } from './seed.ts';
import { seededPeople, type SeededPerson } from './seed-store.ts';

const runningDays = 21;

function* endedMonths(since: string, today: string) {
  for (let back = 1; back <= 12; back += 1) {
    const first = monthBefore(today, back);
    if (lastOf(first) < since) return;
    yield first;
  }
}

async function addPlans(tx: Tx, context: SeedContext, people: readonly SeededPerson[]) {
  const { since, now, seed, own, enterprises } = context;
  const today = dayOf(now);
  const missed = new Map(enterprises.map(({ id, conduct }) => [id, conduct.missed]));
  const stored = await untouchedSeeds(tx, trainingPlan, ['running', 'ended']);
  const monthly = [...endedMonths(since ?? today, today)].flatMap((first) =>
    learningFirms(context).map((id) => ({ ...monthlyPlan(id, first), first })),
  );
  const current = own.flatMap((enterpriseId) => {
    const plans = stored.filter((row) => row.enterpriseId === enterpriseId && row.lessons !== null);
    const last = plans.toSorted((one, other) => one.endOn.localeCompare(other.endOn)).at(-1);
    if (last === undefined || last.endOn >= today) return [];
    const { kind, audience, courses, lessons, title } = last;
    const more = { hoursRequired: 0.1, examCount: 5, examMinutes: 10, status: 'running' };
    const days = { startOn: today, endOn: addDays(today, runningDays) };
    return [
      { values: { enterpriseId, title, kind, audience, courses, lessons, ...days, ...more }, at: now, first: null },
    ];
  });
  const plans = [...monthly, ...current];
  const ids = await insertSeeds(tx, context, trainingPlan, plans);
  const random = createRandom(seed, Number(tx.scope.tenantId), Number(today.replaceAll('-', '')));
  const tasks = plans.flatMap(({ values, at, first }, place) =>
    people
      .filter(({ enterprise_id: enterpriseId }) => enterpriseId === values.enterpriseId)
      .map((person) => ({
        at,
        values: {
          enterpriseId: person.enterprise_id,
          planId: ids[place],
          employeeId: person.id,
          planTitle: values.title,
          employeeName: person.name,
          department: person.department,
          hoursRequired: values.hoursRequired,
          dueOn: values.endOn,
          ...(first === null
            ? { status: 'notStarted' }
            : outcome(person, first, random, missed.get(person.enterprise_id) ?? 0)),
        },
      })),
  );
  await insertSeeds(tx, context, learningTask, tasks);
}

/** Lets a share of the people pass, larger the nearer the last day is. */
async function passSome(tx: Tx, { now, seed, enterprises }: SeedContext, people: readonly SeededPerson[]) {
  const missed = new Map(enterprises.map(({ id, conduct }) => [id, conduct.missed]));
  const byId = new Map(people.map((person) => [person.id, person]));
  const moved = (await untouchedSeeds(tx, learningTask, ['notStarted', 'learning'])).flatMap((row) => {
    const person = byId.get(row.employeeId);
    const left = daysBetween(dayOf(now), row.dueOn);
    const random = createRandom(seed, Number.parseInt(row.id.slice(-8), 16));
    const never = random.chance(missed.get(row.enterpriseId) ?? 0);
    // Tasks of earlier months keep the result that the seed gave them.
    if (!person || never || left < -2 || random.next() * runningDays < left) return [];
    const hours = row.hoursRequired;
    const certificateNo = `PX${dayOf(now).replaceAll('-', '')}-${row.id.slice(-6).toUpperCase()}`;
    const result = { status: 'passed', hours, seconds: hours * 2700, score: random.between(80, 100), attempts: 1 };
    const values = { enterpriseId: row.enterpriseId, ...result, passedAt: now, certificateNo };
    return [{ id: row.id, from: row.status, at: now, values }];
  });
  await moveSeeds(tx, learningTask, moved);
}

export async function seedLearningDays(tx: Tx, context: SeedContext): Promise<void> {
  if (context.since === dayOf(context.now)) return;
  const people = await seededPeople(tx, learningFirms(context));
  await addPlans(tx, context, people);
  await passSome(tx, context, people);
}
