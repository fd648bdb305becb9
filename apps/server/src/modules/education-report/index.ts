/** educationReport: monthly training report (教育月报). It is computed on every read, not stored. */
import { dayOf } from '@anlan/contract/domain/instant';
import { educationReportCalls } from '@anlan/contract/modules/education-report/calls';
import type { EducationYear } from '@anlan/contract/modules/education-report/views';
import { periodBefore } from '@anlan/contract/modules/report/period';
import type { InputOf } from '@anlan/contract/http/call-table';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { classSessionModule } from '../class-session/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { learningTaskModule } from '../learning/index.ts';
import { educationPaper, regionPaper } from './education-report-pdf.ts';
import { createRegionExport, pageOfRegion, readAll, totalsOf } from './region.ts';
import { countMonths } from './store.ts';

type Calls = typeof educationReportCalls;
const shown = 12;

export const educationReportModule = defineModule('educationReport', {
  needs: { enterprise: enterpriseModule, learningTask: learningTaskModule, classSession: classSessionModule },
  open({ kit, enterprise }) {
    const { db, clock } = kit;
    const exportRegion = createRegionExport(kit);
    function demandPast(month: string): void {
      if (month > dayOf(clock.now()).slice(0, 7)) throw invalid({ field: 'month', msg: '不能查看还没有开始的月份' });
    }
    async function yearOf(tx: Tx, { enterpriseId, month }: InputOf<Calls['year']>): Promise<EducationYear> {
      const id = enterpriseId ?? tx.scope.enterpriseId;
      if (id === null) throw invalid({ field: 'enterpriseId', msg: '请选择企业' });
      const card = (await enterprise.cards(tx, [id])).get(id);
      if (!card) throw new AppError('notFound', '没有这家企业，或不在您的管辖范围');
      const months = Array.from({ length: shown - 1 }, (_, back) => periodBefore('month', month, back + 1));
      const countedMonths = await countMonths(tx, [id], [month, ...months]);
      return {
        id,
        name: card.name,
        months: countedMonths
          .map(({ id: _, ...one }) => one)
          .toSorted((one, other) => (one.month < other.month ? 1 : -1)),
      };
    }
    return {
      year: (scope: Scope, input: InputOf<Calls['year']>) => {
        demandPast(input.month);
        return db.read(scope, (tx) => yearOf(tx, input));
      },
      firms: (scope: Scope, input: InputOf<Calls['firms']>) => {
        demandPast(input.filter.month);
        return db.read(scope, (tx) => pageOfRegion(tx, input));
      },
      totals: (scope: Scope, input: InputOf<Calls['totals']>) => {
        demandPast(input.month);
        return db.read(scope, async (tx) => totalsOf(input.month, await readAll(tx, input)));
      },
      export: (scope: Scope, input: InputOf<Calls['export']>) => {
        demandPast(input.filter.month);
        return exportRegion(scope, input);
      },
      pdf: async (scope: Scope, input: InputOf<Calls['pdf']>) => {
        demandPast(input.month);
        const madeOn = dayOf(clock.now());
        const isRegion = input.enterpriseId === undefined && scope.enterpriseId === null;
        const { name, paper } = await db.read(scope, async (tx) => {
          if (isRegion) return { name: '全部企业', paper: regionPaper(input.month, await readAll(tx, input), madeOn) };
          const year = await yearOf(tx, input);
          return { name: year.name, paper: educationPaper(year, madeOn) };
        });
        const body = await setPdf(paper, scope.tenantId);
        return { name: `教育月报-${name}-${input.month}.pdf`, type: 'application/pdf', body };
      },
    };
  },
  calls: educationReportCalls,
});
