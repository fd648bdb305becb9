// Numbers of meetings and talks of enterprises, for reports.
import { counted, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { heldIn } from './store.ts';

const kinds = [
  ['meeting', 'meetingsHeld', '安全例会'],
  ['talk', 'talksHeld', '班前会'],
] as const;

export const sessionFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { from, to }) {
    const held = await heldIn(tx, enterpriseIds, { from, to });
    return new Map(
      enterpriseIds.map((id): [string, CountedFigure[]] => [
        id,
        kinds.map(([kind, key, label]) => {
          const { sessions = 0, people = 0 } = held.find((row) => row.id === id && row.kind === kind) ?? {};
          return counted(key, sessions, `已结束的${label}，${people} 人次签名`);
        }),
      ]),
    );
  },
};
