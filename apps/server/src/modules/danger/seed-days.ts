// Moves the demo dangers on as time passes, by the same shares as the first seed.
import { dayOf, daysBetween, startOfDay } from '@anlan/contract/domain/instant';
import { danger } from '@anlan/contract/modules/danger/resource';
import type { DangerState } from '@anlan/contract/modules/danger/states';
import { createRandom } from '#kernel/random.ts';
import { moveSeeds } from '#kit/direct-row-writes.ts';
import type { SeedContext } from '#kit/module.ts';
import { untouchedSeeds } from '#kit/seed-rows-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { peopleForSeeds } from './danger-store.ts';
import { extremeAt, seedDangers, statusOf, turnFor } from './seed.ts';

const order: readonly DangerState[] = ['open', 'rectifying', 'submitted', 'accepted'];
const hourMs = 3_600_000;
const endOfDay = (day: string) => new Date(startOfDay(day).getTime() + 20 * hourMs);

export async function seedDangerDays(tx: Tx, context: SeedContext): Promise<void> {
  const { now, seed, enterprises, own, accounts, since } = context;
  const today = dayOf(now);
  if (since === null || since === today) return;
  await seedDangers(tx, context);
  const passed = daysBetween('2026-01-01', today);
  const firms = new Map(enterprises.map((firm, place) => [firm.id, { ...firm, place }]));
  const people = Map.groupBy(await peopleForSeeds(tx), ({ enterpriseId }) => enterpriseId);
  const verifierId = accounts.get(`regulator${tx.scope.tenantId}`) ?? null;
  const moved = (await untouchedSeeds(tx, danger, ['open', 'rectifying', 'returned', 'submitted'])).flatMap((row) => {
    const { id, enterpriseId, foundAt, deadlineOn } = row;
    const firm = firms.get(enterpriseId);
    if (!firm) return [];
    const extreme = extremeAt(firm.place, own.includes(enterpriseId));
    // The same draw on both days, so that only the time that has passed moves a danger on.
    const stateOn = (day: string) => {
      const random = createRandom(seed, Number.parseInt(id.slice(-8), 16));
      return statusOf(daysBetween(dayOf(foundAt), day), daysBetween(deadlineOn, day), extreme, firm.conduct, random);
    };
    const to = stateOn(today);
    const before = row.status === 'returned' ? 1 : order.findIndex((one) => one === row.status);
    const after = order.indexOf(to);
    if (after <= before) return [];
    // The seed drew its states otherwise: a danger that should have moved before does so on one of the next days.
    const isLate = order.indexOf(stateOn(since)) >= after;
    const stays = 0.8 ** daysBetween(since, today);
    if (isLate && createRandom(seed, Number.parseInt(id.slice(-8), 16), passed).chance(stays)) return [];
    const last = [foundAt, row.startedAt, row.submittedAt, row.updatedAt].filter((time) => time !== null);
    // A danger was sent back an hour after it was submitted.
    const sentBackMs = row.status === 'returned' ? 2 * hourMs : 0;
    const from = new Date(Math.max(...last.map((time) => time.getTime())) + sentBackMs);
    if (from > now) return [];
    // Repaired in time, unless the enterprise is late with this one.
    const end = endOfDay(deadlineOn);
    const isInTime = end > from && !createRandom(seed, Number.parseInt(id.slice(-8), 16), 1).chance(firm.conduct.late);
    const until = isInTime && end < now ? end : now;
    const at = (share: number) => new Date(from.getTime() + (until.getTime() - from.getTime()) * share);
    const isSubmitted = after >= 2 && before < 2;
    const values = {
      enterpriseId,
      status: to,
      startedAt: row.startedAt ?? at(0.2),
      ...(isSubmitted ? { measures: '已按标准整改，班组每日检查', fixedAt: at(0.5), submittedAt: at(0.5) } : {}),
      ...(isSubmitted && row.level === 'major' ? { planState: 'approved', headSignedAt: at(0.5) } : {}),
      ...(isSubmitted ? { photosAfter: context.photos(enterpriseId, 'after', row.no) } : {}),
      ...(to === 'accepted' ? { verifiedAt: at(0.8), verifierId, opinion: '已按要求整改，现场核对符合要求' } : {}),
    };
    const all = people.get(enterpriseId) ?? [];
    const accountsIn = (posts: readonly string[]) =>
      all.flatMap(({ post, userId }) => (userId !== null && posts.includes(post) ? [userId] : []));
    const turn = turnFor(
      {
        enterpriseId,
        repeats: null,
        at: foundAt,
        values: {
          title: row.title,
          category: row.category,
          place: row.place,
          level: row.level,
          origin: row.origin,
          foundAt,
          deadlineOn,
          dutyPersonId: row.dutyPersonId,
          submittedAt: null,
          verifiedAt: null,
          planState: row.planState,
          ...values,
        },
      },
      { people: all, heads: accountsIn(['head']), leads: accountsIn(['head', 'safetyManager']) },
    );
    return [{ id, from: row.status, values: { ...values, turn, turnSince: at(0.8) }, at: at(0.2), until: at(0.8) }];
  });
  await moveSeeds(tx, danger, moved);
}
