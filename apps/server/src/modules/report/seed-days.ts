// Sends the demo reports whose day has come, and accepts those that have waited.
import { addDays, dayOf, startOfDay } from '@anlan/contract/domain/instant';
import { lastEndedPeriod, periodBefore, reportKinds, reportTitle, spanOf } from '@anlan/contract/modules/report/period';
import { report } from '@anlan/contract/modules/report/resource';
import { createRandom } from '#kernel/random.ts';
import { moveSeeds } from '#kit/direct-row-writes.ts';
import type { SeedContext } from '#kit/module.ts';
import { personName } from '#platform/demo/people.ts';
import { untouchedSeeds } from '#kit/seed-rows-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { safetyCostFigures } from '../safety-cost/index.ts';
import { settingsOf } from '../setting/index.ts';
import { expiryFigures } from '../warning/index.ts';
import { countFigures, shownOf } from './figures.ts';
import { dueDay } from './rules.ts';
import { sentAfter, wordsOf } from './seed.ts';
import { addEditions, closeEdition, openPeriod } from './store.ts';

const hourMs = 3_600_000;
const reviewHours = 48;
const periodsMost = 12;

/** Opens the periods that ended in the missing days, as the job of the night does with the last one. */
async function openEnded(tx: Tx, now: Date, since: string) {
  const settings = await settingsOf(tx);
  for (const kind of reportKinds)
    for (let back = 0, period = lastEndedPeriod(kind, dayOf(now)); back < periodsMost; back += 1) {
      const span = spanOf(kind, period);
      if (span.to < since) break;
      const opening = { kind, period, title: reportTitle(kind, period), dueOn: dueDay(kind, period, settings) };
      await openPeriod(tx, { ...opening, until: startOfDay(span.from), now: startOfDay(addDays(span.to, 1)) });
      period = periodBefore(kind, period, 1);
    }
}

async function sendDue(tx: Tx, { now, seed, own, enterprises }: SeedContext, since: string) {
  const missed = new Map(enterprises.map(({ id, conduct }) => [id, conduct.missed]));
  const due = (await untouchedSeeds(tx, report, ['draft'])).flatMap((row) => {
    const { kind, period } = row;
    if (row.edition !== 0) return [];
    // The published accounts fill in the latest report themselves.
    if (own.includes(row.enterpriseId) && period === lastEndedPeriod(kind, dayOf(now))) return [];
    const random = createRandom(seed, Number.parseInt(row.id.slice(-8), 16));
    const isMissing = random.chance(missed.get(row.enterpriseId) ?? 1);
    const sentAt = sentAfter(spanOf(kind, period).to, random);
    // A report that was missing before stays missing.
    const isDue = sentAt <= now && dayOf(sentAt) >= since;
    return isMissing || !isDue ? [] : [{ row, kind, period, random, sentAt }];
  });
  for (const [key, group] of Map.groupBy(due, ({ kind, period }) => `${kind} ${period}`)) {
    const [first] = group;
    if (!first) throw new Error(`an empty group: ${key}`);
    const { kind, period } = first;
    const ids = group.map(({ row }) => row.enterpriseId);
    const figures = await countFigures(tx, [safetyCostFigures, expiryFigures], { kind, period, ids });
    const sent = group.map(({ row: { id, status: from, enterpriseId }, random, sentAt }) => {
      const counted = figures.get(enterpriseId) ?? [];
      const people = { filler: personName(random), signer: personName(random) };
      const words = wordsOf(random);
      const filledAt = new Date(sentAt.getTime() - 5 * hourMs);
      const values = {
        enterpriseId,
        ...words,
        ...shownOf(counted),
        ...people,
        filledAt,
        sentAt,
        edition: 1,
        status: 'sent',
      };
      const edition = {
        reportId: id,
        enterpriseId,
        edition: 1,
        figures: counted,
        words,
        signature: null,
        ...people,
        sentAt,
      };
      return { move: { id, from, values, at: sentAt }, edition };
    });
    await moveSeeds(
      tx,
      report,
      sent.map(({ move }) => move),
    );
    await addEditions(
      tx,
      sent.map(({ edition }) => edition),
    );
  }
}

async function acceptWaiting(tx: Tx, { now, seed }: SeedContext) {
  const today = Number(dayOf(now).replaceAll('-', ''));
  for (const row of await untouchedSeeds(tx, report, ['sent'])) {
    const { sentAt, edition } = row;
    // A few wait each day, so that the list of the regulator is never empty.
    if (createRandom(seed, Number.parseInt(row.id.slice(-8), 16), today).chance(0.6)) continue;
    if (sentAt === null || now.getTime() - sentAt.getTime() < reviewHours * hourMs) continue;
    const reviewedAt = new Date(sentAt.getTime() + (reviewHours - 12) * hourMs);
    const values = { enterpriseId: row.enterpriseId, status: 'accepted', acceptedEdition: edition, reviewedAt };
    await moveSeeds(tx, report, [{ id: row.id, from: 'sent', values, at: reviewedAt }]);
    const outcome = { outcome: 'accepted', at: reviewedAt, by: null, reason: null };
    await closeEdition(tx, { id: row.id, edition }, outcome);
  }
}

export async function seedReportDays(tx: Tx, context: SeedContext): Promise<void> {
  const { now, since } = context;
  if (since === null || since === dayOf(now)) return;
  await openEnded(tx, now, since);
  await sendDue(tx, context, since);
  await acceptWaiting(tx, context);
}
