/**
 * enforcement: enforcement notices (执法通知). A regulator issues a notice, the enterprise confirms receipt and answers
 * with evidence, the regulator closes it.
 */
import { createHash } from 'node:crypto';
import { dayOf } from '@anlan/contract/domain/instant';
import { files } from '@anlan/contract/kit/field';
import { enforcementCalls, type NoticePaper } from '@anlan/contract/modules/enforcement/calls';
import {
  requiresRectification,
  enforcement,
  requiresOfficerSignature,
  noticePrefixes,
  minOfficers,
  type NoticeItem,
  type NoticeReply,
} from '@anlan/contract/modules/enforcement/resource';
import type { Input } from '@anlan/contract/kit/resource';
import type { Inspector } from '@anlan/contract/modules/inspection/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { createFileKeeping } from '#kit/files.ts';
import { defineModule } from '#kit/module.ts';
import { nextNumber } from '#kit/number-store.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { dangerModule } from '../danger/index.ts';
import { officerModule } from '../officer/index.ts';
import { staffModule } from '../staff/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { paperFile } from './notice-pdf.ts';
import { problemOf, replyProblem, stopsWork } from './rules.ts';
import { countIn, inspectedAt, markUnreceived, openAfter, unitName } from './store.ts';
import { drawnOf } from './signatures.ts';
import { addressOf, pathOf, wantedOf } from './todo.ts';

type EnforcementRow = RowOf<typeof enforcement>;

const evidence = [{ key: 'evidence', spec: files('证据', { purpose: 'evidence' }).spec }];
const photos = [{ key: 'photos', spec: files('照片', { purpose: 'photo' }).spec }];
const dayMs = 86_400_000;

export interface FromInspection {
  inspectionId: string;
  signatures: unknown;
}

export { drawnOf } from './signatures.ts';

