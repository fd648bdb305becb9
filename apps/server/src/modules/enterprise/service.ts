import type {
  Enterprise,
  EnterpriseInput,
  EnterprisePatch,
  EnterpriseSort,
  ExpiryItem,
} from '@anlan/contract/modules/enterprise/enterprise';
import type { HistoryEntry } from '@anlan/contract/modules/audit/audit';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createUniqueReport } from '#kit/unique-report.ts';
import { afterCommit, brokenConstraint, type Tx } from '#platform/db/index.ts';
import { createLookups } from '../audit/index.ts';
import { createCodeCheck } from './code-check.ts';
import type { Needs } from './deps.ts';
import type { Mover } from './lifecycle/service.ts';
import type { Parents } from './parent/service.ts';
import { changesOf, columnsOf, entryOf, fileOf, rateAfter } from './present.ts';
import {
  demandOwnFields,
  demandPast,
  demandPhonesKept,
  demandRegionKept,
  expiringItems,
  hiddenFrom,
  isEditable,
  isRemovable,
  isUndoable,
  shownHistory,
  withoutMasks,
} from './rules.ts';
import { namesOf } from './reference/store.ts';
import type { Visibility } from './visibility.ts';
import { supervised } from './statistics/rules.ts';
import * as store from './store.ts';
import { countWhere } from './total/store.ts';
import { lockTown, settleTown, townNow } from './town/service.ts';
import { narrowFilter, type ListFilter } from './rules.ts';

const closedText = '已注销的企业不能修改';

