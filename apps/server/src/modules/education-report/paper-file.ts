// A month of learning of one enterprise on A4: its figures, and the eleven months before it.
import { educationFigures, shareWords } from '@anlan/contract/modules/education-report/figures';
import type { EducationYear } from '@anlan/contract/modules/education-report/views';
import { periodWords } from '@anlan/contract/modules/report/period';
import type { PdfPaper } from '#platform/pdf/index.ts';

const margin: [number, number, number, number] = [0, 3, 0, 1];

/** The paper of the last of some months. */
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
                shareWords(one.passed, one.due),
                String(Math.round((one.onlineHours + one.offlineHours) * 10) / 10),
                shareWords(one.examPassed, one.examined),
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
