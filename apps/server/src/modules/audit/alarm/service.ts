import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { RecordEntry } from '../entry.ts';
import { alarmsSince, confirmAlarm, countTaken, keepAlarm } from './store.ts';
import { alarmCauses, type AlarmCause } from './causes.ts';

export interface AlarmDeps {
  db: Db;
  clock: Clock;
  audit: { record: RecordEntry };
  tell: (alarm: { alarm: AlarmCause; tenantId: string; note: string }) => void;
}

const dayMs = 86_400_000;
/** Days in which an alarm waits for a person to check it. */
export const alarmDays = 3;

type RaiseAlarm = (tenantId: string, cause: AlarmCause, note: string, subject?: string) => Promise<boolean>;

/** Creates the alarm service. Each alarm goes to the server log, the metrics and the alarm table of the tenant. */
export function createAlarms({ db, clock, audit, tell }: AlarmDeps) {
  const raised = new Map<AlarmCause, number>(alarmCauses.map((cause) => [cause, 0]));
  const listeners: ((tx: Tx, id: string) => Promise<void>)[] = [];
  const raise: RaiseAlarm = async (tenantId, cause, note, subject = '') => {
    const at = clock.now();
    const hour = Math.floor(at.getTime() / 3_600_000);
    const first = await db.scoped(systemScope('alarm', tenantId), async (tx) => {
      const id = newId();
      const isStored = await keepAlarm(tx, { id, cause, subject, hour, note, at });
      if (!isStored) return false;
      await audit.record(tx, { call: 'audit.alarm', objectType: 'alarm', objectId: cause, note });
      for (const hear of listeners) await hear(tx, id);
      return true;
    });
    if (!first) return false;
    raised.set(cause, (raised.get(cause) ?? 0) + 1);
    tell({ alarm: cause, tenantId, note });
    return true;
  };
  return {
    /** Raises at most one alarm an hour per cause and user. Returns whether the alarm was raised. */
    raise,
    /** Registers a listener that runs in the transaction of the alarm. */
    onRaised: (hear: (tx: Tx, id: string) => Promise<void>) => void listeners.push(hear),
    /** Recent alarms that nobody checked. */
    unchecked: (tx: Tx, which: Parameters<typeof alarmsSince>[2]) =>
      alarmsSince(tx, new Date(clock.now().getTime() - alarmDays * dayMs), which),
    async confirm(tx: Tx, id: string): Promise<void> {
      const alarm = await confirmAlarm(tx, id, clock.now());
      if (alarm === undefined) throw new AppError('notFound');
      if (alarm.wasConfirmed) return;
      await audit.record(tx, { call: 'audit.confirmAlarm', objectType: 'alarm', objectId: id, note: alarm.note });
    },
    /** Number of alarms raised by this node, by cause. */
    counts: (): ReadonlyMap<string, number> => raised,
  };
}

/** Raises an alarm for users who export very often or very many rows (S80). */
export const createTakenWatch =
  ({ clock }: Pick<AlarmDeps, 'clock'>, raise: (...alarm: Parameters<RaiseAlarm>) => Promise<unknown>) =>
  async (tx: Tx, rows: number): Promise<void> => {
    const { tenantId, userId, userName } = tx.scope;
    if (userId === null) return;
    const { alarmRows, alarmTimesADay } = limits.export;
    const times = await countTaken(tx, userId, new Date(clock.now().getTime() - dayMs));
    // Each cause raises its own alarm: a user with many exports may also export very many rows.
    const tell = (cause: AlarmCause, what: string) =>
      afterCommit(tx, () => raise(tenantId, cause, `${userName ?? ''} ${what}，请核实是否工作需要`, userId));
    if (rows > alarmRows) tell('tookMuch', `一次导出 ${rows} 行`);
    if (times > alarmTimesADay) tell('tookOften', `24 小时内导出 ${times} 次`);
  };
