// The card of three-level safety education (三级安全教育卡) on A4, one page per person.
import { dayOf } from '@anlan/contract/domain/instant';
import { trainingLevels, type TrainingLevel } from '@anlan/contract/modules/learning/plan';
import type { PdfCell, PdfContent, PdfPaper } from '#platform/pdf/index.ts';
import type { CardLesson, CardPerson } from './card-store.ts';

const margin: [number, number, number, number] = [0, 4, 0, 2];
const levelWords: Readonly<Record<TrainingLevel, string>> = {
  company: '公司级',
  workshop: '车间级',
  team: '班组级',
};

export interface Card {
  readonly person: CardPerson;
  readonly lessons: readonly CardLesson[];
  readonly hoursAsked: number;
}
export interface CardWords {
  readonly gender: ReadonlyMap<string, string>;
  readonly postKind: ReadonlyMap<string, string>;
}
export type Drawn = ReadonlyMap<string, string>;

const done = ({ status }: CardLesson) => status === 'passed' || status === 'exempted';

export function conclusionOf({ lessons }: Pick<Card, 'lessons'>): string {
  const open = trainingLevels.filter((level) => {
    const mine = lessons.filter((one) => one.level === level);
    return mine.length === 0 || !mine.every(done);
  });
  return open.length === 0
    ? '三级安全教育均已完成'
    : `尚未完成：${open.map((level) => levelWords[level]).join('、')}安全教育`;
}

function facts({ person }: Card, words: CardWords): PdfContent {
  const cells: [string, string][] = [
    ['姓名', person.name],
    ['性别', words.gender.get(person.gender ?? '') ?? ''],
    ['部门', person.department],
    ['班组', person.team ?? ''],
    ['岗位', person.postName ?? words.postKind.get(person.postKind) ?? ''],
    ['入职日期', person.hiredOn],
  ];
  const rows = [0, 2, 4].map((at) =>
    cells.slice(at, at + 2).flatMap(([label, text]) => [
      { text: label, bold: true, margin },
      { text, margin },
    ]),
  );
  return { table: { widths: [56, '*', 56, '*'], body: rows }, fontSize: 10, margin: [0, 0, 0, 12] };
}

function rowsOf(label: string, lessons: readonly CardLesson[], drawn: Drawn): PdfCell[][] {
  const level = (many: number) => ({ text: label, bold: true, margin, rowSpan: many });
  // A level without a plan gets an empty row, which can be filled in by hand.
  if (lessons.length === 0)
    return [[level(1), ...Array.from({ length: 6 }, () => ({ text: ' ', margin: [0, 18, 0, 18] as typeof margin }))]];
  return lessons.map((one, at): PdfCell[] => {
    const picture = one.signature ? drawn.get(one.signature.id) : undefined;
    return [
      at === 0 ? level(lessons.length) : {},
      { text: one.status === 'exempted' ? `${one.title}（免修）` : one.title, margin },
      { text: `${round(one.hours)}`, margin },
      { text: one.score === null ? '' : `${one.score}`, margin },
      { text: one.passedAt === null ? '' : dayOf(one.passedAt), margin },
      { stack: [{ text: one.teacher ?? '' }, { text: ' ', fontSize: 14 }], margin },
      picture === undefined ? { text: ' ', margin } : { image: picture, fit: [70, 30] as [number, number], margin },
    ];
  });
}

export function cardPage(card: Card, words: CardWords, drawn: Drawn, madeOn: string): PdfContent[] {
  const { person, lessons } = card;
  const others = lessons.filter(({ level }) => level === null);
  const sum = round(lessons.filter(done).reduce((all, { hours }) => all + hours, 0));
  return [
    { text: '三级安全教育卡', fontSize: 20, bold: true, alignment: 'center' },
    { text: person.enterpriseName, alignment: 'center', margin: [0, 4, 0, 12] },
    facts(card, words),
    {
      table: {
        headerRows: 1,
        dontBreakRows: true,
        widths: [40, '*', 32, 32, 62, 70, 74],
        body: [
          ['层级', '教育内容', '学时', '成绩', '完成日期', '教育人及签名', '受教育人签名'].map((text) => ({
            text,
            bold: true,
            margin,
          })),
          ...trainingLevels.flatMap((level) =>
            rowsOf(
              levelWords[level],
              lessons.filter((one) => one.level === level),
              drawn,
            ),
          ),
          ...(others.length > 0 ? rowsOf('其他岗前', others, drawn) : []),
        ],
      },
      fontSize: 9,
    },
    {
      text: `完成学时合计 ${sum} 学时（岗前教育应不少于 ${card.hoursAsked} 学时）。${conclusionOf(card)}。`,
      margin: [0, 12, 0, 24],
      fontSize: 10,
    },
    {
      unbreakable: true,
      fontSize: 10,
      columns: [
        { text: '安全管理人员（签名）：', width: '*' },
        { text: `单位（盖章）：\n生成日期：${madeOn}`, width: 200 },
      ],
    },
  ];
}

export function cardPaper(
  cards: readonly Card[],
  words: CardWords,
  drawn: Drawn,
  { madeOn, isPart }: { madeOn: string; isPart: boolean },
): PdfPaper {
  const [first] = cards;
  return {
    title: cards.length === 1 ? `三级安全教育卡 ${first?.person.name ?? ''}` : '三级安全教育卡',
    author: first?.person.enterpriseName ?? '',
    foot: '三级安全教育卡',
    unnumbered: isPart,
    content: cards.map((card, at) => ({
      stack: cardPage(card, words, drawn, madeOn),
      ...(at > 0 ? { pageBreak: 'before' as const } : {}),
    })),
  };
}

const round = (hours: number) => Math.round(hours * 100) / 100;
