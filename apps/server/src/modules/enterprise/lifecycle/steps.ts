import { dayOf } from '@anlan/contract/domain/instant';
import { resumeChecks } from '@anlan/contract/modules/enterprise/lifecycle';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Needs } from '../deps.ts';
import type { Visibility } from '../visibility.ts';
import { findRow, takeRow } from '../store.ts';
import { closingProblem, edges, givenFor, wrongState, type Step, type StepWords } from './rules.ts';
import type { Mover } from './service.ts';

type StepInput = StepWords & { id: string; version: number };

export function createSteps(
  { db, clock, dictionaries }: Needs<'db' | 'clock' | 'dictionaries'>,
  mover: Mover,
  visibility: Visibility,
) {
  const step =
    (name: Step, requireInput?: (tx: Tx, input: StepInput) => Promise<void> | void) =>
    (scope: Scope, input: StepInput) =>
      db.scoped(scope, async (tx) => {
        const { id, version } = input;
        // Check the rights before locking the row, so that a refused request does not wait for the lock.
        const before = await visibility.visible(tx, id, findRow);
        await mover.demandMover(tx, before, name);
        await visibility.requireVersion(tx, before, version);
        const row = await visibility.visible(tx, id, takeRow);
        await visibility.requireVersion(tx, row, version);
        const wrong = wrongState(name, row.status);
        if (wrong !== null) throw new AppError('invalid', wrong);
        await requireInput?.(tx, input);
        return mover.move(tx, row, edges[name].to, givenFor(name, input));
      });

  return {
    activate: step('activate'),
    submit: step('submit'),
    withdraw: step('withdraw'),
    approve: step('approve'),
    reject: step('reject'),
    suspend: step('suspend', async (tx, { kind = '' }) => {
      if (!(await dictionaries.offered(tx, 'suspensionKind')).has(kind))
        throw invalid({ field: 'kind', msg: '请选择停产类型' });
      if (kind === 'ordered' && tx.scope.userType !== 'regulator')
        throw invalid({ field: 'kind', msg: '责令停产由监管部门填写' });
    }),
    resume: step('resume', (_tx, { checklist = [] }) => {
      const open = Object.entries(resumeChecks).filter(([check]) => !checklist.includes(check));
      const labels = open.map(([, label]) => label).join('、');
      if (labels !== '') throw invalid({ field: 'checklist', msg: `还有未确认的检查项：${labels}` });
    }),
    close: step('close', (_tx, { closedOn = '' }) => {
      const problem = closingProblem(closedOn, dayOf(clock.now()));
      if (problem !== null) throw invalid({ field: 'closedOn', msg: problem });
    }),
  };
}
