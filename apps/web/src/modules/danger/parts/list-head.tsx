import type { Measure } from '@anlan/contract/kit/measure';
import { dangerMeasures } from '@anlan/contract/modules/danger/measures';
import { Button, Segmented } from 'antd';
import { startTransition, Suspense, useState, type ComponentProps } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { PagePart } from '#kit/resource-page.tsx';
import type { Use } from '#kit/use-resource.ts';
import { useCurrentUser, useHasPermit } from '#lib/current-user.ts';
import { impersonating } from '#lib/impersonation.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { viewName } from '#ui/list/view-name.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/page-states.tsx';
import { Overseen } from '#widgets/overseen-regions.tsx';
import { dangerCounts } from '../calls.ts';
import { page } from '../index.ts';
import { areaOf, rowsPath, useAddressParams } from '../list-params.ts';
import { ownPath, reportPath, statisticsPath } from '../rules.ts';
import { RowsLink } from './rows-link.tsx';

const ReportDrawer = lazyPart(async () => (await import('./report-drawer.tsx')).ReportDrawer);

function ReportButton() {
  const narrow = useNarrow();
  const { put } = useAddressParams();
  const mayAdd = useHasPermit('bus:enterpriseexpinfo:add');
  const [impersonation] = useState(impersonating);
  const [reporting, setReporting] = useState(false);
  if (!mayAdd || impersonation !== null) return null;
  if (narrow)
    return (
      <Link className="btn main" to={reportPath}>
        <Icon name="plus" size={16} />
        上报隐患
      </Link>
    );
  return (
    <>
      <Button
        type="primary"
        icon={<Icon name="plus" size={16} />}
        onClick={() => startTransition(() => setReporting(true))}
      >
        上报隐患
      </Button>
      <Suspense fallback={null}>
        {reporting && (
          <ReportDrawer
            onClose={() => setReporting(false)}
            onDone={(id) => {
              setReporting(false);
              put({ id });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const useCounts = (use: Use | undefined) =>
  useQuery({ ...dangerCounts(areaOf(use)), enabled: use?.painted !== false }).data;
export function useTabCounts(use: Use) {
  const counts = useCounts(use);
  if (!counts) return undefined;
  const { rectify: todo, recheck, overdue: late, major, all } = counts;
  return { todo, recheck, late, major, all };
}
const useSeveral = () => useCurrentUser().sysUser.type !== 'enterprise';

type SumProps = Omit<ComponentProps<typeof RowsLink>, 'children' | 'meaning'> & {
  count: number;
  label: string;
  measure: Measure;
};

const Sum = ({ count, label, measure, ...link }: SumProps) =>
  count > 0 && (
    <>
      {' '}
      · {label}{' '}
      <RowsLink meaning={measure.definition} measureKey={measure.key} {...link}>
        {count}
      </RowsLink>{' '}
      项
    </>
  );

function Sums({ use }: { use?: Use | undefined }) {
  const several = useSeveral();
  const counts = useCounts(use);
  // A blank reserves the line height until the counts have loaded.
  if (!counts) return '　';
  const area = areaOf(use);
  const { open, overdue, listed } = dangerMeasures;
  return (
    <>
      {several ? '辖区' : '本企业'}未销号{' '}
      <RowsLink to={rowsPath('all', { ...area, unclosed: true })} meaning={open.definition} measureKey={open.key}>
        {counts.open}
      </RowsLink>{' '}
      项
      <Sum count={counts.overdue} label="超期" tone="bad" to={rowsPath('late', area)} measure={overdue} />
      <Sum count={counts.listed} label="挂牌督办" to={rowsPath('all', { ...area, listed: true })} measure={listed} />
      <Overseen />
    </>
  );
}

/** The head of the list. Without `use` it is the head of the enterprises with dangers. */
export function DangerHead({ use }: { use?: Use }) {
  const several = useSeveral();
  const narrow = useNarrow();
  const { put } = useAddressParams();
  return (
    <PageHead
      title={page.heading}
      sub={<Sums use={use} />}
      end={
        <>
          {several && !narrow && (
            <Segmented
              aria-label="查看方式"
              value={use ? 'danger' : 'enterprise'}
              options={[
                { value: 'danger', label: '按隐患' },
                { value: 'enterprise', label: '按企业' },
              ]}
              onChange={(view) => put({ view: view === 'enterprise' ? view : null, id: null, [viewName]: null })}
            />
          )}
          {!several && (
            <Link className="btn" to={ownPath}>
              本单位隐患
            </Link>
          )}
          {!narrow && (
            <Link className="btn" to={statisticsPath}>
              统计
            </Link>
          )}
          {use?.mayExport && (
            <Button icon={<Icon name="upload" size={16} />} onClick={() => use.show({ kind: 'export' })}>
              导出
            </Button>
          )}
          <ReportButton />
        </>
      }
    />
  );
}

export const DangerEmpty: PagePart = ({ use }) => {
  const counts = useCounts(use);
  const isWhole = use.tab?.key === 'todo' || use.tab?.key === 'all';
  return (
    <Empty
      icon="check"
      title={
        isWhole
          ? `没有待整改事项。${counts?.lastFoundOn ? `最近一次排查：${counts.lastFoundOn}` : '还没有登记过隐患'}`
          : `没有${use.tab?.empty}`
      }
    >
      <ReportButton />
    </Empty>
  );
};
