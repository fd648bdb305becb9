// Safety costs spent by enterprises, for reports.
import { counted, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { spentIn } from './store.ts';

export const safetyCostFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { from, to }) {
    const spent = await spentIn(tx, enterpriseIds, { from, to });
    return new Map(
      enterpriseIds.map((id): [string, CountedFigure[]] => {
        const { fen = 0, entries = 0 } = spent.get(id) ?? {};
        return [id, [counted('safetyCost', fen, `使用 ${entries} 笔`)]];
      }),
    );
  },
};
