import { percentText } from '@anlan/contract/domain/number-text';
import { dangerSummaryListing } from '@anlan/contract/modules/danger/listings';
import type { DangerSummary, SummarySort } from '@anlan/contract/modules/danger/views';
import { Button } from 'antd';
import type { Part } from '#kit/actions.ts';
import { OneCell } from '#kit/cells.tsx';
import { column } from '#kit/columns.tsx';
import { useLinks } from '#kit/modules.ts';
import type { Slot } from '#kit/resource-list.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { Icon } from '#ui/icon.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { dangerKey, summaryCalls, type SummaryFilter } from '../calls.ts';
import { rowsPath } from '../list-params.ts';
import { boardPath } from '../rules.ts';
import { regionFilter } from './list-filters.tsx';
import { RowsLink } from './rows-link.tsx';

const none = <span className="kit-none">—</span>;

const Count = ({ count, to, tone, what }: { count: number; to: string; tone?: 'bad'; what: string }) =>
  count === 0 ? (
    <span className="kit-none">0</span>
  ) : (
    <RowsLink to={to} meaning={what} tone={tone}>
      {count}
    </RowsLink>
  );

function Enterprise({ id, enterpriseName }: DangerSummary) {
  return <OneCell text={enterpriseName} title={enterpriseName} to={useLinks()('enterprise', id)} />;
}

const openRows = (enterpriseId: string) => rowsPath('all', { enterpriseId, unclosed: true });
const Open = ({ id, open }: DangerSummary) => <Count count={open} to={openRows(id)} what="待整改和待复查" />;
const Overdue = ({ id, overdue }: DangerSummary) => (
  <Count count={overdue} to={rowsPath('late', { enterpriseId: id })} tone="bad" what="期限已过、还没有提交整改" />
);
const Major = ({ id, major }: DangerSummary) => (
  <Count count={major} to={rowsPath('major', { enterpriseId: id })} what="没有销号的重大隐患" />
);
const Oldest = ({ id, oldestDays }: DangerSummary) =>
  oldestDays === null ? (
    none
  ) : (
    <RowsLink
      to={rowsPath('all', { enterpriseId: id, unclosed: true }, [{ by: 'foundAt', desc: false }])}
      meaning="最早发现、还没有销号的隐患至今的天数"
    >
      {oldestDays} 天
    </RowsLink>
  );
const Rate = ({ rate, total }: DangerSummary) =>
  rate === null ? (
    none
  ) : (
    <span title={`近 12 个月发现 ${total} 项（不含作废），其中已销号的比例`}>
      {percentText(rate)}
      <small className="kit-none"> / {total} 项</small>
    </span>
  );

const numbered = <K extends SummarySort>(sort: K, heading: string, Cell: Part<DangerSummary>, width = 92) =>
  column<DangerSummary, K>(sort, heading, (row) => <Cell {...row} />, { width, sort, align: 'right' });

/** The page around this list has the head, so the export button is beside the filters. */
const Export: Slot = ({ use }) =>
  use.mayExport && (
    <Button
      icon={<Icon name="upload" size={16} />}
      loading={use.isExporting}
      onClick={() => use.show({ kind: 'export' })}
    >
      导出
    </Button>
  );

export const ByEnterprise = resourcePage(
  dangerSummaryListing,
  summaryCalls,
  {
    heading: '按企业',
    icon: 'check',
    head: () => null,
    toolbarEnd: Export,
    columns: [
      column<DangerSummary>('enterpriseName', '企业', (row) => <Enterprise {...row} />, { width: 280, locked: true }),
      numbered('open', '未销号', Open, 100),
      numbered('overdue', '超期', Overdue),
      numbered('major', '重大', Major),
      numbered('oldestDays', '最久未销号', Oldest, 124),
      numbered('rate', '整改率', Rate, 124),
    ],
    filters: [filterOf<SummaryFilter>()(regionFilter)],
    open: 'nothing',
    pageParams: ['tab', 'view', 'id'],
    actions: ({ id }) => [{ key: 'board', label: '公示栏', to: `${boardPath}?enterpriseId=${id}` }],
    actionsWidth: 92,
    card: (row) => (
      <>
        <span className="list-name">{row.enterpriseName}</span>
        <span className="danger-card-state">
          未销号 <Open {...row} />
          超期 <Overdue {...row} />
          重大 <Major {...row} />
        </span>
        <small>整改率 {percentText(row.rate)}</small>
      </>
    ),
    empty: '辖区企业还没有登记隐患',
  },
  { key: [...dangerKey, 'summary'] },
);
