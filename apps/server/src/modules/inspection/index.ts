/**
 * inspection: on-site inspections (检查) by regulators, and self-inspections of enterprises. Each works on a copy of a
 * check list.
 */
import { createUnansweredItem, type AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import { inspectionCalls } from '@anlan/contract/modules/inspection/calls';
import { minOfficers } from '@anlan/contract/modules/enforcement/resource';
import { inspection, type Inspector, type Signature } from '@anlan/contract/modules/inspection/resource';
import type { Input } from '@anlan/contract/kit/resource';
import { invalid } from '#kernel/errors.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import { createSignatureKeeping } from '#kit/signature-store.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { checklistModule } from '../checklist/index.ts';
import { dangerModule } from '../danger/index.ts';
import { enforcementModule } from '../enforcement/index.ts';
import { officerModule } from '../officer/index.ts';
import { staffModule } from '../staff/index.ts';
import { enclosedTime, sentLater, type Arrival } from './claimed-time.ts';
import { checkBasis, checkItems, checkSignatures, countsOf, dueDay, factOf, mattersOf } from './finish-checks.ts';
import { createOnSite } from './on-site-answers.ts';
import { saveItems } from './store.ts';
import { coverageBetween, latestOfPlans } from './store.ts';
import { createWorks } from './offline-work.ts';

type InspectionRow = RowOf<typeof inspection>;

export { createOnSite } from './on-site-answers.ts';
export { bothTimes, enclosedTime, resendMs, sentLater, type Arrival } from './claimed-time.ts';
export { createItemWorks } from './offline-work.ts';

const titles: Readonly<Record<string, string>> = {
  order: '责令限期整改指令书',
  onSiteDecision: '现场处理措施决定书',
  reminder: '提醒函',
};

const leadingPosts = ['head', 'safetyManager', 'teamLeader'] as const;

export const inspectionModule = defineModule('inspection', {
  needs: {
    checklist: checklistModule,
    danger: dangerModule,
    enforcement: enforcementModule,
    officer: officerModule,
    staff: staffModule,
  },
  open({ kit, checklist, danger, enforcement, officer, staff }) {
    const { clock, events } = kit;
    const keepSignatures = createSignatureKeeping(kit);
    const arrivals = new WeakMap<Tx, Arrival>();

    const inspections = openResource(inspection, kit, {
      reads: (tx) => staff.mayActAs(tx, leadingPosts),
      async beforeCreate(tx, { checklistId, enterpriseId, inspectors: named }) {
        const source = tx.scope.userType === 'enterprise' ? 'self' : 'regulator';
        const inspectors = await inspectorsOf(tx, source, named, enterpriseId ?? '');
        const startedAt = clock.now();
        if (!checklistId) return { source, startedAt, inspectors, items: [] };
        const template = await checklist.forUse(tx, checklistId);
        if (!template) throw invalid({ field: 'checklistId', msg: '没有这张检查表，或已停用，请重新选择' });
        // Copy the items, so that later changes of the check list have no effect.
        return {
          source,
          startedAt,
          inspectors,
          checklistName: template.name,
          checklistEdition: template.edition,
          items: template.items.map(createUnansweredItem),
          itemCount: template.items.length,
        };
      },
      async beforeUpdate(tx, row, { inspectors }) {
        if (!inspectors) return undefined;
        return { inspectors: await inspectorsOf(tx, row.source, inspectors, row.enterpriseId) };
      },
      frozen(row, scope, isLeading) {
        if (row.status === 'finished') return '检查已交表，不能修改';
        if (row.status === 'voided') return '检查已作废，不能修改';
        if (scope.userType === 'enterprise' && row.source === 'regulator') return '监管检查由检查人员填写';
        if (scope.userType === 'regulator' && row.source === 'self') return '企业自查由企业填写';
        // Only the author or a holder of a leading post may work on a self-inspection.
        if (isLeading === false && row.createdBy !== scope.userId)
          return '这次自查由填写人办理，其他人需是负责人、安全管理人员或班组长';
        return null;
      },
      abilitiesOf: (_row, scope, _facts, isFrozen) =>
        !isFrozen && scope.permits.has('bus:inspection:edit') ? ['answer'] : [],
      beforeMove(tx, move, row, input) {
        return move === 'finish' ? finishing(tx, row, input) : undefined;
      },
      noteOf(tx, _move, { finishedAt }) {
        const arrival = arrivals.get(tx);
        return arrival && finishedAt instanceof Date ? sentLater(arrival, finishedAt) : null;
      },
      async moved(tx, move, row) {
        if (move !== 'finish') return;
        await events.emit(tx, 'inspection.finished', { ids: [row.id], enterpriseIds: [row.enterpriseId] });
      },
    });

    /**
     * The inspectors. Inspectors of a regulator must be registered officers (art. 67); enterprise staff enter names.
     */
    async function inspectorsOf(tx: Tx, source: string, named: readonly Inspector[], enterpriseId: string) {
      if (source === 'regulator') return officer.named(tx, { inspectors: named, enterpriseId, least: minOfficers });
      if (new Set(named.map(({ name }) => name)).size < named.length)
        throw invalid({ field: 'inspectors', msg: '检查人员重复' });
      return [...named];
    }

    async function finishing(tx: Tx, row: InspectionRow, input: Readonly<Record<string, unknown>>) {
      const arrival = arrivals.get(tx);
      const startedAt = row.startedAt ?? row.createdAt;
      const now = arrival ? await enclosedTime(tx, arrival, startedAt) : clock.now();
      const source = row.source;
      const enterpriseId = row.enterpriseId;
      // The cast is safe: the schema of the move requires signatures.
      const signatures = input['signatures'] as readonly Signature[];
      const { inspectors, items: foundItems } = row;
      const kind = typeof input['noticeKind'] === 'string' ? input['noticeKind'] : 'order';
      checkItems(foundItems, source === 'regulator');
      if (source === 'regulator') checkBasis(foundItems, kind);
      checkSignatures(source, inspectors, signatures);
      const pictures = signatures.flatMap(({ file }) => (file === null ? [] : [file]));
      const dueOn = dueDay(typeof input['dueOn'] === 'string' ? input['dueOn'] : null, now);
      await keepSignatures(tx, 'signatures', pictures, enterpriseId);
      const items = await withDangers(tx, row, foundItems, { deadlineOn: dueOn, foundAt: now });
      const matters = mattersOf(items);
      if (source === 'regulator' && matters.length > 0)
        await enforcement.issueAfter(
          tx,
          {
            enterpriseId,
            kind,
            title: `${titles[kind] ?? ''}（${row.title}）`.slice(0, 80),
            items: matters,
            dueOn,
            inspectors: [...inspectors],
            place: typeof row.place === 'string' ? row.place : null,
            measures: kind === 'onSiteDecision' ? [{ kind: 'rectify', scope: '检查发现的全部问题', dueOn }] : [],
          },
          { inspectionId: row.id, signatures },
        );
      return { ...countsOf(items), items, finishedAt: now };
    }

    /** Opens a hidden danger for each failed item, and stores its id in the item. */
    async function withDangers(
      tx: Tx,
      row: InspectionRow,
      foundItems: readonly AnsweredItem[],
      { deadlineOn, foundAt }: { deadlineOn: string; foundAt: Date },
    ) {
      const isRegulator = row.source === 'regulator';
      const [first] = row.inspectors as readonly Inspector[];
      const items: AnsweredItem[] = [];
      for (const one of foundItems)
        items.push(
          one.result !== 'fail'
            ? one
            : {
                ...one,
                dangerId: await danger.open(tx, {
                  enterpriseId: row.enterpriseId,
                  title: factOf(one).slice(0, 60),
                  description: factOf(one),
                  level: 'general',
                  category: one.item.category ?? 'other',
                  source: isRegulator ? 'regulator' : 'self',
                  place: typeof row.place === 'string' ? row.place : '检查现场',
                  foundAt,
                  foundBy: first?.name ?? '检查人员',
                  deadlineOn,
                  photos: one.photos,
                  inspectionId: row.id,
                  inspectionNo: row.no,
                }),
              },
        );
      return items;
    }

    const onSite = createOnSite(kit, inspections.lockRow, {
      name: 'inspection',
      since: ({ createdAt }) => createdAt,
      save: saveItems,
    });
    return {
      ...inspections,
      ...onSite,
      works: createWorks(onSite, async (tx, id, finishInput, arrival) => {
        arrivals.set(tx, arrival);
        await onSite.store(tx, id);
        return inspections.moveIn(tx, 'finish', { id, ...finishInput });
      }),
      beginPlanned: (tx: Tx, input: Input<typeof inspection>, planId: string): Promise<string> =>
        inspections.add(tx, Object.assign({ planId }, input), 'inspectionPlan.start'),
      latestOfPlans,
      coverageBetween,
    };
  },
  calls: inspectionCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, inspections) =>
      (await inspections.exists(tx, { enterpriseId: ids })) ? '名下还有检查记录，不能删除' : null,
  },
});
