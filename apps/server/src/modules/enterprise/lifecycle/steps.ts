import { dayOf } from '@anlan/contract/domain/instant';
import { resumeChecks, type CloseReason, type ResumeCheck } from '@anlan/contract/modules/enterprise/lifecycle';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Needs } from '../deps.ts';
import type { Visibility } from '../visibility.ts';
import { findRow, takeRow, type EnterpriseRow } from '../store.ts';
import { closingProblem, edges, wrongState, type Step } from './rules.ts';
import type { MoveGiven, Mover } from './service.ts';

interface Seen {
  id: string;
  version: number;
}
type Note = string | null | undefined;

export function createSteps(
  { db, clock, dictionaries }: Needs<'db' | 'clock' | 'dictionaries'>,
  mover: Mover,
  visibility: Visibility,
) {
  const step = (
    scope: Scope,
    seen: Seen,
    name: Step,
    inputOf: (tx: Tx, row: EnterpriseRow) => MoveGiven | Promise<MoveGiven> = () => ({}),
  ) =>
    db.scoped(scope, async (tx) => {
      // Check the rights before locking the row, so that a refused request does not wait for the lock.
      const before = await visibility.visible(tx, seen.id, findRow);
      await mover.demandMover(tx, before, name);
      await visibility.requireVersion(tx, before, seen.version);
      const row = await visibility.visible(tx, seen.id, takeRow);
      await visibility.requireVersion(tx, row, seen.version);
      const wrong = wrongState(name, row.status);
      if (wrong !== null) throw new AppError('invalid', wrong);
      return mover.move(tx, row, edges[name].to, await inputOf(tx, row));
    });
  const noted = (note: Note): MoveGiven => (note ? { note } : {});

  async function demandKind(tx: Tx, kind: string) {
    if (!(await dictionaries.offered(tx, 'suspensionKind')).has(kind))
      throw invalid({ field: 'kind', msg: '请选择停产类型' });
    if (kind === 'ordered' && tx.scope.userType !== 'regulator')
      throw invalid({ field: 'kind', msg: '责令停产由监管部门填写' });
  }

  return {
    activate: (scope: Scope, seen: Seen) => step(scope, seen, 'activate'),
    submit: (scope: Scope, { note, ...seen }: Seen & { note?: Note }) => step(scope, seen, 'submit', () => noted(note)),
    withdraw: (scope: Scope, { note, ...seen }: Seen & { note?: Note }) =>
      step(scope, seen, 'withdraw', () => noted(note)),
    approve: (
      scope: Scope,
      { note, officerId, ...seen }: Seen & { note?: Note; officerId?: string | null | undefined },
    ) => step(scope, seen, 'approve', () => ({ ...noted(note), officerId })),
    reject: (scope: Scope, { reason, ...seen }: Seen & { reason: string }) =>
      step(scope, seen, 'reject', () => ({ note: reason })),
    suspend: (
      scope: Scope,
      { kind, fromOn, reason, ...seen }: Seen & { kind: string; fromOn: string; reason: string },
    ) =>
      step(scope, seen, 'suspend', async (tx) => {
        await demandKind(tx, kind);
        return { note: reason, details: { kind, fromOn } };
      }),
    resume: (scope: Scope, { checklist, note, ...seen }: Seen & { checklist: readonly ResumeCheck[]; note?: Note }) =>
      step(scope, seen, 'resume', () => {
        const open = (Object.keys(resumeChecks) as ResumeCheck[]).filter((check) => !checklist.includes(check));
        if (open.length > 0)
          throw invalid({
            field: 'checklist',
            msg: `还有未确认的检查项：${open.map((check) => resumeChecks[check]).join('、')}`,
          });
        return { ...noted(note), details: { checklist: [...new Set(checklist)] } };
      }),
    close: (
      scope: Scope,
      {
        reason,
        closedOn,
        note,
        ...seen
      }: Seen & { reason: Exclude<CloseReason, 'merged'>; closedOn: string; note?: Note },
    ) =>
      step(scope, seen, 'close', () => {
        const problem = closingProblem(closedOn, dayOf(clock.now()));
        if (problem !== null) throw invalid({ field: 'closedOn', msg: problem });
        return { ...noted(note), details: { reason, closedOn } };
      }),
  };
}
