// Signing by the learner, if the plan requires it. The signature completes the task.
import type { StoredFile } from '@anlan/contract/kit/field';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { createSignatureKeeping } from '#kit/signature-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { passedAs } from './rules.ts';
import { saveStatus } from './sitting-store.ts';
import { keepSignature, type StoredTask } from './task-store.ts';

export function createSigning({
  kit,
  ownTaskOf,
}: {
  kit: ModuleKit;
  ownTaskOf: (tx: Tx, id: string) => Promise<StoredTask>;
}) {
  const { db, clock, audit, events, refreshTodos: touched } = kit;
  const keepPicture = createSignatureKeeping(kit);
  return (scope: Scope, { id, signature }: { id: string; signature: StoredFile }): Promise<null> =>
    db.scoped(scope, async (tx) => {
      const task = await ownTaskOf(tx, id);
      const at = clock.now();
      if (task.signed_at !== null) throw new AppError('conflict', '您已经签名');
      if (task.status !== 'signPending') throw new AppError('invalid', '学完并考试合格以后才能签名');
      if (!(await keepSignature(tx, id, signature, at))) throw new AppError('conflict', '您已经签名');
      await keepPicture(tx, 'signature', [signature], task.enterprise_id);
      await saveStatus(tx, id, { status: 'passed', ...passedAs({ id, cycleMonths: task.cycle_months }, at) }, at);
      await touched(tx, 'learningTask', [id]);
      await events.emit(tx, 'learning.changed', { ids: [id], enterpriseIds: [task.enterprise_id] });
      await audit.record(tx, {
        call: 'learning.sign',
        objectType: 'learningTask',
        objectId: id,
        enterpriseId: task.enterprise_id,
        note: task.plan_title,
      });
      return null;
    });
}
