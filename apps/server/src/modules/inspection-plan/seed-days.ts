// Adds demo inspections of the missing days, and moves notices on that nobody has changed.
import { dayOf } from '@anlan/contract/domain/instant';
import { enforcement } from '@anlan/contract/modules/enforcement/resource';
import { createRandom } from '#kernel/random.ts';
import { moveSeeds } from '#kit/direct-row-writes.ts';
import type { SeedContext } from '#kit/module.ts';
import { untouchedSeeds } from '#kit/seed-rows-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { personName } from '#platform/demo/people.ts';
import { closedText, repliedText, seedInspections } from './seed.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const steps = ['issued', 'received', 'replied', 'closed'] as const;

export async function seedInspectionDays(tx: Tx, context: SeedContext): Promise<void> {
  const { now, seed, since } = context;
  if (since === null || since === dayOf(now)) return;
  await seedInspections(tx, context);
  const moved = (await untouchedSeeds(tx, enforcement, ['issued', 'received', 'replied'])).flatMap((row) => {
    const { id, enterpriseId, status: from, issuedAt } = row;
    if (issuedAt === null) return [];
    const random = createRandom(seed, Number.parseInt(id.slice(-8), 16));
    const after = (ms: number) => new Date(issuedAt.getTime() + ms);
    const receivedAt = after(random.between(2, 20) * hourMs);
    const repliedAt = after(random.between(3, 9) * dayMs);
    // Some replies wait longer, so that the list of the regulator is never empty.
    const closedAt = after((random.chance(0.7) ? 12 : 25) * dayMs);
    const before = steps.findIndex((one) => one === from);
    const reached = [issuedAt, receivedAt, repliedAt, closedAt].findLastIndex((time) => time < now);
    const to = steps[reached];
    if (to === undefined || reached <= before) return [];
    const isReplied = before < 2 && reached >= 2;
    const at = [receivedAt, receivedAt, repliedAt, closedAt][before + 1] ?? now;
    const until = [issuedAt, receivedAt, repliedAt, closedAt][reached] ?? now;
    const values = {
      enterpriseId,
      status: to,
      ...(before < 1 ? { receivedBy: personName(random), receivedAt } : {}),
      ...(isReplied
        ? {
            repliedAt,
            replies: row.items.map(({ key }) => ({
              key,
              text: repliedText,
              evidence: context.photos(enterpriseId, 'after'),
            })),
          }
        : {}),
      ...(to === 'closed' ? { opinion: closedText, closedAt } : {}),
    };
    const last = row.repliedAt ?? row.receivedAt;
    // A step of the first seed may be later than the drawn time of this one.
    const floor = last !== null && last > at ? new Date(last.getTime() + hourMs) : at;
    if (floor > now) return [];
    return [{ id, from, values, at: floor, until: until > floor ? until : floor }];
  });
  await moveSeeds(tx, enforcement, moved);
}
