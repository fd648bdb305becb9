/**
 * audit: who did what, when, from where, and what changed.
 * Rows are written in the transaction of the change and never change or go.
 * Failures are written on their own, since their transaction is gone.
 * `log` shows them to people, `seal` makes a later change of them visible.
 */
import type { HistoryEntry } from '@anlan/contract/modules/audit/audit';
import type { Change } from '@anlan/contract/domain/change';
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
export { spokenEnterprise } from './log/spoken.ts';

// The system goes by the word of what it is at, which is nobody's name.
const nameIn = ({ user_id, user_name }: { user_id: string | null; user_name: string | null }) =>
  user_id === null ? null : user_name;

/** Rows of a history at most. */
const historyMost = 200;

/** One thing that was done, with what was said about it. */
export interface TrailEntry extends HistoryEntry {
  note: string | null;
}

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

/** Opens the module audit. */
export function createAuditModule({ db }: { db: Db }) {
  let watchTaken: (tx: Tx, rows: number) => Promise<void> = () => Promise.resolve();
  let watchRefused: (tx: Tx, refusal: Refusal) => Promise<void> = () => Promise.resolve();
  return {
    /** Hears, in its transaction, of each list that leaves the server. */
    onTaken: (watch: typeof watchTaken): void => {
      watchTaken = watch;
    },
    /** Hears, in its transaction, of each call that was refused. */
    onRefused: (watch: typeof watchRefused): void => {
      watchRefused = watch;
    },
    /** Leaves one row in the caller's transaction; answers its id for rows that belong to it. */
    async record(tx: Tx, entry: AuditEntry): Promise<string> {
      const row = rowOf(tx.scope, entry, 'done');
      await append(tx, [row]);
      if (entry.taken !== undefined) await watchTaken(tx, entry.taken);
      return row.id;
    },
    /** Leaves one row a thing, for bulk work. */
    async recordAll(tx: Tx, entries: AuditEntry[]) {
      await append(
        tx,
        entries.map((entry) => rowOf(tx.scope, entry, 'done')),
      );
    },
    /** Leaves a row of something refused, in a transaction of its own. */
    async failed(scope: Scope, call: string, code: string, entry: Partial<AuditEntry> = {}) {
      const row = rowOf(scope, { call, note: code, ...entry }, 'failed');
      await db.scoped(scope, async (tx) => {
        await append(tx, [row]);
        await watchRefused(tx, { call, code, userId: row.user_id });
      });
    },
    /** How often a call was refused for a person since an instant. */
    failuresOf: countFailures,
    /** What was done or tried in a person's name by certain calls, newest first. */
    ofPerson: pageOfPerson,
    /** To which things a bulk call did something. */
    objectsUnder,
    /** What a bulk call changed of some things, by their ids. */
    async changesUnder(tx: Tx, parentId: string, call: string, ids: readonly string[]): Promise<Map<string, Change[]>> {
      const rows = await changesUnder(tx, parentId, call, ids);
      return new Map(
        rows.map(({ object_id, changes }) => [object_id ?? '', typeof changes === 'string' ? [] : changes]),
      );
    },
    /** What was done to one thing, newest first, piece by piece. */
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
    /** What was done to one thing, newest first, as far as a history goes back. */
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

/** Opens the logs over the audit. */
export const createLogs = ({ audit, ...deps }: Omit<LogDeps, 'record'> & { audit: Pick<AuditModule, 'record'> }) =>
  createLogService({ ...deps, record: audit.record });

/** The module audit. */
export type AuditModule = ReturnType<typeof createAuditModule>;
/** The module audit, for those that need it. */
export const auditModule = defineModule('audit', {
  needs: {},
  open: ({ kit }) => createAuditModule(kit),
  gives: (audit, { clock }) => ({ audit, lookups: createLookups({ clock, audit }) }),
});

/** Alarms for those who run the server. */
export type Alarms = ReturnType<typeof createAlarms>;
/** Alarms, and the watches over the audit that raise them. */
export const alarmModule = defineModule('alarm', {
  needs: { server: infrastructure, audit: auditModule },
  open({ kit: { db, clock, report }, server, audit }) {
    const alarms = createAlarms({ db, clock, audit, tell: (alarm) => server.log.warn(alarm, 'alarm') });
    /** Raises an alarm; one that cannot be raised stops nothing. */
    const tryRaise = (...alarm: Parameters<Alarms['raise']>) =>
      alarms.raise(...alarm).catch((error: unknown) => report(error, 'raising an alarm failed'));
    audit.onTaken(createTakenWatch({ clock }, tryRaise));
    audit.onRefused(createRefusalWatch({ clock }, tryRaise));
    return { ...alarms, tryRaise, forged: createForgeryWatch({ clock }, tryRaise) };
  },
  gives: ({ tryRaise, forged }) => ({ alarm: tryRaise, forged }),
});
