/** educationReport: the monthly report of learning (教育月报), counted from its rows whenever it is read. */
import { dayOf } from '@anlan/contract/domain/instant';
import { educationReportCalls } from '@anlan/contract/modules/education-report/calls';
import type { EducationYear } from '@anlan/contract/modules/education-report/views';
import { periodBefore } from '@anlan/contract/modules/report/period';
import type { InputOf } from '@anlan/contract/http/dialect';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { classSessionModule } from '../class-session/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { learningTaskModule } from '../learning/index.ts';
import { educationPaper } from './paper-file.ts';
import { countMonths, pageOfFirms } from './store.ts';

type Calls = typeof educationReportCalls;
const shown = 12;

/** The module educationReport. */
export const educationReportModule = defineModule('educationReport', {
  needs: { enterprise: enterpriseModule, learningTask: learningTaskModule, classSession: classSessionModule },
  open({ kit: { db, clock }, enterprise }) {
    function demandPast(month: string): void {
      if (month > dayOf(clock.now()).slice(0, 7)) throw invalid({ field: 'month', msg: '不能查看还没有开始的月份' });
    }
    async function yearOf(tx: Tx, { enterpriseId, month }: InputOf<Calls['year']>): Promise<EducationYear> {
      const id = enterpriseId ?? tx.scope.enterpriseId;
      if (id === null) throw invalid({ field: 'enterpriseId', msg: '请选择企业' });
      const card = (await enterprise.cards(tx, [id])).get(id);
      if (!card) throw new AppError('notFound', '没有这家企业，或不在您的管辖范围');
      const months = Array.from({ length: shown - 1 }, (_, back) => periodBefore('month', month, back + 1));
      const found = await countMonths(tx, [id], [month, ...months]);
      return {
        id,
        name: card.name,
        months: found.map(({ id: _, ...one }) => one).toSorted((one, other) => (one.month < other.month ? 1 : -1)),
      };
    }
    return {
      year: (scope: Scope, input: InputOf<Calls['year']>) => {
        demandPast(input.month);
        return db.scoped(scope, (tx) => yearOf(tx, input), { readOnly: true });
      },
      firms: (scope: Scope, { filter: { month, keyword }, page, size }: InputOf<Calls['firms']>) => {
        demandPast(month);
        return db.scoped(
          scope,
          async (tx) => {
            const { rows, total } = await pageOfFirms(tx, { keyword, limit: size, offset: (page - 1) * size });
            const found = new Map(
              (
                await countMonths(
                  tx,
                  rows.map(({ id }) => id),
                  [month],
                )
              ).map((one) => [one.id, one]),
            );
            return {
              rows: rows.flatMap((row) => {
                const counted = found.get(row.id);
                return counted ? [{ ...counted, ...row }] : [];
              }),
              total,
              page,
              size,
            };
          },
          { readOnly: true },
        );
      },
      pdf: async (scope: Scope, input: InputOf<Calls['pdf']>) => {
        demandPast(input.month);
        const year = await db.scoped(scope, (tx) => yearOf(tx, input), { readOnly: true });
        const body = await setPdf(educationPaper(year, dayOf(clock.now())), scope.tenantId);
        return { name: `教育月报-${year.name}-${input.month}.pdf`, type: 'application/pdf', body };
      },
    };
  },
  calls: educationReportCalls,
});
