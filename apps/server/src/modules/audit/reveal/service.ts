import type { RevealedValue, RevealInput } from '@anlan/contract/domain/reveal';
import { limits } from '@anlan/contract/limits';
import type { Permit } from '@anlan/contract/permits';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { RecordEntry } from '../entry.ts';
import { shownThisHour } from './store.ts';

export interface Revealable {
  permit: Permit;
  fields: readonly string[];
  read: (tx: Tx, id: string, field: string) => Promise<string | null | undefined>;
}

export interface RevealDeps {
  db: Db;
  record: RecordEntry;
  /** Throws unless the caller confirmed their password recently (step-up authentication). */
  confirmed: (scope: Scope) => Promise<void>;
  rooms: () => Readonly<Record<string, Revealable>>;
}

const call = 'audit.reveal';

/** Reveals one masked value per call. The caller gives a reason, and each call is audited (S79). */
export function createReveals({ db, record, confirmed, rooms }: RevealDeps) {
  return {
    async reveal(scope: Scope, { room, id, field, reason }: RevealInput): Promise<RevealedValue> {
      const { userId } = scope;
      if (userId === null) throw new AppError('unauthenticated');
      const revealable = rooms()[room];
      if (!revealable) throw new AppError('notFound');
      const { permit, fields, read } = revealable;
      if (!scope.permits.has(permit)) throw new AppError('denied');
      if (!fields.includes(field)) throw invalid({ field: 'field', msg: '该字段没有隐藏的内容' });
      await confirmed(scope);
      return db.scoped(scope, async (tx) => {
        const { perHour } = limits.reveal;
        if ((await shownThisHour(tx, userId, call)) >= perHour)
          throw new AppError('tooMany', `每小时最多查看 ${perHour} 次，请稍后再试`, { seconds: 3600 });
        const value = await read(tx, id, field);
        if (value === undefined) throw new AppError('notFound');
        await record(tx, { call, objectType: room, objectId: id, note: `${field}：${reason}` });
        return { value };
      });
    },
  };
}
