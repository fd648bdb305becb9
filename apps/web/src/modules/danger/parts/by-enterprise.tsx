import { numberText, percentText } from '@anlan/contract/domain/number-text';
import type { DangerSummary, SummarySort } from '@anlan/contract/modules/danger/views';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useLinks, type LinkTo } from '#kit/modules.ts';
import { useHolds, useWho } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import type { ListColumn } from '#ui/list/columns.ts';
import { filterOf, ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { QueryDefaults } from '#ui/list/query.ts';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { Empty } from '#ui/states.tsx';
import { beside, rowsPath } from '../address.ts';
import { exportSummary, summaryPage, summaryQuery, type SummaryInput } from '../calls.ts';
import { boardPath } from '../rules.ts';
import { Door } from './door.tsx';

const RegionSelect = later(async () => (await import('#widgets/region-select.tsx')).RegionSelect);

const defaults: QueryDefaults<SummarySort> = { size: 20, sort: [{ by: 'overdue', desc: true }] };
const none = <span className="kit-none">—</span>;

/** A number that leads to the rows it counts; nothing leads nowhere. */
const Count = ({ count, to, tone, what }: { count: number; to: string; tone?: 'bad'; what: string }) =>
  count === 0 ? (
    <span className="kit-none">0</span>
  ) : (
    <Door to={to} title={what} {...(tone ? { tone } : {})}>
      {numberText(count)}
    </Door>
  );

const columnsOf = (linkTo: LinkTo): ListColumn<DangerSummary, SummarySort>[] => [
  {
    key: 'enterprise',
    title: '企业',
    width: 280,
    locked: true,
    render: ({ id, enterpriseName }) => {
      const to = linkTo('enterprise', id);
      return to ? (
        <Link className="list-cut list-name" to={to} title={enterpriseName}>
          {enterpriseName}
        </Link>
      ) : (
        <span className="list-cut" title={enterpriseName}>
          {enterpriseName}
        </span>
      );
    },
  },
  {
    key: 'open',
    title: '未销号',
    width: 100,
    sort: 'open',
    align: 'right',
    render: ({ id, open }) => (
      <Count count={open} to={rowsPath('all', { enterpriseId: id, unclosed: true })} what="待整改和待复查" />
    ),
  },
  {
    key: 'overdue',
    title: '超期',
    width: 92,
    sort: 'overdue',
    align: 'right',
    render: ({ id, overdue }) => (
      <Count count={overdue} to={rowsPath('late', { enterpriseId: id })} tone="bad" what="期限已过、还没有提交整改" />
    ),
  },
  {
    key: 'major',
    title: '重大',
    width: 92,
    sort: 'major',
    align: 'right',
    render: ({ id, major }) => (
      <Count count={major} to={rowsPath('major', { enterpriseId: id })} what="没有销号的重大隐患" />
    ),
  },
  {
    key: 'oldestDays',
    title: '最久未销号',
    width: 124,
    sort: 'oldestDays',
    align: 'right',
    render: ({ id, oldestDays }) =>
      oldestDays === null ? (
        none
      ) : (
        <Door
          to={rowsPath('all', { enterpriseId: id, unclosed: true }, [{ by: 'foundAt', desc: false }])}
          title="最早发现、还没有销号的隐患至今的天数"
        >
          {oldestDays} 天
        </Door>
      ),
  },
  {
    key: 'rate',
    title: '整改率',
    width: 124,
    sort: 'rate',
    align: 'right',
    render: ({ rate, total }) =>
      rate === null ? (
        none
      ) : (
        <span title={`近 12 个月发现 ${total} 项（不含作废），其中已销号的比例`}>
          {percentText(rate)}
          <small className="danger-of"> / {total} 项</small>
        </span>
      ),
  },
];

/** The dangers of each enterprise in numbers; each number leads to its rows. */
export function ByEnterprise() {
  const who = useWho();
  const linkTo = useLinks();
  const query = useListQuery<SummaryInput['filter'], SummarySort>(summaryQuery, defaults, beside);
  const state = useQuery(summaryPage(query.input));
  const { message } = App.useApp();
  const mayExport = useHolds('bus:enterpriseexpinfo:export');
  const [taking, setTaking] = useState(false);
  const take = () => {
    setTaking(true);
    exportSummary(query.input)
      .catch((error: Error) => void message.error(error.message))
      .finally(() => setTaking(false));
  };
  const columns = useMemo(() => columnsOf(linkTo), [linkTo]);
  const filters = useMemo(
    () => [
      filterOf<SummaryInput['filter']>()({
        name: 'region',
        label: '区域',
        control: ({ value, onChange, label }) => (
          <Suspense fallback={null}>
            <RegionSelect
              aria-label={label}
              placeholder={label}
              anyLevel
              value={value?.[0] ?? null}
              onChange={(code) => onChange(code === null ? undefined : [code])}
            />
          </Suspense>
        ),
      }),
    ],
    [],
  );
  return (
    <ListTable
      label="企业隐患列表"
      settings={`danger-summary-${who.sysUser.id}`}
      query={query}
      state={state}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ enterpriseName }) => enterpriseName}
      actions={({ id }) => [{ key: 'board', label: '公示栏', to: `${boardPath}?enterpriseId=${id}` }]}
      actionsWidth={92}
      card={({ id, enterpriseName, open, overdue, major, rate }) => (
        <>
          <span className="list-name">{enterpriseName}</span>
          <span className="danger-card-state">
            未销号{' '}
            <Count count={open} to={rowsPath('all', { enterpriseId: id, unclosed: true })} what="待整改和待复查" />
            超期 <Count count={overdue} to={rowsPath('late', { enterpriseId: id })} tone="bad" what="超期" />
            重大 <Count count={major} to={rowsPath('major', { enterpriseId: id })} what="重大" />
          </span>
          <small>整改率 {percentText(rate)}</small>
        </>
      )}
      filters={(settings) => (
        <ListFilters
          query={query}
          search={{ name: 'keyword', placeholder: '企业名称' }}
          filters={filters}
          end={
            <>
              {mayExport && (
                <Button icon={<Icon name="upload" size={16} />} loading={taking} onClick={take}>
                  导出
                </Button>
              )}
              {settings}
            </>
          }
        />
      )}
      empty={<Empty icon="check" title="辖区企业还没有登记隐患" />}
    />
  );
}
