// What is done by the clock: reminders before deadlines, escalation after them, and the month's sample for another look.
import { addDays, dayBegins, dayOf } from '@anlan/contract/domain/instant';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { drawSample, dueOn } from './danger-store.ts';
import { foldFacts, recountFacts } from './facts-store.ts';
import { leadsOf, type People } from './known.ts';
import { factsOf } from './rules.ts';
import { pathOf, reminderOf } from './todo.ts';

const batchRows = 500;

/** First days of the month that a day lies in and of the one before. */
function monthsAround(day: string): { from: string; to: string } {
  const to = `${day.slice(0, 7)}-01`;
  return { from: `${addDays(to, -1).slice(0, 7)}-01`, to };
}

/** Opens the work by the clock. */
export function createNightly({
  kit: { db, clock, audit, tell, touched },
  rows,
  people,
}: {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'tell' | 'touched'>;
  rows: (tx: Tx, ids: readonly string[]) => Promise<StoredRow[]>;
  people: People;
}) {
  /** Who is to put it right, or whoever runs the enterprise where they have no account. */
  async function remindOf(tx: Tx, row: StoredRow, today: string) {
    const facts = factsOf(row);
    const duty = (await people.people(tx, facts.dutyPersonId === null ? [] : [facts.dutyPersonId])).get(
      facts.dutyPersonId ?? '',
    );
    const userIds = duty?.userId ? [duty.userId] : (await leadsOf(tx, people, facts.enterpriseId)).leads;
    if (userIds.length === 0) return;
    const text = reminderOf(String(row.title), facts.deadlineOn, today);
    await tell(tx, { userIds }, { type: '6', data: { title: '隐患整改提醒', text, path: pathOf(row.id) } });
  }

  return {
    /** Reminds of what falls due, and brings the to-dos of what is late up to date. */
    async remind(scope: Scope): Promise<void> {
      const today = dayOf(clock.now());
      const { before, late } = await db.scoped(scope, async (tx) => {
        const settings = await settingsOf(tx);
        const steps = [...settings['rectify.escalate'], 1];
        return {
          before: await dueOn(
            tx,
            settings['rectify.remindBeforeDays'].map((days) => addDays(today, days)),
          ),
          late: await dueOn(
            tx,
            steps.map((days) => addDays(today, -days)),
          ),
        };
      });
      for (let from = 0; from < before.length; from += batchRows)
        await db.scoped(scope, async (tx) => {
          for (const row of await rows(tx, before.slice(from, from + batchRows))) await remindOf(tx, row, today);
        });
      for (let from = 0; from < late.length; from += batchRows)
        await db.scoped(scope, (tx) => touched(tx, 'danger', late.slice(from, from + batchRows)));
    },
    /** Draws last month's sample; a second run of the month draws nothing more than its share of what is left. */
    async sampleMonth(scope: Scope): Promise<number> {
      const today = dayOf(clock.now());
      const { from, to } = monthsAround(today);
      return db.scoped(scope, async (tx) => {
        const percent = (await settingsOf(tx))['rectify.sampleRecheckShare'];
        const ids = await drawSample(tx, { from: dayBegins(from), to: dayBegins(to), percent, on: today });
        await audit.recordAll(
          tx,
          ids.map((id) => ({
            call: 'danger.drawSample',
            objectType: 'danger',
            objectId: id,
            note: `${from.slice(0, 7)} 抽样`,
          })),
        );
        await touched(tx, 'danger', ids);
        return ids.length;
      });
    },
    /** Keeps the sums of a tenant quick to read while its dangers are written. */
    foldFacts: (scope: Scope) => db.scoped(scope, foldFacts, { statementMs: 60_000 }),
    /** Counts the sums of a tenant anew. */
    recountFacts: (scope: Scope) => db.scoped(scope, recountFacts, { statementMs: 600_000 }),
  };
}
