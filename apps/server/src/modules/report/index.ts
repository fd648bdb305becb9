/** report: monthly, quarterly and yearly reports of enterprises (安全月报、隐患统计). Each submission freezes its figures. */
import { startOfDay, dayOf } from '@anlan/contract/domain/instant';
import { reportCalls } from '@anlan/contract/modules/report/calls';
import type { ReportFigure } from '@anlan/contract/modules/report/figure';
import {
  isPeriod,
  lastEndedPeriod,
  periodBefore,
  periodWords,
  reportKinds,
  reportTitle,
  spanOf,
  type ReportKind,
} from '@anlan/contract/modules/report/period';
import { reportMeasures } from '@anlan/contract/modules/report/measures';
import { report, reportStates } from '@anlan/contract/modules/report/resource';
import type { ComparedReport, ReportSheet } from '@anlan/contract/modules/report/views';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { figureOf } from '#kit/measured.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import { createSignatureKeeping } from '#kit/signature-store.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { drawnOf } from '../enforcement/index.ts';
import { areaPrefix, enterpriseModule } from '../enterprise/index.ts';
import { safetyCostModule } from '../safety-cost/index.ts';
import { settingsOf } from '../setting/index.ts';
import { staffModule } from '../staff/index.ts';
import { warningModule } from '../warning/index.ts';
import { countFigures, markOf, shownOf } from './figures.ts';
import { paperFile } from './report-pdf.ts';
import { dueDay, filesIn, problemsOf, wordsOf } from './rules.ts';
import { seedReports } from './seed.ts';
import { seedReportDays } from './seed-days.ts';
import * as store from './store.ts';
import { pathOf, reportSource } from './todo.ts';

type ReportRow = RowOf<typeof report>;

const maxComparedPeriods = 12;
const changed = '系统数据在您核对之后有变化，请核对新的数据后再签名上报';

