import type { Announcement, AnnouncementSort } from '@anlan/contract/modules/notice/announcement';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { afterCommit, type Db, type Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import type { FileModule } from '../../file/index.ts';
import type { TenantModule } from '../../tenant/index.ts';
import { createAudiences, type AudienceDeps } from './audience/service.ts';
import { countAnswers } from './audience/store.ts';
import type { Publisher } from './jobs.ts';
import { changesOf, columnsOf, filesOf, presentAnnouncement, textOf, type Written } from './present.ts';
import type { ReceiptTodos } from './receipt-store.ts';
import { keysOf, stateOf, timesProblem, type Addressed, type AdminFilter } from './rules.ts';
import * as store from './store.ts';
import type { Channel } from './tables.ts';

export interface AnnouncementDeps extends AudienceDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  dictionaries: Pick<
    DictionaryModule,
    'offered' | 'townsOf' | 'placeNames' | 'industryNames' | 'industryTree' | 'userTypesOf'
  >;
  files: Pick<FileModule, 'attach' | 'detach' | 'lend'>;
  tenants: Pick<TenantModule, 'nameOf' | 'ids' | 'names'>;
  receipts: ReceiptTodos;
}

type Step = { id: string; version: number };
const emptyText = '正文不能为空';

export function createAdmin(deps: AnnouncementDeps, channel: Channel, { tellOut, tellGone }: Publisher) {
  const { db, clock, audit, dictionaries, files, tenants, receipts } = deps;
  const audiences = createAudiences(deps);
  const call = (verb: string) => (channel === 'system' ? `notice.system${verb}` : `notice.${verb.toLowerCase()}`);

  /**
   * Read and receipt figures of an announcement. All of them count the same people: readers that the caller may see.
   */
  async function figuresOf(tx: Tx, row: store.AnnouncementRow) {
    if (channel === 'system')
      return { reads: 0, receipts: 0, ...(await store.talliesOf(tx, [row.id])).get(row.id), reach: null };
    const { people: reach } = await audiences.recipientsOf(tx, row, row.publisher_id ?? tx.scope.userId);
    return { ...(await countAnswers(tx, row)), reach };
  }

  async function presentOne(tx: Tx, row: store.AnnouncementRow | undefined): Promise<Announcement> {
    if (!row) throw new AppError('notFound');
    const figures = await figuresOf(tx, row);
    const targetNames = await audiences.namesOf(tx, row);
    const isInside = await audiences.isInside(tx, row);
    return presentAnnouncement(tx.scope, row, { ...figures, targetNames, isInside }, clock.now());
  }

  /** Locks the row; throws for rows outside the caller's regions and for a stale version. */
  async function lockRow(tx: Tx, { id, version }: { id: string; version?: number | undefined }) {
    const row = await store.takeRow(tx, channel, id);
    if (!row) throw new AppError('notFound');
    await audiences.demandInside(tx, row);
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict', undefined, { current: await presentOne(tx, row) });
    return row;
  }

  async function demandFields(tx: Tx, input: Written, had: { kind?: string; files?: readonly { id: string }[] } = {}) {
    const { kind, files: wanted } = input;
    if (kind !== undefined && !(await dictionaries.offered(tx, 'noticeKind', had.kind ? [had.kind] : [])).has(kind))
      throw invalid({ field: 'kind', msg: '不在字典中，请从列表中选择' });
    for (const { id, name } of wanted ?? [])
      if (
        had.files?.some((existingFile) => existingFile.id === id) !== true &&
        !(await files.attach(tx, `/upms/file/${id}`, 'document'))
      )
        throw invalid({ field: 'files', msg: `附件“${name}”没有上传成功，请重新上传` });
    if (wanted !== undefined)
      await detachFiles(
        tx,
        had.files?.filter(({ id }) => !wanted.some((one) => one.id === id)),
      );
  }

  async function detachFiles(tx: Tx, some: readonly { id: string }[] = []) {
    for (const { id } of some) await files.detach(tx, `/upms/file/${id}`, 'document');
  }

  async function demandAudience(tx: Tx, addressed: Addressed) {
    // Locks the selected streets, because removing a street checks whether an announcement uses it.
    if (addressed.audience === 'regions') await dictionaries.townsOf(tx, addressed.targets);
    const problem = await audiences.problemOf(tx, addressed);
    if (problem !== null) throw invalid({ field: 'targets', msg: problem });
  }

  const demandTimes = (out: Date, expireAt: Date | null, receiptDueOn: string | null = null) => {
    const problem = timesProblem(out, expireAt);
    if (problem !== null) throw invalid({ field: 'expireAt', msg: problem });
    if (receiptDueOn !== null && receiptDueOn < dayOf(out))
      throw invalid({ field: 'receiptDueOn', msg: '回执截止不能早于发布日期' });
    if (receiptDueOn !== null && expireAt !== null && receiptDueOn > dayOf(expireAt))
      throw invalid({ field: 'receiptDueOn', msg: '回执截止不能晚于失效时间' });
  };

  const writtenText = (html: string | undefined) => {
    if (html === undefined) return {};
    const text = textOf(html);
    if (text === null) throw invalid({ field: 'content', msg: emptyText });
    return text;
  };

  /** Updates receipt to-dos as the system, because the publisher may not see all readers. */
  function settleReceipts(tx: Tx, { id, need_receipt: isAsked }: store.AnnouncementRow): void {
    if (channel !== 'announcement' || !isAsked) return;
    const all = systemScope('receipts', tx.scope.tenantId, tx.scope);
    afterCommit(tx, () => db.scoped(all, (wide) => receipts.settle(wide, id)));
  }

  /** Tenants whose users read a published platform notice. */
  const readersOf = ({ audience, targets }: Addressed) =>
    channel === 'announcement' ? [] : audience === 'all' ? ['*'] : [...targets];

  return {
    page: (
      scope: Scope,
      { filter, sort, page, size }: PageInput<AdminFilter, AnnouncementSort>,
    ): Promise<Page<Announcement>> =>
      db.read(scope, async (tx) => {
        const now = clock.now();
        const of = { sort, limit: size, offset: (page - 1) * size, now };
        const { rows, total } = await store.page(tx, channel, filter, of);
        const tallies = await store.talliesOf(
          tx,
          rows.map(({ id }) => id),
        );
        const presented = [];
        for (const row of rows) {
          const tally = tallies.get(row.id) ?? { reads: 0, receipts: 0 };
          const targetNames = await audiences.namesOf(tx, row);
          const isInside = await audiences.isInside(tx, row);
          presented.push(presentAnnouncement(scope, row, { ...tally, reach: null, targetNames, isInside }, now));
        }
        return { rows: presented, total, page, size };
      }),
    get: (scope: Scope, { id }: { id: string }): Promise<Announcement> =>
      db.read(scope, async (tx) => presentOne(tx, await store.findRow(tx, channel, id))),
    create: (scope: Scope, input: Required<Pick<Written, 'title' | 'kind' | 'content' | 'audience'>> & Written) =>
      db.scoped(scope, async (tx) => {
        const { title, kind, content, audience = 'all', targets = [] } = input;
        const text = textOf(content ?? '');
        if (title === undefined || kind === undefined || text === null)
          throw invalid({ field: 'content', msg: emptyText });
        await demandFields(tx, input);
        await demandAudience(tx, { audience, targets });
        const now = clock.now();
        demandTimes(input.publishAt ?? now, input.expireAt ?? null, input.receiptDueOn);
        const id = newId();
        const by = { created_by: scope.userId, updated_by: scope.userId, created_at: now, updated_at: now };
        await store.insertRow(tx, {
          ...columnsOf(input),
          ...text,
          ...by,
          tenant_id: scope.tenantId,
          id,
          channel,
          title,
          kind,
          audience,
          files: JSON.stringify(input.files ?? []),
        });
        await audit.record(tx, { call: call('Create'), objectType: 'announcement', objectId: id, note: title });
        return { id, version: 1 };
      }),
    update: (scope: Scope, { id, version, ...patch }: Step & Written) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRow(tx, { id, version });
        const now = clock.now();
        const state = stateOf(row, now);
        if (state !== 'draft' && state !== 'scheduled')
          throw new AppError('invalid', '已发布的内容不能修改，可以撤回后重新发布');
        await demandFields(tx, patch, { kind: row.kind, files: filesOf(row) });
        // If the patch changes the audience but has no targets, the new audience has no targets.
        const targets = patch.targets ?? (patch.audience === undefined ? row.targets : []);
        const addressed = { audience: patch.audience ?? row.audience, targets };
        await demandAudience(tx, addressed);
        const publishAt = patch.publishAt === undefined ? row.publish_at : patch.publishAt;
        if (state === 'scheduled' && (publishAt === null || publishAt <= now))
          throw invalid({ field: 'publishAt', msg: '发布时间已过，请重新选择' });
        demandTimes(
          publishAt ?? now,
          patch.expireAt === undefined ? row.expire_at : patch.expireAt,
          patch.receiptDueOn === undefined ? row.receipt_due_on : patch.receiptDueOn,
        );
        const change = { ...columnsOf({ ...patch, targets }), ...writtenText(patch.content) };
        if (state === 'scheduled') await store.setTargets(tx, id, keysOf(addressed));
        const saved = await store.updateRow(tx, id, {
          ...change,
          readers: state === 'scheduled' ? readersOf(addressed) : [],
          updated_at: now,
          updated_by: scope.userId,
        });
        const changes = changesOf(row, change);
        await audit.record(tx, {
          call: call('Update'),
          objectType: 'announcement',
          objectId: id,
          note: row.title,
          changes,
        });
        return { id, version: saved.version };
      }),
    remove: (scope: Scope, input: { id: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRow(tx, input);
        if (row.state !== 'draft') throw new AppError('invalid', '只有草稿可以删除，已发布的请撤回');
        const saved = await store.updateRow(tx, row.id, { removed_at: clock.now(), removed_by: scope.userId });
        await detachFiles(tx, filesOf(row));
        await audit.record(tx, {
          call: call('Remove'),
          objectType: 'announcement',
          objectId: row.id,
          note: row.title,
        });
        return { id: row.id, version: saved.version };
      }),
    publish: (scope: Scope, step: Step) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRow(tx, step);
        if (row.state !== 'draft') throw new AppError('invalid', '已经发布过了');
        await demandAudience(tx, row);
        const now = clock.now();
        const isLater = row.publish_at !== null && row.publish_at > now;
        const publishAt = isLater && row.publish_at !== null ? row.publish_at : now;
        demandTimes(publishAt, row.expire_at, row.receipt_due_on);
        await store.setTargets(tx, row.id, keysOf(row));
        const saved = await store.updateRow(tx, row.id, {
          state: 'published',
          publish_at: publishAt,
          told_at: isLater ? null : now,
          readers: readersOf(row),
          from_name: (await tenants.nameOf(tx)) ?? '',
          publisher_id: scope.userId,
          publisher_name: scope.userName,
          updated_at: now,
          updated_by: scope.userId,
        });
        await audit.record(tx, {
          call: call('Publish'),
          objectType: 'announcement',
          objectId: row.id,
          note: row.title,
        });
        if (!isLater) await tellOut(tx, { ...row, readers: readersOf(row) });
        if (!isLater) settleReceipts(tx, row);
        return { id: row.id, version: saved.version };
      }),
    withdraw: (scope: Scope, { reason, ...step }: Step & { reason: string }) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRow(tx, step);
        const now = clock.now();
        const state = stateOf(row, now);
        if (state !== 'published' && state !== 'scheduled') throw new AppError('invalid', '现在不能撤回');
        const saved = await store.updateRow(tx, row.id, {
          state: 'withdrawn',
          readers: [],
          withdrawn_at: now,
          withdraw_reason: reason,
          updated_at: now,
          updated_by: scope.userId,
        });
        await audit.record(tx, {
          call: call('Withdraw'),
          objectType: 'announcement',
          objectId: row.id,
          note: `${row.title}：${reason}`,
        });
        if (state === 'published') await tellGone(tx, row);
        settleReceipts(tx, row);
        return { id: row.id, version: saved.version };
      }),
    pin: (scope: Scope, { pinned, ...step }: Step & { pinned: boolean }) =>
      db.scoped(scope, async (tx) => {
        const row = await lockRow(tx, step);
        const state = stateOf(row, clock.now());
        if (state !== 'published' && state !== 'scheduled') throw new AppError('invalid', '只有发布中的可以置顶');
        const saved = await store.updateRow(tx, row.id, { pinned });
        await audit.record(tx, {
          call: call('Pin'),
          objectType: 'announcement',
          objectId: row.id,
          note: row.title,
          changes: [{ field: 'pinned', before: row.pinned, after: pinned }],
        });
        return { id: row.id, version: saved.version };
      }),
  };
}
