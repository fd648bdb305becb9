// Safety costs spent by enterprises, for reports.
import type { CountedFigure, FigureSource } from '#kit/figures.ts';
import { spentIn } from './store.ts';

export const safetyCostFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { from, to }) {
    const spent = await spentIn(tx, enterpriseIds, { from, to });
    return new Map(
      enterpriseIds.map((id): [string, CountedFigure[]] => {
        const { fen = 0, entries = 0 } = spent.get(id) ?? {};
        return [
          id,
          [
            {
              key: 'safetyCost',
              label: '安全投入',
              unit: '元',
              value: fen,
              numerator: fen,
              denominator: null,
              note: `使用 ${entries} 笔`,
              list: {
                path: '/bus/safetyCost/index',
                filter: { kind: 'spent', happenedOnFrom: from, happenedOnTo: to },
              },
            },
          ],
        ];
      }),
    );
  },
};