export const reportModule = defineModule('report', {
  // The demo reports count demo safety costs and expiry dates, so these modules are seeded first.
  needs: { staff: staffModule, enterprise: enterpriseModule, safetyCost: safetyCostModule, warning: warningModule },
  open({ kit, staff, enterprise }) {
    const { db, clock, events, publishToUsers: tell } = kit;
    const keepSignature = createSignatureKeeping(kit);
    const kindOf = (row: ReportRow) => row.kind as ReportKind;
    const periodOf = (row: ReportRow) => row.period;
    const ownerOf = (row: ReportRow) => row.enterpriseId;
    const isOpen = (row: ReportRow) => row.status === 'draft' || row.status === 'returned';

    async function figuresOf(tx: Tx, row: ReportRow): Promise<ReportFigure[]> {
      const id = ownerOf(row);
      const all = await countFigures(tx, kit.figures(), { kind: kindOf(row), period: periodOf(row), ids: [id] });
      return all.get(id) ?? [];
    }
    async function nameOf(tx: Tx): Promise<string | null> {
      return (await staff.postsOf(tx))?.name ?? tx.scope.userName;
    }

    const reports = openResource(report, kit, {
      parts: ['report_edition'],
      conditions: (tx, filter) => store.conditionsOf(tx, filter, dayOf(clock.now())),
      reads: (tx) => staff.mayActAs(tx, ['head']),
      compute: (_tx, rows) => {
        const today = dayOf(clock.now());
        return Promise.resolve(
          new Map(rows.map((row) => [row.id, { missing: row.sentAt === null && row.dueOn < today }])),
        );
      },
      // A draft that was never submitted may be removed only until its due day, unless it was created later. A
      // missing report therefore stays visible.
      mayChange: (verb, row) =>
        verb === 'update'
          ? isOpen(row)
          : row.status === 'draft' &&
            row.edition === 0 &&
            (row.dueOn >= dayOf(clock.now()) || dayOf(row.createdAt) > row.dueOn),
      mayMove: (move, _row, { userType }, isHead) =>
        move === 'send' || move === 'correct' ? userType === 'enterprise' && isHead : userType === 'regulator',
      async beforeCreate(tx, { enterpriseId, kind = 'month', period }) {
        const today = dayOf(clock.now());
        if (!isPeriod(kind, period))
          throw invalid({ field: 'period', msg: '月份应为 2026-10，季度应为 2026-Q3，年度应为 2026' });
        if (!enterpriseId) throw invalid({ field: 'enterpriseId', msg: '请选择企业' });
        const { from } = spanOf(kind, period);
        if (from > today) throw invalid({ field: 'period', msg: '不能填报还没有开始的时期' });
        await store.lockOpening(tx);
        if (await store.isOpen(tx, enterpriseId, kind, period))
          throw invalid({ field: 'period', msg: `${periodWords(kind, period)}的报告已经有了，请打开填写` });
        return {
          title: reportTitle(kind, period),
          dueOn: dueDay(kind, period, await settingsOf(tx)),
          filler: await nameOf(tx),
          filledAt: clock.now(),
        };
      },
      async beforeUpdate(tx, row, patch) {
        // Attachments of a submitted edition cannot be removed, but new ones can be added.
        const currentFiles = filesIn(row.files);
        if (patch.files && row.edition > 0) {
          const lost = currentFiles.find(({ id }) => !patch.files?.some((one) => one.id === id));
          if (lost) throw invalid({ field: 'files', msg: `附件“${lost.name}”已随前一版上报，不能移除，可以补充` });
        }
        return { filler: await nameOf(tx), filledAt: clock.now() };
      },
      async beforeMove(tx, move, row, input) {
        const now = clock.now();
        if (move === 'send') return sending(tx, row, input, now);
        if (move === 'correct') return undefined;
        const reason = (move === 'return' ? input['reason'] : input['opinion']) ?? null;
        const outcome = move === 'return' ? 'returned' : 'accepted';
        const by = tx.scope.userName;
        const reasonText = typeof reason === 'string' ? reason : null;
        await store.closeEdition(
          tx,
          { id: row.id, edition: row.edition },
          { outcome, at: now, by, reason: reasonText },
        );
        return {
          reviewer: by,
          reviewedAt: now,
          reason: move === 'return' ? reasonText : null,
          ...(move === 'accept' ? { acceptedEdition: row.edition } : {}),
        };
      },
      saved: (tx, ids) => kit.refreshTodos(tx, 'report', ids),
      async moved(tx, move, row) {
        await kit.refreshTodos(tx, 'report', [row.id]);
        await events.emit(tx, 'report.changed', { ids: [row.id], enterpriseIds: [ownerOf(row)] });
        if (move === 'accept' || move === 'return')
          await tell(
            tx,
            { kinds: ['enterprise'], permit: 'bus:report:edit', enterpriseId: ownerOf(row) },
            {
              type: '7',
              data: {
                title: move === 'accept' ? '月报已通过审核' : '月报被退回',
                text: row.title,
                path: pathOf(row.id),
              },
            },
          );
      },
    });

    /** Submits a report: freezes its figures and texts together with the signature of the enterprise's head. */
    async function sending(tx: Tx, row: ReportRow, input: Readonly<Record<string, unknown>>, now: Date) {
      if (dayOf(now) < spanOf(kindOf(row), periodOf(row)).to)
        throw new AppError('invalid', `${periodWords(kindOf(row), periodOf(row))}还没有结束，不能上报`);
      const words = wordsOf(row);
      const [first, ...rest] = problemsOf(kindOf(row), words);
      if (first) throw invalid(first, ...rest);
      const figures = await figuresOf(tx, row);
      if (markOf(figures) !== input['seen'])
        throw new AppError('conflict', changed, { current: (await reports.present(tx, [row]))[0] });
      // The cast is safe: the schema of this move requires the field.
      const signature = input['signature'] as { id: string; name: string };
      const enterpriseId = ownerOf(row);
      // The signature is stored permanently, because the submitted edition must always show it.
      await keepSignature(tx, 'signature', [signature], enterpriseId);
      const edition = row.edition + 1;
      const signer = await nameOf(tx);
      const filler = typeof row.filler === 'string' ? row.filler : signer;
      await store.addEditions(tx, [
        { reportId: row.id, enterpriseId, edition, figures, words, signature, signer, filler, sentAt: now },
      ]);
      return { edition, signer, sentAt: row.sentAt ?? now, reason: null, ...shownOf(figures) };
    }

    async function rowOf(tx: Tx, id: string): Promise<ReportRow> {
      const [row] = await reports.rowsWhere(tx, { id }, { limit: 1 });
      if (!row) throw new AppError('notFound');
      return row;
    }
    /** The head whose signature is all that a report lacks. */
    async function signerOf(tx: Tx, row: ReportRow) {
      if (!isOpen(row) || problemsOf(kindOf(row), wordsOf(row)).length > 0) return null;
      const [head] = await staff.byPost(tx, ownerOf(row), ['head']);
      return head ?? null;
    }
    async function sheetOf(tx: Tx, id: string): Promise<ReportSheet> {
      const row = await rowOf(tx, id);
      const [shown] = await reports.present(tx, [row]);
      if (!shown) throw new AppError('notFound');
      const editions = await store.editionsOf(tx, id);
      const last = editions[0];
      const frozen = !isOpen(row) && last !== undefined;
      const figures = frozen ? last.figures : await figuresOf(tx, row);
      const before = periodBefore(kindOf(row), periodOf(row));
      const [former] = await store.sentPeriods(tx, { enterpriseId: ownerOf(row), kind: kindOf(row), until: before }, 1);
      return {
        report: shown,
        figures,
        frozen,
        seen: markOf(figures),
        asOf: frozen ? last.sentAt : clock.now(),
        before: former?.period === before ? former.figures : [],
        awaitsSignatureOf: (await signerOf(tx, row))?.name ?? null,
        editions,
      };
    }

    /** Reporting rate (月报上报率) of the last month that has ended. */
    async function reportedOf(tx: Tx, area: string | undefined) {
      const asOf = clock.now();
      const today = dayOf(asOf);
      const period = lastEndedPeriod('month', today);
      const { from } = spanOf('month', period);
      const { owed, sent } = await store.countReported(tx, areaPrefix(area ?? ''), period, startOfDay(from));
      const isDue = today > dueDay('month', period, await settingsOf(tx));
      const figure = figureOf(reportMeasures.sent, { asOf, area }, sent, owed);
      // Before the due day a rate is meaningless, so only the two numbers are shown.
      return isDue ? figure : { ...figure, value: null };
    }
    enterprise.countsReports(reportedOf);

    return {
      ...reports,
      reportedOf,
      byPost: staff.byPost,
      sheet: (scope: Scope, { id }: { id: string }): Promise<ReportSheet> => db.read(scope, (tx) => sheetOf(tx, id)),
      compare: (scope: Scope, { id }: { id: string }): Promise<ComparedReport[]> =>
        db.read(scope, async (tx) => {
          const row = await rowOf(tx, id);
          const periods = await store.sentPeriods(
            tx,
            { enterpriseId: ownerOf(row), kind: kindOf(row), until: periodOf(row) },
            maxComparedPeriods,
          );
          return periods.map(({ words, status, ...rest }) => ({
            ...rest,
            status: reportStates[status as keyof typeof reportStates],
            investmentFen: words.investmentFen,
          }));
        }),
      pdf: async (scope: Scope, { id, edition }: { id: string; edition?: number | undefined }) => {
        const { report: shown, editions } = await db.read(scope, (tx) => sheetOf(tx, id));
        const selectedEdition = editions.find((one) => edition === undefined || one.edition === edition);
        if (!selectedEdition) throw new AppError('invalid', '还没有上报，没有可以打印的文书');
        const drawn = await drawnOf(kit.files, scope, [
          { role: 'party', name: selectedEdition.signer ?? '', file: selectedEdition.signature },
        ]);
        const picture = selectedEdition.signature === null ? undefined : drawn.get(selectedEdition.signature.id);
        const body = await setPdf(paperFile(shown, selectedEdition, picture ?? null));
        return { name: `${shown.title}-第${selectedEdition.edition}版.pdf`, type: 'application/pdf', body };
      },
      remindSigner: (scope: Scope, { id }: { id: string }): Promise<null> =>
        db.scoped(scope, async (tx) => {
          const row = await reports.lockRow(tx, id, undefined);
          const head = await signerOf(tx, row);
          if (!head) throw new AppError('invalid', '这份报告现在不需要签名');
          if (head.userId === null) throw new AppError('invalid', `${head.name}还没有账号，请当面提醒`);
          const [last] = await kit.audit.trailOf(tx, 'report', id, { calls: ['report.remindSigner'] }, 1);
          if (last && dayOf(last.at) === dayOf(clock.now())) throw new AppError('invalid', '今天已经提醒过');
          await tell(
            tx,
            { userIds: [head.userId] },
            { type: '7', data: { title: '请签名上报', text: row.title, path: pathOf(id) } },
          );
          await kit.audit.record(tx, {
            call: 'report.remindSigner',
            objectType: 'report',
            objectId: id,
            enterpriseId: ownerOf(row),
            note: `${row.title}：${head.name}`,
          });
          return null;
        }),
      remind: (scope: Scope, { ids }: { ids: readonly string[] }) =>
        db.scoped(scope, async (tx) => {
          const remindedRows = await store.takeReminders(tx, ids, dayOf(clock.now()));
          for (const row of remindedRows)
            await tell(
              tx,
              { kinds: ['enterprise'], permit: 'bus:report:edit', enterpriseId: row.enterprise_id },
              {
                type: '7',
                data: { title: '请补报安全月报', text: `${row.title}，截止 ${row.due_on}`, path: pathOf(row.id) },
              },
            );
          await kit.audit.recordAll(
            tx,
            remindedRows.map((row) => ({
              call: 'report.remind',
              objectType: 'report',
              objectId: row.id,
              enterpriseId: row.enterprise_id,
              note: row.title,
            })),
          );
          return { reminded: remindedRows.length, left: ids.length - remindedRows.length };
        }),
      /** Opens reports for ended periods, for every enterprise that must submit them. */
      openEnded: (scope: Scope) =>
        db.scoped(
          scope,
          async (tx) => {
            await store.lockOpening(tx);
            const settings = await settingsOf(tx);
            const now = clock.now();
            for (const kind of reportKinds) {
              const period = lastEndedPeriod(kind, dayOf(now));
              const { from } = spanOf(kind, period);
              const opened = await store.openPeriod(tx, {
                kind,
                period,
                title: reportTitle(kind, period),
                dueOn: dueDay(kind, period, settings),
                until: startOfDay(from),
                now,
              });
              for (let at = 0; at < opened.length; at += 500)
                await kit.refreshTodos(tx, 'report', opened.slice(at, at + 500));
            }
            return dayOf(now);
          },
          { statementMs: 60_000 },
        ),
    };
  },
  calls: reportCalls,
  daily: { open: { at: '10 0 * * *', run: (reports, scope) => reports.openEnded(scope) } },
  todos: ({ byPost }) => [reportSource(byPost)],
  ask: {
    'enterprise.removing': async (tx, { ids }, reports) =>
      (await reports.exists(tx, { enterpriseId: ids })) ? '名下还有安全月报，不能删除' : null,
  },
  seed: seedReports,
  seedDays: seedReportDays,
});
