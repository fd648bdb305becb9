/** archive: documents of an enterprise by a fixed catalogue (一企一档), with automatic items, waivers and missing items. */
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { archiveCalls, archiveWaiverCalls } from '@anlan/contract/modules/archive/calls';
import { catalogue, catalogueItem } from '@anlan/contract/modules/archive/catalogue';
import { archiveDocument, archiveWaiver } from '@anlan/contract/modules/archive/resource';
import type { ArchiveCategory, ArchiveSheet } from '@anlan/contract/modules/archive/views';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { updateExpiryLedger } from '#kit/expiry-store.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { createCounting, mark } from './recount.ts';
import { filledSources } from './automatic-items-store.ts';
import { createPacking, requireZipSize, type PackedArchive } from './archive-export.ts';
import { completenessOf, stateOf } from './rules.ts';
import { seedArchives } from './seed.ts';
import * as store from './store.ts';
import { archiveSource, waiverSource } from './todo.ts';

/** Maximum numbers in one answer: documents of a category, and rows of an automatic item. */
const [documentsMost, filledMost] = [500, 200];

export const archiveWaiverModule = defineModule('archiveWaiver', {
  needs: { enterprise: enterpriseModule },
  open({ kit }) {
    const changed = async (tx: Tx, ids: readonly string[]) => {
      await kit.refreshTodos(tx, 'archiveWaiver', ids);
      await mark(tx, kit, await store.enterprisesOf(tx, 'archive_waiver', ids));
    };
    return openResource(archiveWaiver, kit, {
      mayChange: (_verb, row) => row.status === 'claimed',
      async beforeCreate(tx, { enterpriseId, item }) {
        const of = catalogueItem(item);
        if (!of || !enterpriseId) throw invalid({ field: 'item', msg: '请选择资料项' });
        if (of.need === 'optional' || of.need === 'system')
          throw invalid({ field: 'item', msg: '这一项不是必备资料，不用说明' });
        if (await store.isWaived(tx, enterpriseId, item))
          throw invalid({ field: 'item', msg: '这一项已经说明过不适用' });
        return { itemName: of.label };
      },
      beforeMove: (tx) => ({ reviewer: tx.scope.userName, reviewedAt: kit.clock.now() }),
      saved: changed,
      moved: (tx, _move, row) => changed(tx, [row.id]),
    });
  },
  calls: archiveWaiverCalls,
  todos: () => [waiverSource],
});

