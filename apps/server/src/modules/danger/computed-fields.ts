// Computed fields of a danger: whose turn it is, days left or late, photos used in other dangers.
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import type { Danger, DangerTurn } from '@anlan/contract/modules/danger/resource';
import type { Clock } from '#kernel/clock.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { photoFactsOf, photosTwice } from './danger-store.ts';
import type { People } from './danger-context.ts';
import { factsOf, isOverdue, isUnfixed, lateDays, type Facts, type DangerRow } from './rules.ts';

const turnWords: Readonly<Record<Exclude<DangerTurn, 'enterprise' | 'nobody'>, string>> = {
  head: '主要负责人',
  verifier: '安全员或主要负责人',
  regulator: '监管人员',
};
const filesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(({ id }: { id?: unknown }) => (typeof id === 'string' ? [id] : [])) : [];

export const computedOf =
  ({
    clock,
    people,
    workdayAfter,
  }: {
    clock: Clock;
    people: Pick<People, 'people'>;
    workdayAfter: (tx: Tx, day: string, count: number) => Promise<string>;
  }) =>
  async (tx: Tx, rows: readonly DangerRow[]): Promise<Map<string, Partial<Danger>>> => {
    const today = dayOf(clock.now());
    const settings = await settingsOf(tx);
    const all = rows.map((row) => ({
      row,
      facts: factsOf(row),
      photos: [...filesIn(row.photosBefore), ...filesIn(row.photosAfter)],
    }));
    const duty = await people.people(
      tx,
      all.flatMap(({ facts }) => (facts.turn === 'enterprise' ? (facts.dutyPersonId ?? []) : [])),
    );
    const twice = await photosTwice(
      tx,
      all.flatMap(({ photos }) => photos),
    );
    const facts = await photoFactsOf(
      tx,
      all.flatMap(({ photos }) => photos),
    );
    const computed = new Map<string, Partial<Danger>>();
    const recheckBy = (since: string) => workdayAfter(tx, since, settings['rectify.recheckWorkdays']);
    async function waitLateDays(row: DangerRow, stands: Facts): Promise<number> {
      if (isUnfixed(stands)) return lateDays(stands, today);
      const since =
        stands.status === 'submitted'
          ? dayOf(row.turnSince ?? stands.submittedAt ?? row.updatedAt)
          : row.sampleResult === null
            ? row.sampledOn
            : null;
      return since === null ? 0 : Math.max(0, daysBetween(await recheckBy(since), today));
    }
    for (const { row, facts: stands, photos } of all) {
      const { turn } = stands;
      const submittedOn =
        stands.status === 'submitted' && stands.submittedAt !== null ? dayOf(stands.submittedAt) : null;
      computed.set(row.id, {
        turnName:
          turn === 'nobody'
            ? null
            : turn === 'enterprise'
              ? (duty.get(stands.dutyPersonId ?? '')?.name ?? '企业')
              : turnWords[turn],
        overdue: isOverdue(stands, today),
        leftDays: isUnfixed(stands) ? Math.max(0, daysBetween(today, stands.deadlineOn)) : null,
        lateDays: lateDays(stands, today),
        waitLateDays: await waitLateDays(row, stands),
        recheckDueOn: submittedOn === null ? null : await recheckBy(submittedOn),
        duplicatePhotos: twice.filter(({ fileId }) => photos.includes(fileId)),
        photoFacts: facts.filter(({ fileId }) => photos.includes(fileId)),
      });
    }
    return computed;
  };
