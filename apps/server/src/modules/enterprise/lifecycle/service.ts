import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { Permit } from '@anlan/contract/permits';
import type { Updateable } from 'kysely';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { UserModule } from '../../user/index.ts';
import { changesOf, fileOf, rateAfter } from '../present.ts';
import type { EnterpriseRow } from '../store.ts';
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

/** What a move depends on. */
export interface MoveDeps {
  clock: Clock;
  audit: AuditModule;
  users: Pick<UserModule, 'byId' | 'enterprisesOf'>;
  /** What a person may at this moment, whatever their session was opened with (S33). */
  rightsOf?: ((tx: Tx, userId: string) => Promise<{ roles: string[]; permits: ReadonlySet<Permit> }>) | undefined;
}

/** What goes with a step. */
export interface MoveGiven {
  note?: string | null | undefined;
  details?: StepDetails | undefined;
  /** Own addresses of files. */
  files?: string[] | undefined;
  /** 监管责任人 from now on; with approval and activation. */
  officerId?: string | null | undefined;
  /** The audit row of the bulk work that this belongs to. */
  parentId?: string | undefined;
  /** The enterprise that this one was merged into. */
  mergedInto?: string | undefined;
}

/** A new file enters in a state of its own. */
export interface Entered {
  /** The audit row of the entry, which the timeline shows as one with it. */
  auditId?: string | undefined;
  enterpriseId: string;
  to: EnterpriseStatus;
  note?: string | null | undefined;
  files?: string[] | undefined;
}

/** The one way in which the state of an enterprise changes. */
export function createMove(
  { clock, audit, users, rightsOf }: MoveDeps,
  events: LifecycleEvents = createLifecycleEvents(),
) {
  const actors = new WeakMap<Tx, Promise<{ actor: Actor; bound: string[] }>>();
  async function readActor(tx: Tx): Promise<{ actor: Actor; bound: string[] }> {
    const { scope } = tx;
    if (scope.userId === null) return { actor: scope, bound: [] };
    const rights = await rightsOf?.(tx, scope.userId);
    return { actor: { ...scope, ...rights }, bound: await users.enterprisesOf(tx, scope.userId) };
  }
  /** Who acts, with the rights of this moment; read once a transaction. */
  function actorIn(tx: Tx) {
    let known = actors.get(tx);
    if (!known) actors.set(tx, (known = readActor(tx)));
    return known;
  }

  /** Refuses whoever may not take the step with this row. */
  async function demandMover(tx: Tx, row: EnterpriseRow, step: Step) {
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

  function written(tx: Tx, row: EnterpriseRow, step: Step, given: MoveGiven): Updateable<EnterpriseTable> {
    const now = clock.now();
    const { userId } = tx.scope;
    const officerId = given.officerId ?? row.officer_id ?? userId;
    const entered = {
      officer_id: officerId,
      profile_rate: rateAfter(row, { officerId }),
      joined_at: row.joined_at ?? now,
      activated_at: now,
    };
    const more: Partial<Record<Step, Updateable<EnterpriseTable>>> = {
      activate: entered,
      approve: { ...entered, review_note: given.note ?? null },
      reject: { review_note: given.note ?? null },
      submit: { submitted_by: userId, review_note: null },
      merge: { merged_into: given.mergedInto ?? null },
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

  /** Asks the modules above; what one of them says against it refuses. */
  async function demandAllowed(tx: Tx, row: EnterpriseRow, guards: readonly Guard[]) {
    for (const guard of guards) {
      const refusal = await guard(tx, row);
      if (refusal !== null) throw new AppError('invalid', refusal);
    }
  }

  async function touched(tx: Tx, ids: readonly string[]) {
    for (const listener of events.touched) await listener(tx, ids);
  }

  return {
    demandMover,
    demandOfficer,
    /** Refuses to remove a file that something in a module above would stand without. */
    demandRemovable: (tx: Tx, row: EnterpriseRow) => demandAllowed(tx, row, events.removing),
    /** Tells modules above of files that changed in this transaction. */
    touched,
    /**
     * Takes a row from the state it was read in to another: checks the way, the mover and what the step demands, and
     * leaves the row, one change of state and one audit row. A row that has changed since it was read is a conflict.
     */
    async move(tx: Tx, row: EnterpriseRow, to: EnterpriseStatus, given: MoveGiven = {}) {
      const step: Step | null = given.mergedInto === undefined ? stepOf(row.status, to) : 'merge';
      if (step === null) throw new AppError('invalid', '企业的当前状态不允许这样变更');
      const wrong = wrongState(step, row.status);
      if (wrong !== null) throw new AppError('invalid', wrong);
      await demandMover(tx, row, step);
      const skipped = skippedReview(step, row);
      if (skipped !== null) throw new AppError('invalid', skipped);
      const [first, ...others] = missingFor(step, fileOf(row));
      if (first) throw invalid(first, ...others);
      await demandOfficer(tx, given.officerId);
      if (to === 'closed') await demandAllowed(tx, row, events.closing);
      const change = written(tx, row, step, given);
      const saved = await store.moveRow(tx, row, change);
      if (!saved) throw new AppError('conflict');
      const officer = change.officer_id === undefined ? {} : { officerId: change.officer_id };
      const auditId = await audit.record(tx, {
        call: `enterprise.${step}`,
        objectType: 'enterprise',
        objectId: row.id,
        enterpriseId: row.id,
        parentId: given.parentId,
        note: given.note ?? undefined,
        changes: changesOf({ status: row.status, officerId: row.officer_id }, { status: to, ...officer }),
      });
      const { note, files } = given;
      await store.insertChanges(tx, [
        noted(tx, { auditId, enterpriseId: row.id, to, note, files }, row.status, given.details ?? {}, clock.now()),
      ]);
      const moved = { tenantId: tx.scope.tenantId, enterpriseId: row.id, step, from: row.status, to };
      for (const listener of events.moving) await listener(tx, moved);
      await touched(tx, [row.id]);
      afterCommit(tx, () => Promise.all(events.moved.map((listener) => listener(moved))));
      return { id: row.id, version: saved.version };
    },
    /** Notes with which state files came in; whoever inserts a row calls it in the same transaction. */
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

/** The one way in which the state of an enterprise changes. */
export type Mover = ReturnType<typeof createMove>;
