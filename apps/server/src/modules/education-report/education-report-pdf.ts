// PDF page with an enterprise's training numbers of a month and the eleven months before it.
import { educationFigures, formatShare, hoursText } from '@anlan/contract/modules/education-report/figures';
import type { EducationOfFirm, EducationYear } from '@anlan/contract/modules/education-report/views';
import { periodWords } from '@anlan/contract/modules/report/period';
import type { PdfPaper } from '#platform/pdf/index.ts';
import { totalsOf } from './region.ts';

const margin: [number, number, number, number] = [0, 3, 0, 1];

export function educationPaper({ id, name, months }: EducationYear, madeOn: string): PdfPaper {
  const [now] = months;
  const title = `${now ? periodWords('month', now.month) : ''}安全教育月报`;
  const cell = (text: string, bold = false) => ({ text, bold, margin });
  return {
    title: `${title} ${name}`,
    author: name,
    foot: title,
    content: [
      { text: title, fontSize: 18, bold: true, alignment: 'center' },
      { text: name, alignment: 'center', margin: [0, 4, 0, 12] },
      {
        table: {
          headerRows: 1,
          widths: [90, 110, '*'],
          body: [
            ['项目', '数量', '说明'].map((text) => cell(text, true)),
            ...(now ? educationFigures(now, id) : []).map(({ label, text, note }) => [
              cell(label, true),
              cell(text),
              cell(note),
            ]),
          ],
        },
        fontSize: 10,
        margin: [0, 0, 0, 14],
      },
      { text: '近十二个月', bold: true, margin: [0, 0, 0, 4] },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [56, '*', '*', '*', '*', '*', '*', '*'],
          body: [
            ['月份', '计划', '应训', '完成', '完成率', '学时', '考试合格', '会议培训'].map((text) => cell(text, true)),
            ...months.map((one) =>
              [
                one.month,
                String(one.plans),
                String(one.due),
                String(one.passed),
                formatShare(one.passed, one.due),
                hoursText(one.onlineHours + one.offlineHours),
                formatShare(one.examPassed, one.examined),
                String(one.talks + one.meetings + one.classes),
              ].map((text) => cell(text)),
            ),
          ],
        },
        fontSize: 9,
      },
      { text: `数据由系统按原始记录统计，${madeOn} 生成。`, fontSize: 9, margin: [0, 12, 0, 0] },
    ],
  };
}

/** PDF page of a regulator: the totals of a month and one line for each enterprise. */
export function regionPaper(month: string, rows: readonly EducationOfFirm[], madeOn: string): PdfPaper {
  const title = `${periodWords('month', month)}安全教育月报`;
  const heads = ['企业', '计划', '应训', '完成', '完成率', '学时', '考试合格', '会议培训'];
  const line = (name: string, one: Omit<EducationOfFirm, 'id' | 'name'>) =>
    [
      name,
      String(one.plans),
      String(one.due),
      String(one.passed),
      formatShare(one.passed, one.due),
      hoursText(one.onlineHours + one.offlineHours),
      formatShare(one.examPassed, one.examined),
      String(one.talks + one.meetings + one.classes),
    ].map((text) => ({ text, margin }));
  return {
    title,
    author: '监管部门',
    foot: title,
    content: [
      { text: title, fontSize: 18, bold: true, alignment: 'center', margin: [0, 0, 0, 12] },
      {
        table: {
          headerRows: 2,
          dontBreakRows: true,
          widths: ['*', 36, 36, 36, 48, 44, 52, 52],
          body: [
            heads.map((text) => ({ text, bold: true, margin })),
            line(`合计（${rows.length} 家）`, totalsOf(month, rows)).map((cell) => ({ ...cell, bold: true })),
            ...rows.map((row) => line(row.name, row)),
          ],
        },
        fontSize: 9,
      },
      { text: `数据由系统按原始记录统计，${madeOn} 生成。`, fontSize: 9, margin: [0, 12, 0, 0] },
    ],
  };
}
