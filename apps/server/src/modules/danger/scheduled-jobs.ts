// Scheduled jobs of dangers: reminders before the deadline, escalation after it, and the monthly sample.
import { addDays, startOfDay, dayOf } from '@anlan/contract/domain/instant';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import { drawSample, dueOn } from './danger-store.ts';
import { foldFacts, recountFacts } from './division-sums-store.ts';
import { leadAccounts, type People } from './danger-context.ts';
import { factsOf, type DangerRow } from './rules.ts';
import { pathOf, reminderOf } from './todo.ts';

const batchRows = 500;

function monthsAround(day: string): { from: string; to: string } {
  const to = `${day.slice(0, 7)}-01`;
  return { from: `${addDays(to, -1).slice(0, 7)}-01`, to };
}

export function createNightly({
  kit: { db, clock, audit, publishToUsers: tell, refreshTodos: touched },
  rows,
  people,
}: {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'publishToUsers' | 'refreshTodos'>;
  rows: (tx: Tx, ids: readonly string[]) => Promise<DangerRow[]>;
  people: People;
}) {
  /** Recipients of a reminder: the responsible person, or the leads of the enterprise if that person has no account. */
  async function remindOf(tx: Tx, row: DangerRow, today: string) {
    const facts = factsOf(row);
    const duty = (await people.people(tx, facts.dutyPersonId === null ? [] : [facts.dutyPersonId])).get(
      facts.dutyPersonId ?? '',
    );
    const userIds = duty?.userId ? [duty.userId] : (await leadAccounts(tx, people, facts.enterpriseId)).leads;
    if (userIds.length === 0) return;
    const text = reminderOf(row.title, facts.deadlineOn, today);
    await tell(tx, { userIds }, { type: '6', data: { title: '隐患整改提醒', text, path: pathOf(row.id) } });
  }

  return {
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
    /** Draws the sample of last month's dangers. A second run draws only from the dangers that are not sampled yet. */
    async sampleMonth(scope: Scope): Promise<number> {
      const today = dayOf(clock.now());
      const { from, to } = monthsAround(today);
      return db.scoped(scope, async (tx) => {
        const percent = (await settingsOf(tx))['rectify.sampleRecheckShare'];
        const ids = await drawSample(tx, { from: startOfDay(from), to: startOfDay(to), percent, on: today });
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
    /** Merges the difference rows of the sums, so that reads stay fast while dangers are written. */
    foldFacts: (scope: Scope) => db.scoped(scope, foldFacts, { statementMs: 60_000 }),
    recountFacts: (scope: Scope) => db.scoped(scope, recountFacts, { statementMs: 600_000 }),
  };
}