export const archiveModule = defineModule('archive', {
  needs: { enterprise: enterpriseModule, archiveWaiver: archiveWaiverModule },
  open({ kit, archiveWaiver: waivers }) {
    const { db, clock, events } = kit;
    const today = () => dayOf(clock.now());
    const counting = createCounting(kit);
    const packing = createPacking(kit);

    async function changed(tx: Tx, ids: readonly string[]): Promise<void> {
      await updateExpiryLedger(tx, events, archiveDocument, ids, (row) => {
        const itemType = catalogueItem(row.item)?.expiry;
        if (itemType === undefined) return [];
        const validTo = row.status === 'effective' ? row.validTo : null;
        return [{ itemType, itemName: row.name, validTo }];
      });
      await mark(tx, kit, await store.enterprisesOf(tx, 'document', ids));
    }
    function demandDays(issuedOn: string, validTo: unknown): void {
      if (issuedOn > today()) throw invalid({ field: 'issuedOn', msg: '形成日期不能晚于今天' });
      if (typeof validTo === 'string' && validTo < issuedOn)
        throw invalid({ field: 'validTo', msg: '有效期不能早于形成日期' });
    }
    const documents = openResource(archiveDocument, kit, {
      parts: ['document_edition'],
      conditions: (_tx, { id }) => store.onlyId(id),
      frozen: (row) => (row.status === 'withdrawn' ? '已作废的资料不能修改' : null),
      // Only the first version can be removed. A later version is withdrawn instead, because its removal would also
      // delete the version it replaced.
      mayChange: (verb, row) => verb === 'update' || row.edition === 1,
      beforeCreate(_tx, { item, issuedOn, validTo }) {
        demandDays(issuedOn, validTo);
        return { category: catalogueItem(item)?.category };
      },
      beforeUpdate(_tx, row, patch) {
        demandDays(patch.issuedOn ?? row.issuedOn, patch.validTo === undefined ? row.validTo : patch.validTo);
      },
      async beforeMove(tx, move, row, input) {
        if (move !== 'renew') return undefined;
        const issuedOn = String(input['issuedOn']);
        demandDays(issuedOn, input['validTo']);
        if (issuedOn < row.issuedOn)
          throw invalid({ field: 'issuedOn', msg: `新版本的形成日期不能早于原版本 ${row.issuedOn}` });
        await store.keepEdition(tx, row, clock.now());
        return {
          files: input['paper'],
          edition: row.edition + 1,
          validTo: input['validTo'] ?? null,
          no: input['no'] ?? null,
        };
      },
      saved: changed,
      moved: (tx, _move, row) => changed(tx, [row.id]),
      compute: (_tx, rows) =>
        Promise.resolve(
          new Map(
            rows.map((row) => [row.id, { leftDays: row.validTo === null ? null : daysBetween(today(), row.validTo) }]),
          ),
        ),
    });

    /** The enterprise whose archive is requested. Throws if the enterprise is not visible. */
    async function requireEnterprise(tx: Tx, requestedId: string | undefined): Promise<{ id: string; name: string }> {
      const id = requestedId ?? tx.scope.enterpriseId;
      if (id === null) throw new AppError('invalid', '请选择企业');
      const row = (await kit.references['enterprise']?.read(tx, [id]))?.get(id);
      if (!row) throw new AppError('notFound');
      return { id, name: row.name };
    }
    async function sheetOf(tx: Tx, requestedId: string | undefined): Promise<ArchiveSheet> {
      const { id, name } = await requireEnterprise(tx, requestedId);
      const facts = (await store.readFacts(tx, kit.archiveSources(), [id], today())).get(id);
      if (!facts) throw new AppError('notFound');
      const waiverList = await waivers.present(
        tx,
        await waivers.rowsWhere(tx, { enterpriseId: id }, { order: 'updatedAt', limit: 200 }),
      );
      const latest = new Map(waiverList.map((one) => [one.item, one]));
      return {
        enterpriseId: id,
        enterpriseName: name,
        ...completenessOf(facts),
        items: catalogue.flatMap(({ items }) =>
          items.map((item) => {
            const { good = 0, expired = 0 } = facts.counted.get(item.code) ?? {};
            return {
              code: item.code,
              state: stateOf(item, facts),
              good,
              expired,
              waiver: latest.get(item.code) ?? null,
            };
          }),
        ),
        asOf: clock.now(),
      };
    }
    async function categoryOf(tx: Tx, enterpriseId: string, category: string): Promise<ArchiveCategory> {
      const items = (catalogue.find(({ code }) => code === category)?.items ?? []).map(({ code }) => code);
      const rows = await documents.rowsWhere(
        tx,
        { enterpriseId: enterpriseId, category },
        { order: 'issuedOn', limit: documentsMost },
      );
      const shown = await documents.present(tx, rows);
      const former = await store.formerOf(
        tx,
        rows.map(({ id }) => id),
      );
      const filled = [];
      for (const source of kit.archiveSources())
        filled.push(...(await store.filledOf(tx, source, { enterpriseId, items, most: filledMost })));
      return {
        documents: shown.reverse().map((document) => ({
          document,
          former: former
            .filter((one) => one.document_id === document.id)
            .map(({ document_id: _, issued_on, valid_to, ...one }) => ({
              ...one,
              issuedOn: issued_on,
              validTo: valid_to,
            })),
        })),
        filled,
      };
    }
    const packArchive = (scope: Scope, call: 'zip' | 'pdf', requestedId: string | undefined, only?: string) =>
      db.scoped(scope, async (tx): Promise<PackedArchive> => {
        const { id, name } = await requireEnterprise(tx, requestedId);
        const rows: PackedArchive['rows'][number][] = [];
        for (const { code: category } of catalogue.filter(({ code }) => only === undefined || code === only)) {
          const { documents: own, filled } = await categoryOf(tx, id, category);
          for (const { document, former } of own.filter((one) => one.document.status === 'effective'))
            for (const one of [document, ...former])
              rows.push({ ...one, files: one.files ?? [], item: document.item, category, from: '上传' });
          for (const one of filled) rows.push({ ...one, category, edition: 0 });
        }
        await kit.audit.record(tx, {
          call: `document.${call}`,
          objectType: 'document',
          enterpriseId: id,
          taken: rows.length,
          note: name,
        });
        const ids = rows.flatMap(({ files }) => files.map((one) => one.id));
        return { enterpriseName: name, at: clock.now(), rows, sizes: await store.sizesOf(tx, ids) };
      });

    return {
      ...documents,
      countAll: counting.countAll,
      mark: (tx: Tx, ids: readonly string[]) => mark(tx, kit, ids),
      sheet: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.read(scope, (tx) => sheetOf(tx, enterpriseId)),
      category: (scope: Scope, { enterpriseId, category }: { enterpriseId?: string | undefined; category: string }) =>
        db.read(scope, async (tx) => categoryOf(tx, (await requireEnterprise(tx, enterpriseId)).id, category)),
      firms: (
        scope: Scope,
        { filter, page, size }: { filter: { keyword?: string | undefined }; page: number; size: number },
      ) =>
        db.read(scope, async (tx) => {
          const window = { keyword: filter.keyword, limit: size, offset: (page - 1) * size };
          return { ...(await store.pageOfFirms(tx, window)), page, size };
        }),
      async zip(
        scope: Scope,
        { enterpriseId, category }: { enterpriseId?: string | undefined; category?: string | undefined },
      ) {
        const archive = await packArchive(scope, 'zip', enterpriseId, category);
        requireZipSize(archive);
        return {
          name: `${archive.enterpriseName}-一企一档-${today()}.zip`,
          type: 'application/zip',
          body: packing.zip(scope, archive),
        };
      },
      async pdf(scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) {
        const archive = await packArchive(scope, 'pdf', enterpriseId);
        return {
          name: `${archive.enterpriseName}-一企一档-${today()}.pdf`,
          type: 'application/pdf',
          body: await packing.pdf(scope, archive),
        };
      },
    };
  },
  calls: archiveCalls,
  archive: filledSources,
  on: {
    'certificate.changed': (tx, { enterpriseIds }, archives) => archives.mark(tx, enterpriseIds),
    'vehicle.changed': (tx, { enterpriseIds }, archives) => archives.mark(tx, enterpriseIds),
    'report.changed': (tx, { enterpriseIds }, archives) => archives.mark(tx, enterpriseIds),
    'riskPoint.changed': (tx, { enterpriseIds }, archives) => archives.mark(tx, enterpriseIds),
    'enforcement.changed': (tx, { enterpriseIds }, archives) => archives.mark(tx, enterpriseIds),
    'accident.changed': (tx, { enterpriseIds }, archives) => archives.mark(tx, enterpriseIds),
    // Emergency plans, drills and equipment with an expiry date also fill archive items.
    'item.expiryChanged': (tx, { items }, archives) =>
      archives.mark(tx, [...new Set(items.map(({ enterpriseId }) => enterpriseId))]),
    'enterprise.changed': (tx, { ids }, archives) => archives.mark(tx, ids),
  },
  ask: {
    'enterprise.removing': async (tx, { ids }, archives) =>
      (await archives.exists(tx, { enterpriseId: ids })) ? '名下还有档案资料，不能删除' : null,
  },
  nightly: { count: { at: '40 0 * * *', run: (archives, scope) => archives.countAll(scope) } },
  todos: () => [archiveSource],
  seed: seedArchives,
});
