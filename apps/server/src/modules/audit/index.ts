/**
 * audit: who did what, when, from where, with which changes. A row is written in the transaction of the change and
 * never changed. Failed calls are written in their own transaction, because the original one is rolled back.
 */
import type { HistoryEntry } from '@anlan/contract/modules/audit/audit';
import type { Change } from '@anlan/contract/domain/field-change';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule } from '#kit/module.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { LogDeps } from './log/deps.ts';
import { createLogService } from './log/service.ts';
import { createForgeryWatch, createRefusalWatch, type Refusal } from './alarm/attacks.ts';
import { createAlarms, createTakenWatch } from './alarm/service.ts';
import type { AuditEntry } from './entry.ts';
import { createLookups } from './lookup/service.ts';
import {
  append,
  changesUnder,
  countFailures,
  objectsUnder,
  pageOfPerson,
  readTrail,
  type TrailFilter,
} from './store.ts';

export type { TrailFilter } from './store.ts';
export { enterpriseWording } from './log/audit-text.ts';

// For rows of the system the name column has the name of the task, not of a person.
const nameIn = ({ user_id, user_name }: { user_id: string | null; user_name: string | null }) =>
  user_id === null ? null : user_name;

const historyMost = 200;

export interface TrailEntry extends HistoryEntry {
  note: string | null;
}

export { alarmDays } from './alarm/service.ts';
export { createLookups, type Lookups, type Disclosure } from './lookup/service.ts';
export { createReveals } from './reveal/service.ts';
export { createHashChain } from './hash-chain/service.ts';
export { createRetention } from './retention/service.ts';

function rowOf(scope: Scope, entry: AuditEntry, outcome: 'done' | 'failed') {
  return {
    id: newId(),
    parent_id: entry.parentId ?? null,
    user_id: scope.userId ?? entry.userId ?? null,
    user_name: scope.userName ?? entry.userName ?? scope.reason,
    session_id: scope.sessionId,
    enterprise_id: entry.enterpriseId ?? scope.enterpriseId,
    address: scope.address,
    user_agent: scope.userAgent,
    request_id: scope.requestId,
    call: entry.call,
    object_type: entry.objectType ?? null,
    object_id: entry.objectId ?? null,
    outcome,
    note: entry.note ?? null,
    changes: JSON.stringify(entry.changes ?? []),
  };
}

export function createAuditModule({ db }: { db: Db }) {
  let watchTaken: (tx: Tx, rows: number) => Promise<void> = () => Promise.resolve();
  let watchRefused: (tx: Tx, refusal: Refusal) => Promise<void> = () => Promise.resolve();
  return {
    /** Registers the watch that runs in the transaction of each export. */
    onTaken: (watch: typeof watchTaken): void => {
      watchTaken = watch;
    },
    /** Registers the watch that runs in the transaction of each refused call. */
    onRefused: (watch: typeof watchRefused): void => {
      watchRefused = watch;
    },
    /** Writes one audit row in the caller's transaction; returns the id of the row. */
    async record(tx: Tx, entry: AuditEntry): Promise<string> {
      const row = rowOf(tx.scope, entry, 'done');
      await append(tx, [row]);
      if (entry.taken !== undefined) await watchTaken(tx, entry.taken);
      return row.id;
    },
    async recordAll(tx: Tx, entries: AuditEntry[]) {
      await append(
        tx,
        entries.map((entry) => rowOf(tx.scope, entry, 'done')),
      );
    },
    async failed(scope: Scope, call: string, code: string, entry: Partial<AuditEntry> = {}) {
      const row = rowOf(scope, { call, note: code, ...entry }, 'failed');
      await db.scoped(scope, async (tx) => {
        await append(tx, [row]);
        await watchRefused(tx, { call, code, userId: row.user_id });
      });
    },
    failuresOf: countFailures,
    ofPerson: pageOfPerson,
    objectsUnder,
    async changesUnder(tx: Tx, parentId: string, call: string, ids: readonly string[]): Promise<Map<string, Change[]>> {
      const rows = await changesUnder(tx, parentId, call, ids);
      return new Map(
        rows.map(({ object_id, changes }) => [object_id ?? '', typeof changes === 'string' ? [] : changes]),
      );
    },
    async trailOf(tx: Tx, type: string, id: string, filter: TrailFilter, limit: number): Promise<TrailEntry[]> {
      const rows = await readTrail(tx, type, id, filter, limit);
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        byName: nameIn(row),
        call: row.call,
        note: row.note,
        changes: typeof row.changes === 'string' ? [] : row.changes,
      }));
    },
    async historyOf(tx: Tx, type: string, id: string, filter: TrailFilter = {}): Promise<HistoryEntry[]> {
      const rows = await readTrail(tx, type, id, filter, historyMost);
      return rows.map((row) => ({
        id: row.id,
        at: row.at,
        byName: nameIn(row),
        call: row.call,
        changes: typeof row.changes === 'string' ? [] : row.changes,
      }));
    },
  };
}

export const createLogs = ({ audit, ...deps }: Omit<LogDeps, 'record'> & { audit: Pick<AuditModule, 'record'> }) =>
  createLogService({ ...deps, record: audit.record });

export type AuditModule = ReturnType<typeof createAuditModule>;
export const auditModule = defineModule('audit', {
  needs: {},
  open: ({ kit }) => createAuditModule(kit),
  gives: (audit, { clock }) => ({ audit, lookups: createLookups({ clock, audit }) }),
});

export type Alarms = ReturnType<typeof createAlarms>;
export const alarmModule = defineModule('alarm', {
  needs: { server: infrastructure, audit: auditModule },
  open({ kit: { db, clock, report }, server, audit }) {
    const alarms = createAlarms({ db, clock, audit, tell: (alarm) => server.log.warn(alarm, 'alarm') });
    /** Raises an alarm. A failure to raise it is reported but does not stop the caller. */
    const tryRaise = (...alarm: Parameters<Alarms['raise']>) =>
      alarms.raise(...alarm).catch((error: unknown) => report(error, 'raising an alarm failed'));
    audit.onTaken(createTakenWatch({ clock }, tryRaise));
    audit.onRefused(createRefusalWatch({ clock }, tryRaise));
    return { ...alarms, tryRaise, forged: createForgeryWatch({ clock }, tryRaise) };
  },
  gives: ({ tryRaise, forged }) => ({ alarm: tryRaise, reportForgedCallback: forged }),
});
