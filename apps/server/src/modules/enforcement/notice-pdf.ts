// A notice as an A4 PDF: the text of the screen, plus signatures, stamp and QR code.
import {
  dateInWords,
  paperText,
  type NoticePaper,
  type PaperLine,
} from '@anlan/contract/modules/enforcement/notice-paper';
import type { PdfContent, PdfPaper } from '#platform/pdf/index.ts';

const red = '#b00000';
const gap = '　　　　　　';
// The PDF library cannot draw text along a curve, so each character of the stamp is placed separately.
const sealWords = [...'演示印章·非真实印章'];
const sealSigns = sealWords
  .map((sign, at) => {
    const turn = -120 + (240 / (sealWords.length - 1)) * at;
    return `<text x="60" y="22" transform="rotate(${turn} 60 60)" fill="#c81e1e" font-family="Sans" font-size="11" text-anchor="middle">${sign}</text>`;
  })
  .join('');
/** A demo stamp. Its text says that it is not a real stamp. */
const seal = `<svg viewBox="0 0 120 120" width="104" height="104"><circle cx="60" cy="60" r="56" fill="none" stroke="#c81e1e" stroke-width="3"/><path d="m60 40 5.900 13.600 14.700 1.300-11.100 9.700 3.300 14.400L60 71.400 47.200 79l3.300-14.400-11.100-9.700 14.700-1.300z" fill="#c81e1e"/>${sealSigns}</svg>`;

const withdrawnStamp = `<svg viewBox="0 0 240 120" width="140" height="70"><g transform="rotate(-16 120 60)"><rect x="30" y="28" width="180" height="64" rx="6" fill="none" stroke="${red}" stroke-width="4"/><text x="120" y="74" fill="${red}" font-family="Sans" font-size="40" font-weight="bold" text-anchor="middle">已撤销</text></g></svg>`;
const withdrawnMark = (words: string): PdfContent[] => [
  { svg: withdrawnStamp, width: 140, absolutePosition: { x: 400, y: 96 } },
  { text: words, color: red, bold: true, margin: [0, 0, 0, 12] },
];

const underlined = (text: string | null) => ({ text: text ?? gap, decoration: 'underline' as const });
const lineOf = (line: PaperLine): PdfContent => ({
  text: line.map((part) => (typeof part === 'string' ? part : underlined(part.blank))),
  leadingIndent: 22,
  margin: [0, 2, 0, 2],
});

/** Signature images as data URLs, by file id. */
export type Drawn = ReadonlyMap<string, string>;

const signOf = (name: string, file: { id: string } | null | undefined, drawn: Drawn): PdfContent => {
  const picture = file ? drawn.get(file.id) : undefined;
  return picture === undefined ? { text: name } : { image: picture, fit: [110, 36] };
};

function signatures({ notice }: NoticePaper, drawn: Drawn): PdfContent[] {
  const party = notice.signatures.filter(({ role }) => role === 'party');
  const signed = (name: string) => notice.signatures.find((one) => one.role === 'inspector' && one.name === name)?.file;
  const row = (label: string, sign: PdfContent, end: string): PdfContent => ({
    columns: [
      { text: label, width: 160 },
      { stack: [sign], width: '*' },
      { text: end, width: 150 },
    ],
    margin: [0, 4, 0, 4],
    fontSize: 10,
    unbreakable: true,
  });
  return [
    ...notice.inspectors.map(({ name, paperNo }, at) =>
      row(at === 0 ? '行政执法人员（签名）：' : '', signOf(name, signed(name), drawn), `证号：${paperNo ?? ''}`),
    ),
    ...party.map(({ name, file, refused }) =>
      row(
        '被检查单位负责人（签名）：',
        refused ? { text: `拒绝签名，原因：${refused}` } : signOf(name, file, drawn),
        dateInWords(notice.issuedAt),
      ),
    ),
  ];
}

