/** inspection: inspections (检查) on site, by regulators and by enterprises themselves, from a copy of a check list. */
import { unanswered, type FoundItem } from '@anlan/contract/modules/checklist/item';
import { inspectionCalls } from '@anlan/contract/modules/inspection/calls';
import { officersLeast } from '@anlan/contract/modules/enforcement/resource';
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
import { checkBasis, checkItems, checkSignatures, countsOf, dueDay, factOf, mattersOf } from './finish.ts';
import { createOnSite } from './on-site.ts';
import { saveItems } from './store.ts';
import { coverageBetween, latestOfPlans } from './store.ts';
import { createWorks } from './works.ts';

type InspectionRow = RowOf<typeof inspection>;

export { createOnSite } from './on-site.ts';
export { bothTimes, enclosedTime, resendMs, sentLater, type Arrival } from './claimed-time.ts';
export { createItemWorks } from './works.ts';

const titles: Readonly<Record<string, string>> = {
  order: '责令限期整改指令书',
  onSiteDecision: '现场处理措施决定书',
  reminder: '提醒函',
};

/** Posts that see to the self-inspections of others. */
const leadingPosts = ['head', 'safetyManager', 'teamLeader'] as const;

/** The module inspection. */
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
    /** How the end of an inspection that is sent later came in, by its transaction. */
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
        // A copy: what becomes of the template from here on changes nothing.
        return {
          source,
          startedAt,
          inspectors,
          checklistName: template.name,
          checklistEdition: template.edition,
          items: template.items.map(unanswered),
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
        // A self-inspection is its author's work; others of the enterprise need the post.
        if (isLeading === false && row.createdBy !== scope.userId)
          return '这次自查由填写人办理，其他人需是负责人、安全管理人员或班组长';
        return null;
      },
      abilitiesOf: (_row, scope) => (scope.permits.has('bus:inspection:edit') ? ['answer'] : []),
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

    /** Who inspects: regulators are officers of the register (art. 67), people of an enterprise name themselves. */
    async function inspectorsOf(tx: Tx, source: string, named: readonly Inspector[], enterpriseId: string) {
      if (source === 'regulator') return officer.named(tx, { inspectors: named, enterpriseId, least: officersLeast });
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
      // Asked by the move's own schema.
      const signatures = input['signatures'] as readonly Signature[];
      const { inspectors, items: found } = row;
      const kind = typeof input['noticeKind'] === 'string' ? input['noticeKind'] : 'order';
      checkItems(found, source === 'regulator');
      if (source === 'regulator') checkBasis(found, kind);
      checkSignatures(source, inspectors, signatures);
      const pictures = signatures.flatMap(({ file }) => (file === null ? [] : [file]));
      const dueOn = dueDay(typeof input['dueOn'] === 'string' ? input['dueOn'] : null, now);
      await keepSignatures(tx, 'signatures', pictures, enterpriseId);
      const items = await withDangers(tx, row, found, { deadlineOn: dueOn, foundAt: now });
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

    /** Each fail becomes a hidden danger, which the item names from then on. */
    async function withDangers(
      tx: Tx,
      row: InspectionRow,
      found: readonly FoundItem[],
      { deadlineOn, foundAt }: { deadlineOn: string; foundAt: Date },
    ) {
      const isRegulator = row.source === 'regulator';
      const [first] = row.inspectors as readonly Inspector[];
      const items: FoundItem[] = [];
      for (const one of found)
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
      works: createWorks(onSite, async (tx, id, asked, arrival) => {
        arrivals.set(tx, arrival);
        await onSite.store(tx, id);
        return inspections.moveIn(tx, 'finish', { id, ...asked });
      }),
      /** Begins the inspection of a plan; answers its id. */
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
