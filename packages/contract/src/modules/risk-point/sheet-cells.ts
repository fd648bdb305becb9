// Formats of sheet cells for hazards, controls and factors: one entry per line, and factor values with their letter.
import type { CellFormat } from '../../kit/cell-format.ts';
import { controlKinds, type ControlKind } from './hazards-controls.ts';

const linesOf = (text: string) =>
  text
    .split(/\r?\n|；/)
    .map((line) => line.replace(/^\s*\d+[.、)）]\s*/, '').trim())
    .filter(Boolean);
const kindOf = new Map<string, ControlKind>(
  Object.entries(controlKinds).map(([kind, label]) => [label, kind as ControlKind]),
);

/** Cell with hazards, one per line. The accident types are selected later in the form. */
export const hazardCells: CellFormat = {
  read: (text) => linesOf(text).map((line) => ({ text: line, accidentTypes: [] })),
  example: '滑块下行区域无防护时手部进入\n液压系统超压、泄漏',
};
/** Cell with controls, one per line. The kind comes before a colon; without it, the control is a management control. */
export const controlCells: CellFormat = {
  read: (text) =>
    linesOf(text).map((line) => {
      const [, label = '', rest = ''] = /^(.{2,6}?)[：:]\s*(.+)$/.exec(line) ?? [];
      const kind = kindOf.get(label.trim());
      return kind ? { kind, text: rest } : { kind: 'management', text: line };
    }),
  example: '工程技术：双手按钮与光电保护联锁\n管理措施：换模挂牌上锁',
};
const levels = { 重大: 'major', 较大: 'considerable', 一般: 'general', 低: 'low' } as const;
/** Cell with the factors by letter; for direct judgement, the name of the level. */
export const factorCells: CellFormat = {
  read: (text) => {
    const level = Object.entries(levels).find(([word]) => text.includes(word))?.[1];
    if (level) return { level };
    const matches = [...text.matchAll(/([LECS])\s*[=＝:：]?\s*(\d+(?:\.\d+)?)/gi)];
    return Object.fromEntries(matches.map(([, key = '', value]) => [key.toUpperCase(), Number(value)]));
  },
  example: 'L=3 E=6 C=15',
};
