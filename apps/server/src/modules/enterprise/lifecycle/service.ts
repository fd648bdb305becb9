import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Updateable } from 'kysely';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import type { Needs } from '../deps.ts';
import { changesOf, columnsOf, entryOf, fileOf, rateAfter } from '../present.ts';
import { updateRow, type EnterpriseRow } from '../store.ts';
import type { EnterpriseTable } from '../tables.ts';
import { createLifecycleEvents, type Guard, type LifecycleEvents } from './events.ts';
import {
  edges,
  isOwnApplication,
  mayTake,
  missingFor,
  skippedReview,
  stepOf,
  wrongState,
  type Actor,
  type Step,
} from './rules.ts';
import * as store from './store.ts';
import type { StepDetails } from './tables.ts';

export interface MoveGiven {
  note?: string | null | undefined;
  details?: StepDetails | undefined;
  /** Addresses of uploaded files. */
  files?: string[] | undefined;
  /** User id of the 监管责任人, set at approval or activation. */
  officerId?: string | null | undefined;
  /** Id of the audit row of the bulk call, if the step is part of one. */
  parentId?: string | undefined;
  mergedInto?: string | undefined;
}

export interface Entered {
  /** Id of the audit row of the creation. The timeline shows it and the first state as one entry. */
  auditId?: string | undefined;
  enterpriseId: string;
  to: EnterpriseStatus;
  note?: string | null | undefined;
  files?: string[] | undefined;
}

interface FieldChange {
  /** Values before the change, for the audit. */
  before?: Readonly<Record<string, unknown>>;
  columns?: Updateable<EnterpriseTable>;
  note?: string;
}

