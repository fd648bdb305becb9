// Numbers of the enterprises of one region. Apart from the others, because the first visit of the home page loads those.
import { measuresOf, noRows, type Line } from '../../kit/measure.ts';
import { enterpriseColor } from './codes.ts';
import { page, supervised } from './measures.ts';

/** The server gives the address of the enterprises of a region. */
const ofRegion = ({ href }: Line) => {
  const query = new URLSearchParams(String(href).split('?')[1]);
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
};
const colorOfRegion = (color: keyof typeof enterpriseColor, label: string) => ({
  label,
  unit: '家',
  definition: `区域内四色为${label}的企业数`,
  rows: () => ({ ...supervised, color: enterpriseColor[color] }),
  line: (line: Line) => ({ ...ofRegion(line), color: enterpriseColor[color] }),
  places: [`enterprise.regionRanking.rows[].colors.${color}`],
});
const colorsOfRegions = {
  redInRegion: colorOfRegion('red', '红'),
  orangeInRegion: colorOfRegion('orange', '橙'),
  yellowInRegion: colorOfRegion('yellow', '黄'),
  blueInRegion: colorOfRegion('blue', '蓝'),
  unratedInRegion: colorOfRegion('unrated', '未评定'),
};

export const regionMeasures = measuresOf(
  'enterprise',
  {
    inRegion: {
      label: '企业',
      unit: '家',
      definition: '区域内的企业数；没有选择状态时为监管企业',
      rows: () => supervised,
      line: ofRegion,
      places: ['enterprise.regionRanking.rows[].count'],
    },
    shareOfRegion: {
      ...noRows,
      label: '占比',
      unit: '%',
      kind: 'share',
      definition: '区域内的企业 ÷ 各区域的企业合计',
      places: ['enterprise.regionRanking.rows[].share=count/total'],
    },
    locatedInRegion: {
      label: '有坐标',
      unit: '家',
      definition: '区域内填写了坐标的企业数',
      rows: () => ({ ...supervised, located: 'true' }),
      line: (line) => ({ ...ofRegion(line), located: 'true' }),
      places: ['enterprise.regionRanking.rows[].located'],
    },
    profileRateOfRegion: {
      label: '资料齐全率',
      unit: '%',
      kind: { mean: 'profileRate' },
      definition: '区域内企业资料齐全率的平均值',
      rows: () => supervised,
      line: ofRegion,
      places: ['enterprise.regionRanking.rows[].profileRate'],
    },
    ...colorsOfRegions,
  },
  { page },
);
