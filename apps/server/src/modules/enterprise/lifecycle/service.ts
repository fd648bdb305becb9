import { dayOf } from '@anlan/contract/domain/instant';
import type { EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { EnterpriseFields } from '@anlan/contract/modules/enterprise/enterprise';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import type { Updateable } from 'kysely';
import { AppError, invalid } from '#kernel/errors.ts';
import { reserveNumbers } from '#kit/number-store.ts';
import { afterCommit, type Tx } from '#platform/db/index.ts';
import type { Needs } from '../deps.ts';
import { encryptPhones, namesPhone, openPhones, phonesAfter } from '../encrypted-phones.ts';
import { changesOf, columnsOf, entryOf, fileOf, namesTag, rateAfter, tagsOf } from '../present.ts';
import { enterpriseCodeOf } from '../rules.ts';
import { insertRow, replaceTags, updateRow, type EnterpriseRow } from '../store.ts';
import type { EnterpriseTable } from '../tables.ts';
import { createLifecycleEvents, type LifecycleEvents } from './events.ts';
import {
  edges,
  isOwnApplication,
  mayTake,
  missingFor,
  skippedReview,
  stepOf,
  wrongState,
  type Actor,
  type MoveGiven,
  type Step,
} from './rules.ts';
import * as store from './store.ts';

interface Entry {
  id: string;
  status: EnterpriseStatus;
  source: 'apply' | 'regulator';
  call: string;
  note?: string | undefined;
}
type Fields = Readonly<Record<string, unknown>>;
interface FieldChange {
  /** Former values of fields that the form does not have. */
  before?: Fields;
  columns?: Updateable<EnterpriseTable>;
  note?: string | undefined;
}
interface StatusChange extends Pick<MoveGiven, 'note' | 'details' | 'files'> {
  /** Id of the audit row. The timeline shows both as one entry. */
  auditId: string;
  enterpriseId: string;
  from: EnterpriseStatus | null;
  to: EnterpriseStatus;
}

/**
 * The write path of single enterprises: `add`, `change` and `move`. Each encrypts phones, counts the completeness and
 * writes the audit.
 */
export function createMove(
  { clock, audit, users, vault, rightsOf }: Needs<'clock' | 'audit' | 'users' | 'vault'> & Partial<Needs<'rightsOf'>>,
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

  const noteStatus = (tx: Tx, { auditId, enterpriseId, from, to, note, details = {}, files = [] }: StatusChange) => {
    const by = { by_id: tx.scope.userId, by_name: tx.scope.userName };
    const states = { from_status: from, to_status: to, note: note ?? null, details: JSON.stringify(details), files };
    const change = { id: auditId, enterprise_id: enterpriseId, at: clock.now(), ...by, ...states };
    return store.insertChanges(tx, [change]);
  };

  /** The stored values of a row. Phones are whole if `fields` has one. */
  const valuesOf = async (tx: Tx, row: EnterpriseRow, fields: Fields): Promise<Record<string, unknown>> => ({
    ...fileOf(row),
    ...(namesPhone(fields) ? openPhones(await vault.of(tx), row) : {}),
  });

  async function touched(tx: Tx, ids: readonly string[]) {
    for (const listener of events.touched) await listener(tx, ids);
  }

  return {
    demandMover: requireActor,
    demandOfficer,
    /** Throws if a module above has a reason against the removal. */
    async demandRemovable(tx: Tx, row: EnterpriseRow) {
      for (const guard of events.removing) {
        const refusal = await guard(tx, row);
        if (refusal !== null) throw new AppError('invalid', refusal);
      }
    },
    touched,
    valuesOf,
    /** Inserts an enterprise with its number, audit row and first state. */
    async add(tx: Tx, file: EnterpriseFields, { id, status, source, call, note }: Entry) {
      const now = clock.now();
      const { tenantId, userId } = tx.scope;
      const today = dayOf(now);
      const activatedAt = status === 'active' ? now : null;
      await insertRow(tx, {
        // The cast is safe: a test compares the schema keys with the table columns.
        ...(columnsOf(file) as Parameters<typeof insertRow>[1]),
        ...encryptPhones(await vault.of(tx), id, phonesAfter(file)),
        tenant_id: tenantId,
        id,
        enterprise_code: enterpriseCodeOf(today, await reserveNumbers(tx, `enterprise ${today}`, 1)),
        status,
        source,
        joined_at: activatedAt,
        activated_at: activatedAt,
        profile_rate: profileRate(file),
        created_at: now,
        created_by: userId,
        updated_at: now,
        updated_by: userId,
      });
      const auditId = await audit.record(tx, entryOf(call, id, { note, changes: changesOf({}, { ...file, status }) }));
      await noteStatus(tx, { auditId, enterpriseId: id, from: null, to: status, note });
      await touched(tx, [id]);
    },
    /** Writes fields of a locked row. `columns`: columns that are no fields. Returns the id of the audit row too. */
    async change(
      tx: Tx,
      row: EnterpriseRow,
      call: string,
      fields: Fields,
      { before, columns = {}, note }: FieldChange = {},
    ) {
      const own = namesPhone(fields) ? await vault.of(tx) : null;
      const phones = own && openPhones(own, row);
      const stored: Fields = { ...fileOf(row), ...phones, ...before };
      const { version } = await updateRow(tx, row.id, {
        ...columnsOf(fields),
        ...(own && phones ? encryptPhones(own, row.id, phonesAfter(fields, phones)) : {}),
        ...columns,
        profile_rate: rateAfter(row, fields),
        updated_at: clock.now(),
        updated_by: tx.scope.userId,
      });
      if (namesTag(fields)) await replaceTags(tx, [{ id: row.id, tags: tagsOf({ ...stored, ...fields }) }]);
      const auditId = await audit.record(tx, entryOf(call, row.id, { note, changes: changesOf(stored, fields) }));
      await touched(tx, [row.id]);
      return { id: row.id, version, auditId };
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
      const { note, details, files } = input;
      await noteStatus(tx, { auditId, enterpriseId: row.id, from: row.status, to, note, details, files });
      const moved = { tenantId: tx.scope.tenantId, enterpriseId: row.id, step, from: row.status, to };
      for (const listener of events.moving) await listener(tx, moved);
      await touched(tx, [row.id]);
      afterCommit(tx, () => Promise.all(events.moved.map((listener) => listener(moved))));
      return { id: row.id, version: saved.version };
    },
  };
}

export type Mover = ReturnType<typeof createMove>;