/** Creates `move`, the only code that changes the state of an enterprise. */
export function createMove(
  { clock, audit, users, rightsOf }: Needs<'clock' | 'audit' | 'users'> & Partial<Needs<'rightsOf'>>,
  events: LifecycleEvents = createLifecycleEvents(),
) {
  const actors = new WeakMap<Tx, Promise<{ actor: Actor; bound: string[] }>>();
  async function readActor(tx: Tx): Promise<{ actor: Actor; bound: string[] }> {
    const { scope } = tx;
    if (scope.userId === null) return { actor: scope, bound: [] };
    const rights = await rightsOf?.(tx, scope.userId);
    return { actor: { ...scope, ...rights }, bound: await users.enterprisesOf(tx, scope.userId) };
  }
  /** The actor with current rights, read once per transaction. */
  function actorIn(tx: Tx) {
    let actorPromise = actors.get(tx);
    if (!actorPromise) actors.set(tx, (actorPromise = readActor(tx)));
    return actorPromise;
  }

  async function requireActor(tx: Tx, row: EnterpriseRow, step: Step) {
    const { actor, bound } = await actorIn(tx);
    if (!mayTake(actor, step, row)) throw new AppError('denied');
    if ((step === 'approve' || step === 'reject' || step === 'activate') && isOwnApplication(actor, row, bound))
      throw new AppError('denied', '不能审核自己提交或所属企业的申请');
  }

  async function demandOfficer(tx: Tx, officerId: string | null | undefined) {
    if (!officerId) return;
    const officer = await users.byId(tx, officerId);
    if (!officer || officer.type !== 'regulator' || officer.lock_flag !== '0')
      throw invalid({ field: 'officerId', msg: '没有这个监管责任人' });
  }

  function written(tx: Tx, row: EnterpriseRow, step: Step, input: MoveGiven): Updateable<EnterpriseTable> {
    const now = clock.now();
    const { userId } = tx.scope;
    const officerId = input.officerId ?? row.officer_id ?? userId;
    const entered = {
      officer_id: officerId,
      profile_rate: rateAfter(row, { officerId }),
      joined_at: row.joined_at ?? now,
      activated_at: now,
    };
    const more: Partial<Record<Step, Updateable<EnterpriseTable>>> = {
      activate: entered,
      approve: { ...entered, review_note: input.note ?? null },
      reject: { review_note: input.note ?? null },
      submit: { submitted_by: userId, review_note: null },
      merge: { merged_into: input.mergedInto ?? null },
    };
    return { ...more[step], status: edges[step].to, updated_at: now, updated_by: userId };
  }

  const noted = (tx: Tx, row: Entered, from: EnterpriseStatus | null, details: StepDetails, at: Date) => ({
    id: row.auditId ?? newId(),
    enterprise_id: row.enterpriseId,
    from_status: from,
    to_status: row.to,
    at,
    by_id: tx.scope.userId,
    by_name: tx.scope.userName,
    note: row.note ?? null,
    details: JSON.stringify(details),
    files: row.files ?? [],
  });

  /** Runs the checks that modules above registered. Throws the first reason against the step. */
  async function requireNoObjection(tx: Tx, row: EnterpriseRow, guards: readonly Guard[]) {
    for (const guard of guards) {
      const refusal = await guard(tx, row);
      if (refusal !== null) throw new AppError('invalid', refusal);
    }
  }

  async function touched(tx: Tx, ids: readonly string[]) {
    for (const listener of events.touched) await listener(tx, ids);
  }

  return {
    demandMover: requireActor,
    demandOfficer,
    /** Throws if a module above has a reason against the removal. */
    demandRemovable: (tx: Tx, row: EnterpriseRow) => requireNoObjection(tx, row, events.removing),
    touched,
    /** Writes fields of a locked row with completeness and audit. `columns`: further columns, such as encrypted ones. */
    async change(
      tx: Tx,
      row: EnterpriseRow,
      call: string,
      fields: Readonly<Record<string, unknown>>,
      { before = fileOf(row), columns = {}, note }: FieldChange = {},
    ) {
      const { version } = await updateRow(tx, row.id, {
        ...columnsOf(fields),
        ...columns,
        profile_rate: rateAfter(row, fields),
        updated_at: clock.now(),
        updated_by: tx.scope.userId,
      });
      await audit.record(tx, entryOf(call, row.id, { note, changes: changesOf(before, fields) }));
      await touched(tx, [row.id]);
      return { id: row.id, version };
    },
    /**
     * Changes the state: checks the step, the actor and the required input. Writes the row, a status change and an
     * audit row. Throws a conflict if the row has changed since it was read.
     */
    async move(tx: Tx, row: EnterpriseRow, to: EnterpriseStatus, input: MoveGiven = {}) {
      const step: Step | null = input.mergedInto === undefined ? stepOf(row.status, to) : 'merge';
      if (step === null) throw new AppError('invalid', '企业的当前状态不允许这样变更');
      const wrong = wrongState(step, row.status);
      if (wrong !== null) throw new AppError('invalid', wrong);
      await requireActor(tx, row, step);
      const skipped = skippedReview(step, row);
      if (skipped !== null) throw new AppError('invalid', skipped);
      const [first, ...others] = missingFor(step, fileOf(row));
      if (first) throw invalid(first, ...others);
      await demandOfficer(tx, input.officerId);
      if (to === 'closed') await requireNoObjection(tx, row, events.closing);
      const change = written(tx, row, step, input);
      const saved = await store.moveRow(tx, row, change);
      if (!saved) throw new AppError('conflict');
      const officer = change.officer_id === undefined ? {} : { officerId: change.officer_id };
      const auditId = await audit.record(
        tx,
        entryOf(step, row.id, {
          parentId: input.parentId,
          note: input.note ?? undefined,
          changes: changesOf({ status: row.status, officerId: row.officer_id }, { status: to, ...officer }),
        }),
      );
      const { note, files } = input;
      await store.insertChanges(tx, [
        noted(tx, { auditId, enterpriseId: row.id, to, note, files }, row.status, input.details ?? {}, clock.now()),
      ]);
      const moved = { tenantId: tx.scope.tenantId, enterpriseId: row.id, step, from: row.status, to };
      for (const listener of events.moving) await listener(tx, moved);
      await touched(tx, [row.id]);
      afterCommit(tx, () => Promise.all(events.moved.map((listener) => listener(moved))));
      return { id: row.id, version: saved.version };
    },
    /** Records the first state of new rows; must run in the transaction of the insert. */
    async entered(tx: Tx, rows: Entered[]) {
      await store.insertChanges(
        tx,
        rows.map((row) => noted(tx, row, null, {}, clock.now())),
      );
      await touched(
        tx,
        rows.map(({ enterpriseId }) => enterpriseId),
      );
    },
  };
}

export type Mover = ReturnType<typeof createMove>;