function matters({ notice }: NoticePaper, heading: string): PdfContent[] {
  if (notice.items.length === 0) return [];
  // The line height is larger than the letters, so unequal margins centre the text in its cell.
  const margin: [number, number, number, number] = [0, 3, 0, 1];
  const head = (text: string) => ({ text, bold: true, alignment: 'center' as const, margin });
  return [
    {
      margin: [0, 6, 0, 6],
      fontSize: 10,
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [30, '*', 110, 56],
        body: [
          ['序号', heading, '依据条款', '证据'].map(head),
          ...notice.items.map(({ text, clause, photos = [] }, at) => [
            { text: String(at + 1), alignment: 'center' as const, margin },
            { text, margin },
            { text: clause ?? '', margin },
            { text: photos.length > 0 ? `照片 ${photos.length} 张` : '', margin },
          ]),
        ],
      },
    },
  ];
}

/** Builds the PDF of a notice. `address`: the URL in the QR code; null if unknown. */
export function paperFile(paper: NoticePaper, drawn: Drawn, address: string | null): PdfPaper {
  const { notice, authority, check } = paper;
  const { title, matters: heading, before, after, measures, withdrawn } = paperText(paper);
  const whole = measures.length > 0 ? after.slice(1) : after;
  const refusal = notice.signatures.some(({ role }) => role === 'party')
    ? []
    : ['拒绝签名的，由执法人员在此注明：[　] 拒绝签名　理由　__________________________'];
  return {
    title: `${title} ${notice.no}`,
    author: authority,
    foot: `${notice.no}　核验码 ${check}${withdrawn === null ? '' : '　已撤销'}`,
    content: [
      { text: authority, fontSize: 22, bold: true, color: red, alignment: 'center', characterSpacing: 2 },
      {
        canvas: [
          { type: 'line', x1: 0, y1: 0, x2: 471, y2: 0, lineWidth: 2, lineColor: red },
          { type: 'line', x1: 0, y1: 4, x2: 471, y2: 4, lineWidth: 0.7, lineColor: red },
        ],
        margin: [0, 4, 0, 16],
      },
      { text: title, fontSize: 18, bold: true, alignment: 'center' },
      { text: notice.no, fontSize: 10, alignment: 'center', margin: [0, 0, 0, 12] },
      ...(withdrawn === null ? [] : withdrawnMark(withdrawn)),
      { text: [underlined(notice.enterpriseName), '：'], margin: [0, 0, 0, 4] },
      ...before.map(lineOf),
      ...matters(paper, heading),
      ...(notice.basis ? [lineOf([`依据：${notice.basis}`])] : []),
      ...(measures.length > 0
        ? [...after.slice(0, 1).map(lineOf), { ol: [...measures], margin: [24, 2, 0, 2] } satisfies PdfContent]
        : []),
      ...whole.map(lineOf),
      { stack: signatures(paper, drawn), margin: [0, 10, 0, 0] },
      {
        unbreakable: true,
        margin: [0, 12, 0, 16],
        stack: [
          { svg: seal, width: 104, alignment: 'right' },
          { text: authority, alignment: 'right', margin: [0, -62, 10, 0] },
          { text: dateInWords(notice.issuedAt), alignment: 'right', margin: [0, 0, 10, 24] },
        ],
      },
      {
        unbreakable: true,
        stack: [
          { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 471, y2: 0, lineWidth: 0.7, lineColor: '#777777' }] },
          {
            margin: [0, 10, 0, 0],
            fontSize: 9,
            columns: [
              ...(address === null ? [] : [{ qr: address, fit: 90, eccLevel: 'M' as const, width: 100 }]),
              {
                width: '*',
                stack: [
                  ...(withdrawn === null ? [{ text: '扫码签收、逐项回复并上传整改证据', bold: true }, ...refusal] : []),
                  '本文书一式两份：一份由本机关备案，一份交被检查单位。',
                  { text: '印章为演示图样，没有效力。', color: '#777777' },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
}
