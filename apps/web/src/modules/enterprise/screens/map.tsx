import { countText } from '@anlan/contract/domain/number-text';
import { enterpriseColor, enterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { enterpriseListing } from '@anlan/contract/modules/enterprise/listing';
import type { MapView as Shown, RegionRanking } from '@anlan/contract/modules/enterprise/map';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { filtersOf } from '#kit/filters.tsx';
import { lazyComponent } from '#ui/lazy-part.tsx';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import type { Box, Mark, View } from '#widgets/map/map-view.tsx';
import { bubbleWords, letterOf, markColors, worstColor, type ColorWord } from '#widgets/map/marks.ts';
import { useColorWord } from '#widgets/map/use-color-word.ts';
import { enterpriseQuery, mapSettings, mapView, regionRanking } from '../calls.ts';
import { InView } from '../parts/map-list.tsx';
import { enterpriseFilters } from '../parts/list-filters.tsx';
import { RegionTable } from '../parts/region-table.tsx';
import { dossierPath, listPath } from '../rules.ts';
import '#ui/list/list.css';
import '../parts/map.css';

const MapView = lazyComponent(async () => (await import('#widgets/map/map-view.tsx')).MapView);
const defaults = { size: 20, sort: [{ by: 'updatedAt' as const, desc: true }] };

/** 企业地图: locations of enterprises and risk colours of regions. */
export function Screen() {
  const query = useListQuery(enterpriseQuery, defaults);
  const { filter } = query.input;
  const [view, setView] = useState<View | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const filtered = JSON.stringify(filter);
  const [near, setNear] = useState<{ box: Box; filtered: string } | null>(null);
  // When the filter changes, forget the visible map area.
  if (near && near.filtered !== filtered) setNear(null);
  const [side, setSide] = useState<'regions' | 'inView'>('regions');
  const word = useColorWord();
  const ranking = useQuery(regionRanking(filter));
  const settings = useQuery(mapSettings);
  const shown = useQuery(mapView(filter, view));
  const filters = useMemo(() => filtersOf(enterpriseListing, enterpriseFilters, true), []);

  const marks = useMemo(() => marksOf(shown.data, word), [shown.data, word]);
  // A filter change fits the map to all results. The user may then zoom in.
  const whole = ranking.isPlaceholderData ? null : boxAround(ranking.data);
  const wholeKey = whole === null ? '' : whole.join();
  const area = useMemo(() => (wholeKey === '' ? null : { box: wholeKey.split(',').map(Number) }), [wholeKey]);
  const point = shown.data?.points.find(({ id }) => id === picked);

  const goTo = (code: string) => {
    setNear(null);
    query.setFilter({ regionCode: code === '' ? undefined : [code] });
  };
  const pick = (key: string) => {
    const bubble = shown.data?.bubbles.find((one) => one.key === key);
    if (!bubble) return setPicked(key);
    if (shown.data?.mode === 'region' && filter.regionCode?.[0] !== key) return goTo(key);
    const half = 0.25 * 2 ** (10 - Math.min(18, (view?.zoom ?? 10) + 2));
    const { lng, lat } = bubble;
    return setNear({ box: [lng - half, lat - half / 2, lng + half, lat + half / 2], filtered });
  };
  const located = ranking.data?.rows.reduce((sum, row) => sum + row.located, 0);
  const counted = ranking.data?.total;

  return (
    <>
      <PageHead title="企业地图" sub={<Summary ranking={ranking.data} located={located} counted={counted} />} />
      <div className="card">
        <ListFilters query={query} search={{ name: 'keyword', placeholder: '企业名称、信用代码' }} filters={filters} />
      </div>
      <div className="map-page">
        <section className="card map-card" aria-label="地图">
          {settings.error ? (
            <LoadFailed error={settings.error} onRetry={() => void settings.refetch()} />
          ) : settings.data ? (
            <Suspense fallback={<Skeleton height={420} />}>
              <MapView
                settings={settings.data}
                marks={marks}
                target={near ?? area}
                open={point ? { lng: point.lng, lat: point.lat, content: <PointCard point={point} /> } : null}
                onView={setView}
                onPick={pick}
                onClose={() => setPicked(null)}
              />
            </Suspense>
          ) : (
            <Skeleton height={420} />
          )}
          {located === 0 && !ranking.isPlaceholderData && (
            <div className="map-empty">
              <Empty icon="map" title={counted === 0 ? '没有符合条件的企业' : '这些企业还没有填写坐标'}>
                {counted === 0 ? (
                  '放宽筛选条件后再看。'
                ) : (
                  <span>
                    在
                    <Link className="link" to={listPath}>
                      企业管理
                    </Link>
                    中编辑企业，在“位置”一栏填写经度和纬度（GCJ-02），地图上就会出现。
                  </span>
                )}
              </Empty>
            </div>
          )}
          {shown.error && !shown.isFetching && (
            <div className="map-empty">
              <LoadFailed error={shown.error} onRetry={() => void shown.refetch()} />
            </div>
          )}
          <p className="map-legend">
            {markColors.map((color) => (
              <span key={color}>
                <i className={`tone-${color}`}>{letterOf(word(color))}</i>
                {word(color)}
              </span>
            ))}
            <span>气泡取占比不低于 5% 的最差一色，数字为企业数</span>
          </p>
        </section>
        <section className="card map-side" aria-label="区域与企业">
          <div className="map-tabs" role="group" aria-label="右侧显示">
            <button type="button" aria-pressed={side === 'regions'} onClick={() => setSide('regions')}>
              区域排名
            </button>
            <button type="button" aria-pressed={side === 'inView'} onClick={() => setSide('inView')}>
              图上企业
            </button>
          </div>
          {side === 'inView' ? (
            shown.data ? (
              <InView view={shown.data} selectedKey={picked} onPick={pick} />
            ) : (
              <Skeleton height={240} />
            )
          ) : ranking.error && !ranking.data ? (
            <LoadFailed error={ranking.error} onRetry={() => void ranking.refetch()} />
          ) : ranking.data === undefined ? (
            <Skeleton height={240} />
          ) : ranking.data.rows.length === 0 ? (
            <Empty icon="building" title="没有符合条件的企业" />
          ) : (
            <RegionTable ranking={ranking.data} onArea={goTo} />
          )}
        </section>
      </div>
    </>
  );
}

function PointCard({ point: { id, name, color, status } }: { point: Shown['points'][number] }) {
  return (
    <div className="map-card-point">
      <strong>{name}</strong>
      <span>
        <DictTag type="enterpriseColor" value={color} codes={enterpriseColor} />
        <DictTag type="enterpriseStatus" value={status} codes={enterpriseStatus} />
      </span>
      <Link to={dossierPath(id)}>查看企业档案</Link>
    </div>
  );
}

interface Summed {
  ranking: RegionRanking | undefined;
  located: number | undefined;
  counted: number | undefined;
}
/** Counts the enterprises on the map. A link opens the list of enterprises without a position. */
function Summary({ ranking, located, counted }: Summed) {
  if (!ranking || located === undefined || counted === undefined) return '　';
  const summaryText = `${countText(counted, '家')}企业，${countText(located, '家')}有坐标`;
  return counted === located ? (
    summaryText
  ) : (
    <>
      {summaryText}，
      <Link className="link" to={ranking.unlocatedHref}>
        {countText(counted - located, '家')}没有坐标
      </Link>
    </>
  );
}

function marksOf(view: Shown | undefined, word: ColorWord): Mark[] {
  if (!view) return [];
  const faceOf = (color: Mark['color']) => ({ color, letter: letterOf(word(color)) });
  return [
    ...view.bubbles.map(({ colors, ...bubble }) => ({
      ...bubble,
      words: bubbleWords(bubble.name, bubble.count, colors, word),
      ...faceOf(worstColor(colors)),
    })),
    ...view.points.map(({ id, name, color, lng, lat }) => ({ key: id, words: name, lng, lat, ...faceOf(color) })),
  ];
}

function boxAround(ranking: RegionRanking | undefined): Box | null {
  const boxes = ranking?.rows.flatMap(({ box }) => (box === null ? [] : [box])) ?? [];
  if (boxes.length === 0) return null;
  const all = (at: number) => boxes.map((box) => box[at] ?? 0);
  return [Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))];
}
