// Creates a notice card as an A4 file. It has the same texts and signs as the card on the screen.
import { dayOf } from '@anlan/contract/domain/instant';
import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import { cycleFor, cycleWords, layerWords } from '@anlan/contract/modules/risk-point/check-cycle';
import { controlKinds, type ControlKind } from '@anlan/contract/modules/risk-point/hazards-controls';
import { riskLevels } from '@anlan/contract/modules/risk-point/risk-methods';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { signsFor, type Sign } from '@anlan/contract/modules/risk-point/card-signs';
import type { RiskCard } from '@anlan/contract/modules/risk-point/views';
import type { PdfCell, PdfContent, PdfPaper } from '#platform/pdf/index.ts';

const levels: Readonly<Record<RiskLevel, { word: string; color: string; pale: string; full: string; ink: string }>> = {
  major: { word: '重大风险', color: '红', pale: '#f5c0bd', full: '#c8281e', ink: '#ffffff' },
  considerable: { word: '较大风险', color: '橙', pale: '#f9d3ac', full: '#f08a24', ink: '#10151c' },
  general: { word: '一般风险', color: '黄', pale: '#fdeca6', full: '#f3c80c', ink: '#10151c' },
  low: { word: '低风险', color: '蓝', pale: '#bed8fb', full: '#1b63c4', ink: '#ffffff' },
};
const margin: [number, number, number, number] = [4, 6, 4, 4];
const head = (text: string): PdfCell => ({ text, bold: true, alignment: 'center', fillColor: '#f3f5f9', margin });
const wide = (content: Exclude<PdfContent, string | unknown[]>): PdfCell[] => [
  Object.assign(content, { colSpan: 3, margin }),
  {},
  {},
];

/**
 * Bar of the four risk levels. The point's own level has a frame, a mark and larger text, so that it is clear without
 * colour.
 */
const band = (level: RiskLevel | null): PdfContent => ({
  margin: [0, 10, 0, 0],
  table: {
    widths: ['*', '*', '*', '*'],
    body: [
      riskLevels.map((each) => {
        const { word, color, pale, full, ink } = levels[each];
        const isIt = each === level;
        return {
          text: [isIt ? `【${word}】` : word, { text: ` ${color}`, fontSize: 9, bold: false }],
          bold: true,
          fontSize: isIt ? 15 : 11,
          alignment: 'center',
          fillColor: isIt ? full : pale,
          border: [isIt, isIt, isIt, isIt],
          color: isIt ? ink : '#10151c',
          margin: isIt ? [0, 6, 0, 3] : [0, 9, 0, 6],
        } satisfies PdfCell;
      }),
    ],
  },
});

const picture = ({ kind, drawn }: Sign): string =>
  `<svg viewBox="0 0 64 64" width="64" height="64">${
    kind === 'warning'
      ? `<path d="M32 5 61 57H3Z" fill="#ffcc00" stroke="#111111" stroke-width="4" stroke-linejoin="round"/><g transform="translate(4.5 7.5) scale(0.86)"><path d="${drawn}" fill="#111111"/></g>`
      : `<circle cx="32" cy="32" r="29" fill="#0b55a8"/><path d="${drawn}" fill="#ffffff"/>`
  }</svg>`;
const signOf = (sign: Sign) => ({
  width: 58,
  stack: [
    { svg: picture(sign), width: 46, alignment: 'center' as const },
    {
      text: sign.label,
      fontSize: 8,
      alignment: 'center' as const,
      margin: [0, 4, 0, 0] as [number, number, number, number],
    },
  ],
});

/** `address` is the target of the QR code; null when it is not known. */
export function cardFile(card: RiskCard, point: RiskPoint, address: string | null): PdfPaper {
  const { enterpriseName, accidents, ownerPhone, safety, at } = card;
  const texts = (kind: ControlKind) => point.controls.filter((one) => one.kind === kind).map(({ text }) => text);
  const kinds = (Object.keys(controlKinds) as ControlKind[]).filter(
    (kind) => kind !== 'emergency' && texts(kind).length > 0,
  );
  const signs = signsFor(
    accidents.map(({ code }) => code),
    texts('protection'),
  );
  const cycle = cycleWords(cycleFor(point.controlLayer, point.checkCycle, point.cycles));
  return {
    title: `安全风险告知卡 ${point.no}`,
    author: enterpriseName,
    foot: [safety && `安全员 ${safety.name}　${safety.phone ?? ''}`, `${dayOf(at)} 打印`].filter(Boolean).join('　　'),
    content: [
      {
        columns: [
          {
            width: '*',
            stack: [
              { text: '安全风险告知卡', fontSize: 26, bold: true, characterSpacing: 1 },
              { text: `${enterpriseName}　${point.no}　第 ${point.edition} 版`, fontSize: 9, color: '#465266' },
            ],
          },
          {
            width: 120,
            text: `评估日期 ${point.assessedOn ?? '—'}\n下次评估 ${point.nextAssessOn ?? '—'}`,
            fontSize: 9,
            color: '#465266',
            alignment: 'right',
            margin: [0, 20, 0, 0],
          },
        ],
      },
      band(point.level),
      {
        fontSize: 12,
        table: {
          dontBreakRows: true,
          widths: [60, '*', 60, 130],
          body: [
            [
              head('风险点'),
              { text: point.name, bold: true, fontSize: 14, margin },
              head('位置'),
              { text: point.place ?? '', margin },
            ],
            [
              head('责任人'),
              { text: `${point.ownerName ?? ''}　${ownerPhone ?? ''}`, margin },
              head('管控层级'),
              { text: `${layerWords[point.controlLayer]} · ${cycle}检查`, margin },
            ],
            [head('主要危险'), ...wide({ ol: point.hazards.map(({ text }) => text) })],
            [head('可能事故'), ...wide({ text: accidents.map(({ label }) => label).join('、') || '—', bold: true })],
            [
              head('管控措施'),
              ...wide({
                stack: kinds.map((kind) => ({
                  columns: [
                    { text: controlKinds[kind], bold: true, width: 60 },
                    { text: texts(kind).join('；'), width: '*' },
                  ],
                })),
              }),
            ],
            [
              head('应急处置'),
              ...wide({
                ol: [...texts('emergency'), '报告班组长与安全员，保护现场；有人受伤拨打 120，火警 119'],
              }),
            ],
            [
              { columns: signs.map(signOf), columnGap: 4, colSpan: 3, margin: [4, 28, 4, 12] },
              {},
              {},
              {
                margin: [4, 12, 4, 8],
                stack: [
                  ...(address === null
                    ? []
                    : [{ qr: address, fit: 108, eccLevel: 'M' as const, alignment: 'center' as const }]),
                  { text: '扫码检查或上报隐患', bold: true, fontSize: 9, alignment: 'center', margin: [0, 6, 0, 0] },
                  ...(card.code === null
                    ? [{ text: '此码不能证明到点，请勿张贴', fontSize: 8, alignment: 'center' as const }]
                    : []),
                ],
              },
            ],
          ],
        },
      },
    ],
  };
}
