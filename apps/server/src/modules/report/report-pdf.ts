// Creates the signed report as an A4 file: figures, texts of the enterprise and signature.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { ReportEdition } from '@anlan/contract/modules/report/views';
import { figureWords } from '@anlan/contract/modules/report/figure';
import type { Report } from '@anlan/contract/modules/report/resource';
import type { PdfContent, PdfPaper } from '#platform/pdf/index.ts';

const margin: [number, number, number, number] = [0, 3, 0, 1];
const across = 3;

function figures({ figures: all }: ReportEdition): PdfContent {
  const cells = all.map(({ label, note, ...figure }) => ({
    stack: [
      { text: label, fontSize: 8, color: '#555555' },
      { text: `${figureWords(figure)} ${figure.value === null ? '' : figure.unit}`, bold: true, fontSize: 12 },
      { text: note, fontSize: 8, color: '#555555' },
    ],
    margin,
  }));
  const rows = Array.from({ length: Math.ceil(cells.length / across) }, (_, at) =>
    Array.from({ length: across }, (_unused, place) => cells[at * across + place] ?? { text: '' }),
  );
  return {
    table: { widths: Array.from({ length: across }, () => '*'), dontBreakRows: true, body: rows },
    margin: [0, 4, 0, 10],
  };
}

function words({ words: texts }: ReportEdition, isMonth: boolean): PdfContent {
  const rows: [string, string][] = [
    ...(texts.investmentFen === null
      ? []
      : ([['自报安全投入', `${figureWords({ value: texts.investmentFen, unit: '元' })} 元`]] satisfies [
          string,
          string,
        ][])),
    ['主要工作', texts.mainWork ?? '—'],
    ['存在问题', texts.problems ?? '—'],
    [isMonth ? '下月计划' : '下期计划', texts.nextPlan ?? '—'],
    ['差异说明', texts.remark ?? '—'],
    ['附件', texts.files.map(({ name }) => name).join('、') || '无'],
  ];
  return {
    table: {
      widths: [90, '*'],
      body: rows.map(([label, text]) => [
        { text: label, bold: true, margin },
        { text, margin },
      ]),
    },
    fontSize: 10,
  };
}

export function paperFile(report: Report, edition: ReportEdition, drawn: string | null): PdfPaper {
  const sent = formatInstant(edition.sentAt).slice(0, 16);
  return {
    title: `${report.title} ${report.enterpriseName ?? ''}`,
    author: report.enterpriseName ?? '',
    foot: `${report.title}　第 ${edition.edition} 版`,
    content: [
      { text: report.title, fontSize: 18, bold: true, alignment: 'center' },
      { text: `${report.enterpriseName ?? ''}　第 ${edition.edition} 版`, alignment: 'center', margin: [0, 4, 0, 12] },
      { text: `系统数据（${sent} 上报时定格）`, bold: true },
      figures(edition),
      { text: '填报内容', bold: true, margin: [0, 0, 0, 4] },
      words(edition, report.kind === 'month'),
      {
        unbreakable: true,
        margin: [0, 18, 0, 0],
        columns: [
          { text: `填报人：${edition.filler ?? '—'}`, width: '*' },
          {
            width: 240,
            stack: [
              { text: '主要负责人（签名）：' },
              drawn === null ? { text: edition.signer ?? '' } : { image: drawn, fit: [150, 50] },
              { text: `上报时间：${sent}`, margin: [0, 6, 0, 0] },
            ],
          },
        ],
      },
      ...(edition.outcome === null
        ? []
        : [
            {
              text: `${edition.outcome === 'accepted' ? '审核通过' : '退回'}：${edition.outcomeBy ?? ''} ${edition.outcomeAt ? formatInstant(edition.outcomeAt).slice(0, 16) : ''}${edition.reason ? `　${edition.reason}` : ''}`,
              margin: [0, 14, 0, 0] as [number, number, number, number],
              fontSize: 10,
            },
          ]),
    ],
  };
}
