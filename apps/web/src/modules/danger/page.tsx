import { danger, type Danger, type DangerFilter } from '@anlan/contract/modules/danger/resource';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { startTransition, Suspense, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { FilterChips } from '#kit/filter-chips.tsx';
import { filtersOf } from '#kit/filters.tsx';
import { useMayMove } from '#kit/resource.ts';
import { useHolds, useWho } from '#lib/person.ts';
import { impersonating } from '#lib/impersonation.ts';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { usePainted } from '#ui/list/after-rows.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf, ListFilters, type ListFilter } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import { countFilters, readQuery } from '#ui/list/query.ts';
import { nothing, type Selection } from '#ui/list/selection.ts';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { useViewSettings } from '#ui/list/view-name.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { useSteady } from '#ui/use-steady.ts';
import { Overseen } from '#widgets/overseen.tsx';
import { ListViews } from '#widgets/saved-view/list-views.tsx';
import { rowsAhead, useAwaitsView } from '#widgets/saved-view/use-awaits-view.ts';
import { beside, defaults, rowsPath, useBeside } from './address.ts';
import { bound, dangerCounts, dangerPage, dangerQuery } from './calls.ts';
import { page } from './index.ts';
import { DangerCard, dangerColumns } from './parts/columns.tsx';
import { Door } from './parts/door.tsx';
import { DangerTabs } from './parts/tabs.tsx';
import { actionWord, boardPath, ownPath, reportPath, statisticsPath, tabOf, withinTab, type Tab } from './rules.ts';
import './parts/danger.css';

const DangerDrawer = later(async () => (await import('./parts/drawer.tsx')).DangerDrawer);
const ByEnterprise = later(async () => (await import('./parts/by-enterprise.tsx')).ByEnterprise);
const BulkButtons = later(async () => (await import('./parts/bulk-buttons.tsx')).BulkButtons);
const DangerExport = later(async () => (await import('./parts/export-dialog.tsx')).DangerExport);
const DangerQueue = later(async () => (await import('./parts/danger-queue.tsx')).DangerQueue);
const ReportDrawer = later(async () => (await import('./parts/report-drawer.tsx')).ReportDrawer);
const ViewSwitch = later(async () => (await import('./parts/view-switch.tsx')).ViewSwitch);
const RegionSelect = later(async () => (await import('#widgets/region-select.tsx')).RegionSelect);

const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
];
const none: readonly Danger[] = [];
const tabAlone = ['tab'];
const one = filterOf<DangerFilter>();
const ownFilters = (several: boolean): readonly ListFilter<DangerFilter>[] => [
  ...(several
    ? [
        one({
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
      ]
    : []),
  one({
    name: 'late',
    label: '已逾期办理',
    more: true,
    control: ({ value, onChange, label }) => <FilterChoice {...{ value, onChange, label }} options={yesNo} />,
  }),
  one({
    name: 'repeat',
    label: '重复隐患',
    more: true,
    control: ({ value, onChange, label }) => <FilterChoice {...{ value, onChange, label }} options={yesNo} />,
  }),
  one({
    name: 'listed',
    label: '挂牌督办',
    more: true,
    control: ({ value, onChange, label }) => <FilterChoice {...{ value, onChange, label }} options={yesNo} />,
  }),
];

/** Filters in their order; which states are left to choose from hangs on the tab. */
function filtersIn(tab: Tab, several: boolean): readonly ListFilter<DangerFilter>[] {
  const hidden = new Set(['inspectionId', ...(tab === 'todo' || tab === 'recheck' ? ['status'] : [])]);
  const declared = filtersOf(
    danger,
    ['level', 'status', 'category', 'source', 'enterpriseId', 'deadlineOn'],
    several,
  ) as unknown as readonly ListFilter<DangerFilter>[];
  const all = declared.filter(({ name }) => !hidden.has(name));
  const rare = new Set<string>(['source', 'enterpriseId', 'deadlineOnFrom', 'deadlineOnTo']);
  const [own = [], more = []] = [
    ownFilters(several).filter((each) => !each.more),
    ownFilters(several).filter((each) => each.more),
  ];
  return [...own, ...all.map((each) => (rare.has(each.name) ? { ...each, more: true } : each)), ...more];
}

/** 待整改事项: the dangers of the tenant, or of one's own enterprise (RT-19). */
export function Screen() {
  const { said, put } = useBeside();
  const who = useWho();
  const several = who.sysUser.type !== 'enterprise';
  const narrow = useNarrow();
  const query = useListQuery(dangerQuery, defaults, beside);
  const named = said.get('tab');
  const tab = tabOf(named, query.filters);
  const byEnterprise = several && said.get('view') === 'enterprise';
  const openId = said.get('id');
  // The tab stands in the address from the beginning: a filter that is set later must not mean another.
  useEffect(() => {
    if (named === null && !byEnterprise) put({ tab }, true);
  }, [named, tab, byEnterprise, put]);
  const ownSettings = `danger-${who.sysUser.id}`;
  const viewSettings = useViewSettings(ownSettings);
  const input = useMemo(() => ({ ...query.input, filter: withinTab(tab, query.input.filter) }), [query.input, tab]);
  const awaitsView = useAwaitsView('danger', ownSettings);
  const state = useQuery({ ...dangerPage(input), enabled: !byEnterprise && !awaitsView });
  const painted = usePainted(byEnterprise || state.data !== undefined || state.error !== null);
  const area = useMemo(
    () => ({ enterpriseId: query.input.filter.enterpriseId, region: query.input.filter.region }),
    [query.input.filter.enterpriseId, query.input.filter.region],
  );
  const { data: counts } = useQuery({ ...dangerCounts(area), enabled: painted });
  const mayAdd = useHolds('bus:enterpriseexpinfo:add');
  const mayExport = useHolds('bus:enterpriseexpinfo:export');
  const mayAssign = useHolds('bus:enterpriseexpinfo:assign');
  const [impersonation] = useState(impersonating);
  const [taking, setTaking] = useState(false);
  const [reporting, setNow] = useState(false);
  const setReporting = (next: boolean) => startTransition(() => setNow(next));
  const [chosen, setChosen] = useState<Selection<DangerFilter>>(nothing);
  const mayDo = useMayMove(bound) && painted && state.data !== undefined;
  const open = useSteady((row: Danger) => put({ id: row.id }));
  const columns = useMemo(() => dangerColumns(several, open), [several, open]);
  const filters = useMemo(() => filtersIn(tab, several), [tab, several]);
  const queue = useMemo(() => (state.data?.rows ?? []).map(({ id }) => id), [state.data]);
  const showTab = (next: Tab) => put({ tab: next, current: null, status: null, id: null });
  const report = narrow ? (
    <Link className="btn main" to={reportPath}>
      <Icon name="plus" size={16} />
      上报隐患
    </Link>
  ) : (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setReporting(true)}>
      上报隐患
    </Button>
  );

  return (
    <>
      <PageHead
        title={page.heading}
        sub={
          counts ? (
            <>
              {several ? '辖区' : '本企业'}未销号{' '}
              <Door to={rowsPath('all', { unclosed: true })} title="待整改、整改中、已退回和待复查">
                {counts.rectify + counts.recheck}
              </Door>{' '}
              项
              {counts.overdue > 0 && (
                <>
                  {' '}
                  · 超期{' '}
                  <Door tone="bad" to={rowsPath('late', {})} title="期限已过、还没有提交整改">
                    {counts.overdue}
                  </Door>{' '}
                  项
                </>
              )}
              {counts.listed > 0 && (
                <>
                  {' '}
                  · 挂牌督办{' '}
                  <Door to={rowsPath('all', { listed: true })} title="挂牌后还没有摘牌">
                    {counts.listed}
                  </Door>{' '}
                  项
                </>
              )}
              <Overseen />
            </>
          ) : (
            '　'
          )
        }
        end={
          <>
            {several && !narrow && painted && (
              <Suspense fallback={null}>
                <ViewSwitch
                  byEnterprise={byEnterprise}
                  onChange={(next) => put(next ? { view: 'enterprise', id: null } : { view: null })}
                />
              </Suspense>
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
            {mayExport && !byEnterprise && (
              <Button icon={<Icon name="upload" size={16} />} onClick={() => setTaking(true)}>
                导出
              </Button>
            )}
            {mayAdd && impersonation === null && report}
          </>
        }
      />
      {byEnterprise ? (
        <Suspense fallback={null}>
          <ByEnterprise />
        </Suspense>
      ) : (
        <div className="danger-list">
          <DangerTabs tab={tab} counts={counts} onChange={showTab} />
          <ListTable
            label="隐患列表"
            settings={viewSettings}
            query={query}
            state={state}
            columns={columns}
            rowKey={({ id }) => id}
            rowName={({ title }) => title}
            actions={(row) => {
              const label = actionWord(row);
              // On a card the name itself opens it.
              return narrow && label === '查看' ? [] : [{ key: 'open', label, run: () => open(row) }];
            }}
            actionsWidth={92}
            card={(row) => <DangerCard row={row} several={several} onOpen={open} />}
            filters={(settings, held) => (
              <>
                <ListFilters
                  query={query}
                  search={{ name: 'keyword', placeholder: '编号、隐患名称' }}
                  filters={filters}
                  end={
                    <>
                      {mayDo && (
                        <Suspense fallback={null}>
                          <DangerQueue input={input} shown={state.data?.rows ?? []} chosen={chosen} />
                        </Suspense>
                      )}
                      <ListViews
                        list="danger"
                        settings={ownSettings}
                        schema={dangerQuery}
                        defaults={defaults}
                        beside={tabAlone}
                        labelOf={(name) => filters.find((one) => one.name === name)?.label}
                        columns={held}
                        ready={awaitsView === 'opening' || painted}
                      />
                      {settings}
                    </>
                  }
                />
                <FilterChips
                  of={bound.of}
                  filter={query.input.filter}
                  rows={state.data?.rows ?? none}
                  onRemove={(name) => query.setFilter({ [name]: undefined })}
                />
              </>
            )}
            selection={
              (mayAssign || several) && impersonation === null && !narrow
                ? {
                    chosen,
                    onChange: setChosen,
                    counter: '项',
                    actions: (
                      <Suspense fallback={null}>
                        <BulkButtons
                          chosen={chosen}
                          rows={state.data?.rows ?? none}
                          onDone={() => setChosen(nothing)}
                        />
                      </Suspense>
                    ),
                  }
                : undefined
            }
            empty={
              <Empty
                icon="check"
                title={
                  tab === 'todo' || tab === 'all'
                    ? `没有待整改事项。${counts?.lastFoundOn ? `最近一次排查：${counts.lastFoundOn}` : '还没有登记过隐患'}`
                    : `没有${nothingIn[tab]}`
                }
              >
                {mayAdd && impersonation === null && report}
              </Empty>
            }
          />
        </div>
      )}
      <Suspense fallback={null}>
        {openId !== null && (
          <DangerDrawer id={openId} queue={queue} onGo={(id) => put({ id }, true)} onClose={() => put({ id: null })} />
        )}
        {taking && (
          <DangerExport
            input={input}
            total={state.data?.total}
            chosen={chosen.kind === 'ids' ? chosen.ids : []}
            several={several}
            settings={viewSettings}
            onClose={() => setTaking(false)}
          />
        )}
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
      {narrow && (
        <p className="sub danger-more">
          <Link className="link" to={statisticsPath}>
            隐患统计
          </Link>
          {several && (
            <Link className="link" to={boardPath}>
              隐患公示栏
            </Link>
          )}
        </p>
      )}
    </>
  );
}

const nothingIn: Readonly<Record<Exclude<Tab, 'todo' | 'all'>, string>> = {
  recheck: '待复查的隐患',
  late: '超期的隐患',
  major: '未销号的重大隐患',
};

Screen.ahead = rowsAhead('danger', async (client, search) => {
  const said = new URLSearchParams(search);
  const { filter, ...input } = readQuery(dangerQuery, said, defaults);
  const tab = tabOf(said.get('tab'), countFilters(filter));
  if (said.get('view') !== 'enterprise')
    await client.prefetchQuery(dangerPage({ ...input, filter: withinTab(tab, filter) }));
});