export function createEnterpriseService(
  { db, clock, audit, dictionaries, files, bus }: Needs<'db' | 'clock' | 'audit' | 'dictionaries' | 'files' | 'bus'>,
  mover: Mover,
  { present, presentOne, visible, requireVersion: demandVersion }: Visibility,
  { holdTree, requireParent: demandParent, childrenOf, parentNow }: Parents,
) {
  const demandCodes = createCodeCheck({ dictionaries });
  const narrowed = (filter: ListFilter) => narrowFilter(filter, dayOf(clock.now()));

  const foreignKeys: Record<string, { field: string; msg: string }> = {
    enterprise_tenant_id_parent_id_fkey: { field: 'parentId', msg: '没有这个上级企业' },
    enterprise_tenant_id_authority_id_fkey: { field: 'authorityId', msg: '没有这个监管部门' },
    enterprise_tenant_id_officer_id_fkey: { field: 'officerId', msg: '没有这个监管责任人' },
  };

  const withUniqueReported = createUniqueReport<{ id: string }>(
    { db, lookups: createLookups({ clock, audit }) },
    {
      name: 'enterprise',
      call: 'enterprise.findByCode',
      fields: [
        {
          key: 'creditCode',
          label: enterpriseFieldSpecs.creditCode.spec.label,
          constraint: 'enterprise_credit_code_key',
          find: (tx, creditCode) => store.findSame(tx, { creditCode: String(creditCode) }),
        },
      ],
      present: async (tx, { id }) => presentOne(tx, await visible(tx, id, store.findRow)),
    },
  );

  /** Runs `work`; turns a violated constraint into a field error. */
  async function explained<T>(scope: Scope, values: { creditCode?: unknown }, work: () => Promise<T>): Promise<T> {
    try {
      return await withUniqueReported(scope, { ...values }, work);
    } catch (error) {
      const problem = foreignKeys[brokenConstraint(error) ?? ''];
      throw problem ? invalid(problem) : error;
    }
  }

  /** Replaces the file in a field of the enterprise. The new file must belong to the caller. */
  async function setFile(
    tx: Tx,
    enterpriseId: string,
    { field, before, after }: { field: 'licence' | 'logoUrl'; before: string | null; after: string | null | undefined },
  ) {
    if (after === undefined || after === before) return;
    const purpose = field === 'licence' ? 'licence' : 'logo';
    if (after !== null && !(await files.attach(tx, after, purpose, enterpriseId)))
      throw invalid({ field, msg: '文件不存在，请重新上传' });
    await files.detach(tx, before, purpose);
  }

  return {
    async page(
      scope: Scope,
      { filter, sort, page, size }: PageInput<ListFilter, EnterpriseSort>,
      { counted = true }: { counted?: boolean } = {},
    ): Promise<Page<Enterprise>> {
      return db.scoped(
        scope,
        async (tx) => {
          const wish = { sort, limit: size, offset: (page - 1) * size, counted };
          const { rows, ...total } = await store.page(tx, narrowed(filter), wish);
          return { rows: await present(tx, rows), ...total, page, size };
        },
        { readOnly: true },
      );
    },
    get: (scope: Scope, { id }: { id: string }): Promise<Enterprise> =>
      db.scoped(scope, async (tx) => presentOne(tx, await visible(tx, id, store.findRow)), { readOnly: true }),
    async current(scope: Scope): Promise<Enterprise | null> {
      const { enterpriseId } = scope;
      if (enterpriseId === null) return null;
      return db.scoped(scope, async (tx) => presentOne(tx, await visible(tx, enterpriseId, store.findRow)));
    },
    async check(scope: Scope, by: { name?: string | undefined; creditCode?: string | undefined }) {
      if (!by.name && !by.creditCode) throw invalid({ field: 'name', msg: '请填写企业名称或统一社会信用代码' });
      const same = await db.scoped(scope, (tx) => store.findSame(tx, by));
      return same ? { exists: true, id: same.id } : { exists: false };
    },
    async expiring(scope: Scope, { filter, page, size }: PageInput<{ days?: number | undefined }>) {
      const today = dayOf(clock.now());
      const untilOn = addDays(today, Math.min(filter.days ?? 30, 36_500));
      return db.scoped(scope, async (tx) => {
        // Only supervised enterprises have expiring items. Enterprise staff see the items of their enterprise before
        // activation too.
        const where = { expiringOn: untilOn, ...(scope.userType === 'enterprise' ? {} : { status: supervised }) };
        const ids = await store.pageExpiringIds(tx, where, size, (page - 1) * size);
        const { total } = await countWhere(tx, where);
        const rows = (await present(tx, await store.rowsByIds(tx, ids))).map((row) => ({
          ...row,
          expiring: expiringItems(row, today, untilOn),
        }));
        return { rows, total, page, size };
      });
    },
    history: (scope: Scope, { id }: { id: string }): Promise<HistoryEntry[]> =>
      db.scoped(scope, async (tx) => {
        await visible(tx, id, store.findRow);
        const filter = { module: 'enterprise', ...hiddenFrom(scope) };
        return shownHistory(scope, await audit.historyOf(tx, 'enterprise', id, filter));
      }),
    async create(scope: Scope, { entryStatus = 'draft', ...input }: EnterpriseInput) {
      if (entryStatus === 'active' && !scope.permits.has('bus:enterprise:audit')) throw new AppError('denied');
      const fields = withoutMasks(input);
      if (fields.safetyManagerPhone === undefined)
        throw invalid({ field: 'safetyManagerPhone', msg: '请填写完整的安全员电话' });
      const entered = {
        ...fields,
        businessAddress: fields.businessAddress || fields.registeredAddress,
        officerId: fields.officerId ?? scope.userId,
      };
      return explained(scope, entered, () =>
        db.scoped(scope, async (tx) => {
          const file = await settleTown(tx, dictionaries, {}, entered);
          demandPast(file, clock.now());
          await demandCodes(tx, file);
          await demandParent(tx, file.parentId);
          await mover.demandOfficer(tx, input.officerId);
          const id = newId();
          await mover.add(tx, file, { id, status: entryStatus, source: 'regulator', call: 'create' });
          await setFile(tx, id, { field: 'licence', before: null, after: file.licence });
          return { id, version: 1 };
        }),
      );
    },
    async update(scope: Scope, { id, version, ...patch }: EnterprisePatch) {
      const typed = withoutMasks(patch);
      return explained(scope, typed, () =>
        db.scoped(scope, async (tx) => {
          if (typed.parentId) await holdTree(tx);
          await lockTown(tx, dictionaries, typed.townCode);
          const row = await visible(tx, id, store.takeRow);
          await demandVersion(tx, row, version);
          if (!isEditable(row.status)) throw new AppError('invalid', closedText);
          const before = await mover.valuesOf(tx, row, typed);
          const was = { regionCode: row.region_code, townCode: row.town_code, town: row.town };
          const fields = await settleTown(tx, dictionaries, was, typed);
          const changes = changesOf(before, fields);
          // Staff cannot see labels, so labels in their input always count as a change.
          const touched = fields.labels === undefined ? changes : [...changes, { field: 'labels' }];
          demandOwnFields(scope, touched, row.status);
          demandPhonesKept(scope, changes);
          demandRegionKept(changes, row.status);
          demandPast(fields, clock.now());
          await demandCodes(tx, fields, before);
          if (fields.parentId !== row.parent_id) await demandParent(tx, fields.parentId, id);
          if (fields.officerId !== row.officer_id) await mover.demandOfficer(tx, fields.officerId);
          await setFile(tx, id, { field: 'licence', before: row.licence, after: fields.licence });
          return mover.change(tx, row, 'update', fields);
        }),
      );
    },
    remove: (scope: Scope, { id, version }: { id: string; version?: number | undefined }) =>
      db.scoped(scope, async (tx) => {
        const row = await visible(tx, id, store.takeRow);
        await demandVersion(tx, row, version);
        const { seen, hasOthers } = await childrenOf(tx, id);
        if (!isRemovable(row.status) || hasOthers || seen.length > 0) throw new AppError('invalid', '请改为注销');
        await mover.demandRemovable(tx, row);
        const saved = await store.updateRow(tx, id, { removed_at: clock.now(), removed_by: scope.userId });
        await audit.record(tx, entryOf('remove', id));
        await mover.touched(tx, [id]);
        return { id, version: saved.version };
      }),
    restore: (scope: Scope, { id, version }: { id: string; version?: number | undefined }) =>
      explained(scope, {}, () =>
        db.scoped(scope, async (tx) => {
          await lockTown(tx, dictionaries, (await store.findRow(tx, id))?.town_code);
          const row = await store.takeRow(tx, id);
          if (!row || row.removed_at === null || row.removed_by !== scope.userId) throw new AppError('notFound');
          await demandVersion(tx, row, version);
          if (!isUndoable(row.removed_at, clock.now())) throw new AppError('invalid', '已超过 30 分钟，不能撤销删除');
          const now = {
            parentId: await parentNow(tx, row.parent_id),
            // Update the street: it may have been renamed or removed since the removal of the enterprise.
            ...(await townNow(tx, dictionaries, { townCode: row.town_code, town: row.town })),
          };
          const saved = await store.updateRow(tx, id, {
            ...columnsOf(now),
            removed_at: null,
            removed_by: null,
            profile_rate: rateAfter(row, now),
          });
          const note = now.townCode === undefined ? undefined : `“${row.town ?? row.town_code}”已删除`;
          await audit.record(tx, entryOf('restore', id, { note, changes: changesOf(fileOf(row), now) }));
          await mover.touched(tx, [id]);
          return { id, version: saved.version };
        }),
      ),
    /** Stores the new expiry day of a document, with version and audit as for a manual edit. */
    async renewPaper(tx: Tx, id: string, field: ExpiryItem, validTo: string): Promise<void> {
      const row = await visible(tx, id, store.takeRow);
      if (!isEditable(row.status)) throw new AppError('invalid', closedText);
      await mover.change(tx, row, 'update', { [field]: validTo });
    },
    async logoSetting(scope: Scope) {
      const { enterpriseId } = scope;
      if (enterpriseId === null) return { aliasName: null, logoUrl: null };
      const row = await db.scoped(scope, (tx) => store.findRow(tx, enterpriseId));
      return { aliasName: row?.alias_name ?? null, logoUrl: row?.logo_url ?? null };
    },
    async updateLogo(scope: Scope, { aliasName, logoUrl }: { aliasName: string | null; logoUrl: string | null }) {
      const { enterpriseId } = scope;
      if (enterpriseId === null) throw new AppError('invalid', '请先选择企业');
      return db.scoped(scope, async (tx) => {
        const row = await visible(tx, enterpriseId, store.takeRow);
        await setFile(tx, enterpriseId, { field: 'logoUrl', before: row.logo_url, after: logoUrl });
        const before = { aliasName: row.alias_name, logoUrl: row.logo_url };
        const saved = await mover.change(tx, row, 'updateLogo', { aliasName, logoUrl }, { before });
        // Invalidate cached principals: they contain name and logo of the enterprise, which the top bar shows.
        afterCommit(tx, () => bus.publish(scope, 'standing'));
        return saved;
      });
    },
    /** Id of the enterprise with exactly this name. Closed enterprises do not count. */
    idNamed: async (tx: Tx, name: string): Promise<string | null> => (await store.findSame(tx, { name }))?.id ?? null,
    /** Name, short name and logo of the enterprise in one text. Null if nobody can work in it. */
    async faceOf(tx: Tx, id: string): Promise<string | null> {
      const [row] = await store.brandOf(tx, tx.scope.tenantId, id);
      return row ? JSON.stringify([row.name, row.alias_name, row.logo_url]) : null;
    },
    /** Names by id, only of enterprises that people can work in. */
    async names(tx: Tx, ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      return new Map(
        (await namesOf(tx, ids)).flatMap(({ id, name, status }) => (status === 'closed' ? [] : [[id, name] as const])),
      );
    },
  };
}