export const enforcementModule = defineModule('enforcement', {
  needs: { danger: dangerModule, officer: officerModule, staff: staffModule, tenant: tenantModule },
  open({ kit, danger, officer, staff, tenant }) {
    const { db, clock, events, publishToUsers: tell } = kit;
    const keepFiles = createFileKeeping(kit);

    async function tellOf(tx: Tx, row: EnforcementRow) {
      const enterpriseId = row.enterpriseId;
      await kit.refreshTodos(tx, 'enforcement', [row.id]);
      await events.emit(tx, 'enforcement.changed', { ids: [row.id], enterpriseIds: [enterpriseId] });
      const permit = 'bus:spot:index' as const;
      await tell(tx, { kinds: ['enterprise'], permit, enterpriseId }, { type: 'pcRedDot' });
      await tell(tx, { kinds: ['regulator'], permit }, { type: 'pcRedDot' });
    }

    /** Sends the enterprise a message about a notice at once (ST-10, type 7). */
    const push = (tx: Tx, row: EnforcementRow, title: string) =>
      tell(
        tx,
        { kinds: ['enterprise'], permit: 'bus:spot:index', enterpriseId: row.enterpriseId },
        { type: '7', data: { title, text: row.title, path: pathOf(row) } },
      );
    async function kindOf(tx: Tx, row: EnforcementRow): Promise<string> {
      const kinds = await kit.dictionaries.itemsOf(tx, 'enforcementKind');
      return kinds.find(({ value }) => value === row.kind)?.label ?? '执法通知';
    }

    /**
     * Account of the head if nobody confirmed the receipt of the notice within one day: the head then gets the to-do.
     * Null in other cases.
     */
    async function headOf(tx: Tx, row: EnforcementRow): Promise<string | null> {
      if (row.status !== 'issued' || row.unreceivedAt === null) return null;
      const heads = await staff.byPost(tx, row.enterpriseId, ['head']);
      return heads.find(({ userId }) => userId !== null)?.userId ?? null;
    }

    const notices = openResource(enforcement, kit, {
      async beforeCreate(tx, { kind, items = [], measures = [], inspectors = [], ...input }) {
        const problem = problemOf(kind, items, measures);
        if (problem) throw invalid(problem);
        const now = clock.now();
        if (input.dueOn < dayOf(now)) throw invalid({ field: 'dueOn', msg: '回复期限不能早于今天' });
        return {
          no: await nextNumber(tx, noticePrefixes[kind] ?? 'ZF', dayOf(now)),
          issuedAt: now,
          issuedBy: tx.scope.userName,
          stops: stopsWork(measures),
          inspectors: await officersOf(tx, kind, inspectors, input.enterpriseId ?? tx.scope.enterpriseId ?? ''),
        };
      },
      // A received notice cannot change, because it is evidence for both sides. An issued notice is withdrawn, never
      // deleted.
      mayChange: (verb, row) => verb === 'update' && row.status === 'issued',
      async beforeUpdate(tx, row, { items, measures, inspectors }) {
        const isChanged = items !== undefined || measures !== undefined;
        const problem = isChanged ? problemOf(row.kind, items ?? row.items, measures ?? row.measures) : null;
        if (problem) throw invalid(problem);
        if (!inspectors) return undefined;
        return { inspectors: await officersOf(tx, row.kind, inspectors, row.enterpriseId) };
      },
      async saved(tx, ids) {
        for (const id of ids) {
          const [row] = await notices.rowsWhere(tx, { id }, { limit: 1 });
          if (!row) {
            await kit.refreshTodos(tx, 'enforcement', [id]);
            continue;
          }
          if (row.version === 1) await push(tx, row, `收到${await kindOf(tx, row)}`);
          await tellOf(tx, row);
        }
      },
      mayMove(move, row, scope) {
        if (move === 'receive' || move === 'reply') return scope.userType === 'enterprise';
        return scope.userType === 'regulator' && (move !== 'lift' || row.stops === true);
      },
      async beforeMove(tx, move, row, input) {
        const now = clock.now();
        switch (move) {
          case 'receive':
            return { receivedAt: now };
          case 'reply':
            return reply(tx, row, input['replies'] as readonly NoticeReply[], now);
          case 'close':
            if (row.stops === true)
              throw new AppError('invalid', '停产停业措施尚未解除，须隐患销号并经审查同意后才能办结');
            return { closedAt: now };
          case 'withdraw':
            return { withdrawal: input['reason'], withdrawnAt: now, withdrawnBy: tx.scope.userName, stops: false };
          case 'lift':
            await mayLift(tx, row);
            return { stops: false, liftedAt: now };
          default:
            return undefined;
        }
      },
      async moved(tx, move, row) {
        if (move === 'withdraw') await push(tx, row, '执法通知已撤销');
        await tellOf(tx, row);
      },
    });

    const officersOf = (tx: Tx, kind: string, inspectors: readonly Inspector[], enterpriseId: string) =>
      requiresOfficerSignature(kind) || inspectors.length > 0
        ? officer.named(tx, { inspectors, enterpriseId, least: requiresOfficerSignature(kind) ? minOfficers : 0 })
        : [];

    async function paperOf(tx: Tx, id: string): Promise<NoticePaper> {
      const [row] = await notices.rowsWhere(tx, { id }, { limit: 1 });
      const [notice] = row ? await notices.present(tx, [row]) : [];
      if (!notice) throw new AppError('notFound');
      const hash = createHash('sha256').update(`${notice.id} ${notice.no}`).digest('hex').toUpperCase();
      return {
        notice,
        authority: await unitName(tx),
        inspectedAt: notice.inspectionId === null ? null : await inspectedAt(tx, notice.inspectionId),
        check: `${hash.slice(0, 4)}-${hash.slice(4, 8)}`,
      };
    }

    /**
     * Stores the answers to a notice. Throws unless every item has an answer with evidence. Attaches the evidence files
     * to the enterprise.
     */
    async function reply(tx: Tx, row: EnforcementRow, replies: readonly NoticeReply[], now: Date) {
      const items = row.items as readonly NoticeItem[];
      const problem = replyProblem(items, replies);
      if (problem) throw invalid({ field: 'replies', msg: problem });
      const filesOf = (all: readonly NoticeReply[]) => ({ evidence: all.flatMap((one) => one.evidence) });
      await keepFiles(tx, evidence, filesOf(row.replies as readonly NoticeReply[]), filesOf(replies), row.enterpriseId);
      return { repliedAt: now };
    }

    /** Throws unless all dangers of a stop-work notice are accepted. Only then may it be lifted. */
    async function mayLift(tx: Tx, row: EnforcementRow) {
      let open = 0;
      for (const { dangerId } of row.items as readonly NoticeItem[])
        if (!dangerId || !(await danger.isAccepted(tx, dangerId))) open += 1;
      if (open > 0) throw new AppError('invalid', `还有 ${open} 项隐患没有销号，不能解除停产措施`);
    }

    /** Opens one hidden danger for each item of a manual notice; returns the items with the danger ids. */
    async function withDangers(tx: Tx, input: Input<typeof enforcement>): Promise<NoticeItem[]> {
      const items: NoticeItem[] = [];
      for (const item of input.items ?? [])
        items.push({
          ...item,
          dangerId: await danger.open(tx, {
            enterpriseId: input.enterpriseId,
            title: item.text.slice(0, 60),
            description: item.text,
            level: 'general',
            category: 'other',
            source: 'regulator',
            place: input.place || '详见执法文书',
            foundAt: clock.now(),
            foundBy: tx.scope.userName?.slice(0, 30) ?? '监管人员',
            deadlineOn: input.dueOn,
            photos: item.photos ?? [],
          }),
        });
      return items;
    }

    return {
      ...notices,
      issueAfter: (tx: Tx, input: Input<typeof enforcement>, from: FromInspection): Promise<string> =>
        notices.add(tx, { ...input, ...from }),
      create: (scope: Scope, input: Input<typeof enforcement>) =>
        db.scoped(scope, async (tx) => {
          const problem = problemOf(input.kind, input.items ?? [], input.measures ?? []);
          if (problem) throw invalid(problem);
          // Photos of an inspection belong to the inspection. Photos of a manual notice are attached here.
          const sent = (input.items ?? []).flatMap((item) => item.photos ?? []);
          const owner = input.enterpriseId ?? scope.enterpriseId;
          await keepFiles(tx, photos, {}, { photos: sent }, owner);
          const items = requiresRectification(input.kind) ? await withDangers(tx, input) : undefined;
          return { id: await notices.add(tx, items ? { ...input, items } : input), version: 1 };
        }),
      paper: (scope: Scope, { id }: { id: string }): Promise<NoticePaper> => db.read(scope, (tx) => paperOf(tx, id)),
      pdf: async (scope: Scope, { id, at }: { id: string; at?: string | undefined }) => {
        await tenant.demandOwnOrigin(at);
        const paper = await db.read(scope, (tx) => paperOf(tx, id));
        const drawn = await drawnOf(kit.files, scope, paper.notice.signatures);
        const body = await setPdf(paperFile(paper, drawn, at === undefined ? null : `${at}${addressOf(id)}`));
        return { name: `${paper.notice.no}.pdf`, type: 'application/pdf', body };
      },
      wanted: async (tx: Tx, ids: readonly string[]) =>
        (
          await Promise.all(
            (await notices.rowsWhere(tx, { id: ids })).map(async (row) => wantedOf(row, await headOf(tx, row))),
          )
        ).flat(),
      /**
       * Number of notices that wait for the caller. Enterprise: notices without an answer. Regulator: answers to
       * check.
       */
      waiting: (tx: Tx) =>
        tx.scope.userType === 'enterprise'
          ? countIn(tx, ['issued', 'received'])
          : tx.scope.userType === 'regulator'
            ? countIn(tx, ['replied'])
            : Promise.resolve(0),
      /** Sends reminders about notices whose receipt was not confirmed within one day. */
      remindUnreceived: (scope: Scope) =>
        db.scoped(scope, async (tx) => {
          const now = clock.now();
          const ids = await markUnreceived(tx, new Date(now.getTime() - dayMs), now);
          if (ids.length === 0) return;
          await kit.refreshTodos(tx, 'enforcement', ids);
          for (const row of await notices.rowsWhere(tx, { id: ids })) await push(tx, row, '执法通知超过 24 小时未签收');
        }),
    };
  },
  calls: enforcementCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, notices) =>
      (await notices.exists(tx, { enterpriseId: ids })) ? '名下还有执法通知，不能删除' : null,
  },
  todos: (notices) => [{ type: 'enforcement', wanted: notices.wanted, after: openAfter }],
  counts: { spotUnNotice: (tx, notices) => notices.waiting(tx) },
  nightly: { unreceived: { at: '12 * * * *', run: (notices, scope) => notices.remindUnreceived(scope) } },
});
