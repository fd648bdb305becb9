// The training record sheet (培训记录表) as A4 PDF: content, time, teacher, and attendance with signatures.
import type { PdfContent, PdfPaper } from '#platform/pdf/index.ts';
import type { Drawn } from './card-file.ts';

const margin: [number, number, number, number] = [0, 3, 0, 1];

export interface SheetLine {
  readonly name: string;
  readonly department: string | null;
  /** Texts printed beside the name: hours, score, arrival. */
  readonly notes: readonly string[];
  readonly signature: { id: string } | null;
}
export interface RecordSheet {
  readonly enterpriseName: string;
  readonly title: string;
  /** Facts in the head of the sheet. A fact with a long text gets its own row. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly content: string | null;
  readonly headings: readonly { label: string; width: number }[];
  readonly people: readonly SheetLine[];
  readonly summary: string;
  readonly teacher: string;
  readonly madeOn: string;
}

export function sheetPaper(sheet: RecordSheet, drawn: Drawn): PdfPaper {
  const cell = (text: string, bold = false) => ({ text, bold, margin });
  const pairs = Array.from({ length: Math.ceil(sheet.facts.length / 2) }, (_, at) =>
    [0, 1].flatMap((place) => {
      const [label = '', text = ''] = sheet.facts[at * 2 + place] ?? [];
      return [cell(label, true), cell(text)];
    }),
  );
  const wide = (label: string, text: string) => [cell(label, true), { ...cell(text), colSpan: 3 }, {}, {}];
  const people: PdfContent = {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [28, 70, '*', ...sheet.headings.map(({ width }) => width), 84],
      body: [
        ['序号', '姓名', '部门', ...sheet.headings.map(({ label }) => label), '签名'].map((text) => cell(text, true)),
        ...sheet.people.map((one, at) => {
          const picture = one.signature ? drawn.get(one.signature.id) : undefined;
          return [
            cell(String(at + 1)),
            cell(one.name),
            cell(one.department ?? ''),
            ...sheet.headings.map((_, place) => cell(one.notes[place] ?? '')),
            picture === undefined ? cell(' ') : { image: picture, fit: [78, 26] as [number, number], margin },
          ];
        }),
      ],
    },
    fontSize: 9,
    margin: [0, 6, 0, 10],
  };
  return {
    title: `培训记录表 ${sheet.title}`,
    author: sheet.enterpriseName,
    foot: `安全教育培训记录表　${sheet.title}`,
    content: [
      { text: '安全教育培训记录表', fontSize: 18, bold: true, alignment: 'center' },
      { text: sheet.enterpriseName, alignment: 'center', margin: [0, 4, 0, 10] },
      {
        table: {
          widths: [62, '*', 62, '*'],
          body: [
            wide('培训主题', sheet.title),
            ...pairs,
            ...(sheet.content === null ? [] : [wide('培训内容', sheet.content)]),
          ],
        },
        fontSize: 10,
        margin: [0, 0, 0, 10],
      },
      { text: sheet.summary, fontSize: 10 },
      people,
      {
        unbreakable: true,
        fontSize: 10,
        columns: [
          { text: `授课人（签名）：${sheet.teacher}`, width: '*' },
          { text: `单位（盖章）：\n生成日期：${sheet.madeOn}`, width: 200 },
        ],
      },
    ],
  };
}
