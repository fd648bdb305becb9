// How hazards, controls and factors stand in the cells of a sheet: one entry a line, values by their letters.
import type { CellWords } from '../../kit/cell-words.ts';
import { controlKinds, type ControlKind } from './measures.ts';

const linesOf = (text: string) =>
  text
    .split(/\r?\n|；/)
    .map((line) => line.replace(/^\s*\d+[.、)）]\s*/, '').trim())
    .filter(Boolean);
const kindOf = new Map<string, ControlKind>(
  Object.entries(controlKinds).map(([kind, label]) => [label, kind as ControlKind]),
);

/** Hazards, one a line; what accidents they may end in is chosen in the form. */
export const hazardCells: CellWords = {
  read: (text) => linesOf(text).map((line) => ({ text: line, accidentTypes: [] })),
  example: '滑块下行区域无防护时手部进入\n液压系统超压、泄漏',
};
/** Controls, one a line, with their kind before a colon; without one it is a management control. */
export const controlCells: CellWords = {
  read: (text) =>
    linesOf(text).map((line) => {
      const [, label = '', rest = ''] = /^(.{2,6}?)[：:]\s*(.+)$/.exec(line) ?? [];
      const kind = kindOf.get(label.trim());
      return kind ? { kind, text: rest } : { kind: 'management', text: line };
    }),
  example: '工程技术：双手按钮与光电保护联锁\n管理措施：换模挂牌上锁',
};
const levels = { 重大: 'major', 较大: 'considerable', 一般: 'general', 低: 'low' } as const;
/** Factors by their letters; the word of a level where it is judged directly. */
export const factorCells: CellWords = {
  read: (text) => {
    const level = Object.entries(levels).find(([word]) => text.includes(word))?.[1];
    if (level) return { level };
    const found = [...text.matchAll(/([LECS])\s*[=＝:：]?\s*(\d+(?:\.\d+)?)/gi)];
    return Object.fromEntries(found.map(([, key = '', value]) => [key.toUpperCase(), Number(value)]));
  },
  example: 'L=3 E=6 C=15',
};
