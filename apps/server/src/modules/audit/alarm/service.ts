import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { RecordEntry } from '../entry.ts';
import { alarmsSince, countTaken, keepAlarm } from './store.ts';
import type { AlarmCause } from './tables.ts';

/** What alarms depend on. */
export interface AlarmDeps {
  db: Db;
  clock: Clock;
  audit: { record: RecordEntry };
  /** Told of each alarm: the log's line of its name. */
  tell: (alarm: { alarm: AlarmCause; tenantId: string; note: string }) => void;
}

const dayMs = 86_400_000;

type RaiseAlarm = (tenantId: string, cause: AlarmCause, note: string, subject?: string) => Promise<boolean>;

/** Alarms for those who run the server: a line of the log, a number among the metrics, a row in the tenant's own log. */
export function createAlarms({ db, clock, audit, tell }: AlarmDeps) {
  const raised = new Map<AlarmCause, number>([
    ['smsNearLimit', 0],
    ['smsSenderAbsent', 0],
    ['auditUnsealed', 0],
    ['tookOften', 0],
    ['tookMuch', 0],
    ['paymentOdd', 0],
    ['refundFailed', 0],
    ['booksUnbalanced', 0],
    ['billDiffers', 0],
    ['guessedOften', 0],
    ['tokenReused', 0],
    ['tenantMismatch', 0],
    ['callbackForged', 0],
    ['backupLate', 0],
    ['certificateEnds', 0],
  ]);
  const heard: ((tx: Tx, id: string) => Promise<void>)[] = [];
  const raise: RaiseAlarm = async (tenantId, cause, note, subject = '') => {
    const at = clock.now();
    const hour = Math.floor(at.getTime() / 3_600_000);
    const first = await db.scoped(systemScope('alarm', tenantId), async (tx) => {
      const id = newId();
      const kept = await keepAlarm(tx, { id, cause, subject, hour, note, at });
      if (!kept) return false;
      await audit.record(tx, { call: 'audit.alarm', objectType: 'alarm', objectId: cause, note });
      for (const hear of heard) await hear(tx, id);
      return true;
    });
    if (!first) return false;
    raised.set(cause, (raised.get(cause) ?? 0) + 1);
    tell({ alarm: cause, tenantId, note });
    return true;
  };
  return {
    /** Raises an alarm, unless its cause raised one about the same person in this hour; answers whether it did. */
    raise,
    /** Hears of each alarm, in its transaction. */
    onRaised: (hear: (tx: Tx, id: string) => Promise<void>) => void heard.push(hear),
    /** Alarms of a tenant since a moment. */
    since: alarmsSince,
    /** How often this node has raised each. */
    counts: (): ReadonlyMap<string, number> => raised,
  };
}

/** Watches lists that leave the server, and tells when somebody takes them often, or very many rows at once (S80). */
export const createTakenWatch =
  ({ clock }: Pick<AlarmDeps, 'clock'>, raise: (...alarm: Parameters<RaiseAlarm>) => Promise<unknown>) =>
  async (tx: Tx, rows: number): Promise<void> => {
    const { tenantId, userId, userName } = tx.scope;
    if (userId === null) return;
    const { alarmRows, alarmTimesADay } = limits.export;
    const times = await countTaken(tx, userId, new Date(clock.now().getTime() - dayMs));
    // Each is told by itself: somebody who takes often may still take very much.
    const tell = (cause: AlarmCause, what: string) =>
      afterCommit(tx, () => raise(tenantId, cause, `${userName ?? ''} ${what}，请核实是否工作需要`, userId));
    if (rows > alarmRows) tell('tookMuch', `一次导出 ${rows} 行`);
    if (times > alarmTimesADay) tell('tookOften', `24 小时内导出 ${times} 次`);
  };
