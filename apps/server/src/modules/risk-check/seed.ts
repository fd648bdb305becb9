// Demo checks: half a year for published accounts, a few weeks for others. The checks follow the normal planning and
// checking rules.
import { addDays, startOfDay, dayOf } from '@anlan/contract/domain/instant';
import { createUnansweredItem, type AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { ControlLayer } from '@anlan/contract/modules/risk-point/check-cycle';
import { newId } from '#kernel/ids.ts';
import { createRandom, type Random } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { plannedOn } from './planning.ts';
import { itemsOfControls } from './rules.ts';
import { pointsAfter, type Planned, type PlannedPoint } from './store.ts';
import { checkers, forgetUntouched, plannedSince, type SeedChecker } from './seed-store.ts';

const ownDays = 184;
const otherDays = 12;
const hourMs = 3_600_000;
/** Two demo enterprises: `perfectPlace` never misses a check, `firePlace` has serious problems. */
const perfectPlace = 11;
const firePlace = 13;

const postsFor: Readonly<Record<ControlLayer, readonly string[]>> = {
  company: ['head', 'safetyManager'],
  department: ['safetyManager', 'teamLeader'],
  team: ['teamLeader', 'safetyManager'],
  post: ['general', 'teamLeader'],
};

function itemsOf(point: PlannedPoint, layer: ControlLayer, at: Date, by: string): AnsweredItem[] {
  const stamp = { at: formatInstant(at), by };
  return itemsOfControls(point.controls, point.control_layer, layer).map((item) => ({
    ...createUnansweredItem(item),
    result: 'pass',
    rest: true,
    ...stamp,
  }));
}

function rowOf(
  tenantId: string,
  { point, layer, opensAt, dueAt, dueOn }: Planned & { point: PlannedPoint },
  {
    now,
    random,
    share,
    people,
    isWhole,
  }: { now: Date; random: Random; share: number; people: readonly SeedChecker[]; isWhole: boolean },
): Record<string, unknown> {
  const length = dueAt.getTime() - opensAt.getTime();
  const planned = new Date(opensAt.getTime() + length * (0.3 + 0.6 * random.next()));
  // A check that is not done in time is done on one of the next days, or never.
  const isOnTime = random.chance(share);
  const at = isOnTime
    ? planned
    : random.chance(0.4)
      ? new Date(dueAt.getTime() + random.between(1, 30) * hourMs)
      : null;
  const doneAt = at !== null && at < now ? at : null;
  const isProven = doneAt === null || random.chance(0.97) || share === 1;
  const who = people.find(({ post }) => postsFor[layer].includes(post)) ?? people[0];
  const items = doneAt && isWhole ? itemsOf(point, layer, doneAt, who?.name ?? '检查人员') : [];
  const count = doneAt ? itemsOfControls(point.controls, point.control_layer, layer).length : 0;
  return {
    tenant_id: tenantId,
    id: newId(),
    version: 1,
    enterprise_id: point.enterprise_id,
    risk_point_id: point.id,
    layer,
    due_on: dueOn,
    point_name: point.name,
    opens_at: opensAt,
    due_at: dueAt,
    planned: true,
    items,
    item_count: count,
    done_count: count,
    fail_count: 0,
    presence: doneAt ? (isProven ? 'qr' : 'none') : null,
    far: doneAt !== null && !isProven,
    present_at: null,
    started_at: doneAt,
    done_at: doneAt,
    done_by_id: doneAt ? (who?.id ?? null) : null,
    done_by_name: doneAt ? (who?.name ?? null) : null,
    status: doneAt ? 'done' : 'pending',
    created_at: opensAt,
    updated_at: doneAt ?? opensAt,
    oversight_code: '',
  };
}

export async function seedRiskChecks(tx: Tx, { seed, now, since, own, enterprises }: SeedContext): Promise<void> {
  const { tenantId } = tx.scope;
  const places = new Map(enterprises.map(({ id }, place) => [id, place]));
  const people = await checkers(tx);
  if (since !== null) await forgetUntouched(tx, startOfDay(since));
  const existing = since === null ? new Set<string>() : await plannedSince(tx, startOfDay(since));
  const today = dayOf(now);
  if (since === today) return;
  const firstId = '00000000-0000-0000-0000-000000000000';
  for (let after: string | null = firstId; after !== null;) {
    const points: PlannedPoint[] = await pointsAfter(tx, after, 500);
    const rows: Record<string, unknown>[] = [];
    for (const [at, point] of points.entries()) {
      const place = places.get(point.enterprise_id) ?? 0;
      const isOwn = own.includes(point.enterprise_id);
      const random = createRandom(
        seed,
        Number(tenantId),
        0xc4ec,
        place,
        at,
        since === null ? 0 : Number(since.replaceAll('-', '')),
      );
      const { conduct, activatedAt } = enterprises[place] ?? {};
      const share = place === perfectPlace ? 1 : place === firePlace ? 0.4 : 1 - (conduct?.missed ?? 0);
      const seen = new Set<string>();
      // A window of several days appears on each of these days but is planned only once.
      for (let day = since ?? addDays(today, -(isOwn ? ownDays : otherDays)); day <= today; day = addDays(day, 1)) {
        const weekday = new Date(startOfDay(day).getTime() + 12 * hourMs).getUTCDay();
        for (const one of plannedOn(point, day, weekday !== 0 && weekday !== 6)) {
          if (!activatedAt || one.opensAt < activatedAt || (since !== null && one.dueAt < startOfDay(since))) continue;
          const key = `${one.layer} ${one.opensAt.getTime()}`;
          if (seen.has(key) || existing.has(`${point.id} ${key}`)) continue;
          seen.add(key);
          const isWhole = isOwn || day >= addDays(today, -3);
          rows.push(
            rowOf(
              tenantId,
              { ...one, point },
              { now, random, share, people: people.get(point.enterprise_id) ?? [], isWhole },
            ),
          );
        }
      }
    }
    await insertAll(tx, 'risk_check', rows);
    after = points.length === 500 ? (points.at(-1)?.id ?? null) : null;
  }
}
