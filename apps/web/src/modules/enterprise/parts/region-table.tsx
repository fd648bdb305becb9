import { numberText, percentText } from '@anlan/contract/domain/number-text';
import { enterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { RegionRanking, RegionRow } from '@anlan/contract/modules/enterprise/map';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { MeasuredCount } from '#widgets/measured.tsx';
import { regionMeasures } from '@anlan/contract/modules/enterprise/region-measures';
import { dayOf } from '@anlan/contract/domain/instant';
import { DictText } from '#widgets/dict-tag.tsx';
import { markColors } from '#widgets/map/marks.ts';

type By = 'count' | 'rate' | (typeof markColors)[number];

const valueOf = (row: RegionRow, by: By): number => {
  if (by === 'count') return row.count;
  return by === 'rate' ? (row.profileRate ?? -1) : row.colors[by];
};

interface Props {
  ranking: RegionRanking;
  onArea: (code: string) => void;
}

/** Table of the regions of an area. The name opens the region, a number opens its list. */
export function RegionTable({ ranking, onArea }: Props) {
  const { rows, above, name } = ranking;
  const [sort, setSort] = useState<{ by: By; desc: boolean } | null>(null);
  // Without a selected sort column, use the server order: worst regions first.
  const sorted =
    sort === null
      ? rows
      : rows.toSorted((one, other) => (valueOf(other, sort.by) - valueOf(one, sort.by)) * (sort.desc ? 1 : -1));
  const head = (by: By, label: ReactNode) => {
    const down = sort?.by === by ? sort.desc : null;
    return (
      <th key={by} scope="col" aria-sort={down === null ? 'none' : down ? 'descending' : 'ascending'}>
        <button type="button" onClick={() => setSort({ by, desc: down !== true })}>
          {label}
          <i aria-hidden="true">{down === null ? '' : down ? '↓' : '↑'}</i>
        </button>
      </th>
    );
  };
  return (
    <>
      <nav className="areas" aria-label="所在区域">
        {above.map((area) => (
          <span key={area.code}>
            <button type="button" className="link" onClick={() => onArea(area.code)}>
              {area.name}
            </button>
            <span aria-hidden="true"> / </span>
          </span>
        ))}
        <strong>{name}</strong>
      </nav>
      <div className="regions">
        <table>
          <thead>
            <tr>
              <th scope="col">区域</th>
              {head('count', '企业')}
              {markColors.map((color) =>
                head(color, <DictText type="enterpriseColor" value={color} codes={enterpriseColor} />),
              )}
              {head('rate', '资料齐全率')}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={row.code}>
                <th scope="row">
                  <button type="button" className="link" title={`看${row.name}`} onClick={() => onArea(row.code)}>
                    {row.name}
                  </button>
                </th>
                <td>
                  <Link className="link" to={row.href} aria-label={`${row.name} ${row.count} 家企业的名单`}>
                    {numberText(row.count)}
                  </Link>
                  <small>{percentText(row.share)}</small>
                </td>
                {markColors.map((color) => (
                  <td key={color} className={row.colors[color] > 0 ? `is-${color}` : 'none'}>
                    <MeasuredCount
                      measure={regionMeasures[`${color}InRegion`]}
                      value={row.colors[color]}
                      today={dayOf(ranking.asOf)}
                      line={row}
                    />
                  </td>
                ))}
                <td>{percentText(row.profileRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
