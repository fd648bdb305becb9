import type { Revealed, RevealInput } from '@anlan/contract/domain/reveal';
import { limits } from '@anlan/contract/limits';
import type { Permit } from '@anlan/contract/permits';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { RecordEntry } from '../entry.ts';
import { shownThisHour } from './store.ts';

/** The masked fields of a room, and how one of them is read of a visible record; undefined where there is no such record. */
export interface Revealable {
  /** Permit to see the record at all. */
  permit: Permit;
  fields: readonly string[];
  read: (tx: Tx, id: string, field: string) => Promise<string | null | undefined>;
}

/** What revealing depends on. */
export interface RevealDeps {
  db: Db;
  record: RecordEntry;
  /** Throws unless the caller has shown their password lately. */
  confirmed: (scope: Scope) => Promise<void>;
  /** Masked fields by kind of record. */
  rooms: () => Readonly<Record<string, Revealable>>;
}

const call = 'audit.reveal';

/** Shows what is masked, one value at a time, and leaves a trace of each with its reason (S79). */
export function createReveals({ db, record, confirmed, rooms }: RevealDeps) {
  return {
    async reveal(scope: Scope, { room, id, field, reason }: RevealInput): Promise<Revealed> {
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
