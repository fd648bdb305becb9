import { ownDangerListing } from '@anlan/contract/modules/danger/listings';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Measure } from '@anlan/contract/kit/measure';
import { dangerMeasures } from '@anlan/contract/modules/danger/measures';
import { MeasuredCount } from '#widgets/measured.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { column, pictures, tag, title, two } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { dangerCounts, dangerKey, ownCalls } from '../calls.ts';
import { DeadlineCell, Flags, LevelMark } from '../parts/danger-tags.tsx';
import { boardPath, dangerPath, reportPath } from '../rules.ts';

const today = () => dayOf(new Date());

const Summary: PagePart = () => {
  const { data } = useQuery(dangerCounts({}));
  if (!data) return '　';
  // The pages of the measures need a permit that not every employee has, so the list of this page is opened.
  const onThisPage = (measure: Measure): Measure => ({ ...measure, page: '/bus/danger/own' });
  const numbers = [
    [onThisPage(dangerMeasures.all), data.all, '共'],
    [onThisPage(dangerMeasures.open), data.open, '未销号'],
    [onThisPage(dangerMeasures.overdue), data.overdue, '超期'],
  ] as const;
  return (
    <>
      {numbers.map(([measure, value, label], at) => (
        <span key={measure.key}>
          {at > 0 && ' · '}
          {label} <MeasuredCount measure={measure} value={value} today={today()} /> {measure.unit}
        </span>
      ))}
    </>
  );
};

const Buttons: PagePart = () => {
  const mayAdd = useHasPermit('bus:enterpriseexpinfo:add');
  return (
    <>
      <Link className="btn" to={boardPath}>
        公示栏
      </Link>
      {mayAdd && (
        <Link className="btn main" to={reportPath}>
          <Icon name="plus" size={16} />
          上报隐患
        </Link>
      )}
    </>
  );
};

const rectification = ({ measures, interimMeasures, dutyPersonName }: Danger): string =>
  measures ?? (interimMeasures ? `整改前：${interimMeasures}` : `由${dutyPersonName ?? '主要负责人'}整改`);

export const Screen = resourcePage(
  ownDangerListing,
  ownCalls,
  {
    heading: '本单位隐患',
    icon: 'check',
    summary: Summary,
    buttons: Buttons,
    columns: [
      title({ width: 220, title: '隐患' }),
      column('level', '等级', (row: Danger) => <LevelMark level={row.level} whole />, { width: 96, fields: ['level'] }),
      tag('status', { width: 92 }),
      two('place', 'category', { width: 160 }),
      pictures('photosBefore', { width: 96 }),
      column('measures', '整改', (row: Danger) => <span title={rectification(row)}>{rectification(row)}</span>, {
        width: 220,
        fields: ['measures', 'interimMeasures', 'dutyPersonId'],
      }),
      pictures('photosAfter', { width: 96 }),
      column('deadlineOn', '期限', (row: Danger) => <DeadlineCell row={row} />, { width: 108, sort: 'deadlineOn' }),
      column('flags', '标记', (row: Danger) => <Flags row={row} />, { width: 120 }),
      two('foundAt', 'foundBy', { width: 112 }),
    ],
    filters: ['level', 'status', 'category'],
    open: ({ id }) => dangerPath(id),
    empty: '还没有登记过隐患',
  },
  { key: dangerKey },
);
