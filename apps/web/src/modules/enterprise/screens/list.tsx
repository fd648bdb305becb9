import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import type { BulkAction } from '@anlan/contract/modules/enterprise/bulk';
import { enterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import { numberText } from '@anlan/contract/domain/number-text';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Fragment, startTransition, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { usePainted } from '#ui/list/after-rows.tsx';
import { toggled } from '#ui/list/columns.ts';
import { OwnChips } from '#ui/list/list-chips.tsx';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import { readQuery } from '#ui/list/query.ts';
import { nothing, type Selection } from '#ui/list/selection.ts';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { besideView, useViewSettings } from '#ui/list/view-name.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { Overseen } from '#widgets/overseen.tsx';
import { ListViews } from '#widgets/saved-view/list-views.tsx';
import { rowsAhead, useAwaitsView } from '#widgets/saved-view/use-awaits-view.ts';
import { useHolds, useWho } from '#lib/person.ts';
import { impersonating } from '#lib/impersonation.ts';
import {
  enterpriseCount,
  enterpriseKey,
  enterprisePage,
  enterpriseQuery,
  type EnterpriseFilter,
  importCalls,
  importLimits,
} from '../calls.ts';
import { useLifecycle } from '../parts/use-lifecycle.tsx';
import { BulkButtons } from '../parts/bulk-buttons.tsx';
import type { DrawerTarget } from '../parts/enterprise-drawer.tsx';
import { EnterpriseCard, enterpriseColumns } from '../parts/list-columns.tsx';
import { enterpriseFilters, linkedFilters } from '../parts/list-filters.tsx';
import { dossierPath, duplicatesPath, listPath } from '../rules.ts';
import '../parts/list.css';

// Few open these, so the list does not carry them.
const EnterpriseDrawer = later(async () => (await import('../parts/enterprise-drawer.tsx')).EnterpriseDrawer);
const RemoveDialog = later(async () => (await import('../parts/remove-dialog.tsx')).RemoveDialog);
const ImportWizard = later(async () => (await import('#widgets/import/import-wizard.tsx')).ImportWizard);
const ReviewButton = later(async () => (await import('../parts/review-button.tsx')).ReviewButton);
const EnterpriseExport = later(async () => (await import('../parts/export-dialog.tsx')).EnterpriseExport);
const BulkDialog = later(async () => (await import('../parts/bulk-dialog.tsx')).BulkDialog);
const defaults = { size: 20, sort: [{ by: 'updatedAt' as const, desc: true }] };

/** 企业管理: the enterprises of the tenant. */
export function Screen() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const who = useWho();
  const mayAdd = useHolds('bus:enterprise:add');
  const mayImport = useHolds('bus:enterprise:import');
  const mayExport = useHolds('bus:enterprise:export');
  const mayEdit = useHolds('bus:enterprise:edit');
  const mayAudit = useHolds('bus:enterprise:audit');
  const officers = useHolds('sys:organ:index');
  const query = useListQuery(enterpriseQuery, defaults, besideView);
  const ownSettings = `enterprise-${who.sysUser.id}`;
  const awaitsView = useAwaitsView('enterprise', ownSettings);
  const state = useQuery({ ...enterprisePage(query.input), enabled: !awaitsView });
  const painted = usePainted(state.data !== undefined || state.error !== null);
  const [target, setNow] = useState<DrawerTarget | null>(null);
  // A boundary that showed its fallback would hold back what follows: the form that comes is waited for.
  const setTarget = (next: DrawerTarget | null) => startTransition(() => setNow(next));
  const mayUpdate = state.data?.rows.some(({ abilities }) => abilities.includes('update')) === true;
  useEffect(() => {
    if (painted && (mayUpdate || mayAdd)) EnterpriseDrawer.ahead();
  }, [painted, mayUpdate, mayAdd]);
  const [removing, setRemoving] = useState<Enterprise | null>(null);
  // A to-do leads to the file that was checked and waits for a word.
  const { search } = useLocation();
  const [checked, setChecked] = useState(() => new URLSearchParams(search).get('import') ?? undefined);
  const [importing, setImporting] = useState(checked !== undefined && mayImport);
  const [acting, setActing] = useState<BulkAction | null>(null);
  const [impersonation] = useState(impersonating);
  const [chosen, setChosen] = useState<Selection<EnterpriseFilter>>(nothing);
  const filters = useMemo(() => enterpriseFilters({ officers }), [officers]);
  const again = () => client.invalidateQueries({ queryKey: enterpriseKey });
  const settingsName = useViewSettings(ownSettings);
  const lifecycle = useLifecycle();
  const [exporting, setExporting] = useState(false);

  const actions = (row: Enterprise): RowAction[] => [
    { key: 'open', label: '查看', to: dossierPath(row.id) },
    ...lifecycle.review(row),
    ...(row.abilities.includes('update') ? [{ key: 'edit', label: '编辑', run: () => setTarget({ row }) }] : []),
    ...lifecycle.actions(row),
    ...(row.abilities.includes('remove')
      ? [{ key: 'remove', label: '删除', danger: true, run: () => setRemoving(row) }]
      : []),
  ];
  const add = () => setTarget({ row: null });

  return (
    <>
      <PageHead
        title="企业管理"
        sub={
          <>
            <Summary mayAudit={mayAudit} asks={painted} />
            <Overseen />
          </>
        }
        end={
          <>
            {mayImport && (
              <Button icon={<Icon name="download" size={16} />} onClick={() => setImporting(true)}>
                导入
              </Button>
            )}
            {mayExport && (
              <Button icon={<Icon name="upload" size={16} />} onClick={() => setExporting(true)}>
                导出
              </Button>
            )}
            {mayAdd && (
              <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={add}>
                新增企业
              </Button>
            )}
          </>
        }
      />
      <ListTable
        label="企业列表"
        settings={settingsName}
        query={query}
        state={state}
        columns={enterpriseColumns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={actions}
        card={(row) => <EnterpriseCard row={row} />}
        filters={(settings, held) => (
          <>
            <ListFilters
              query={query}
              search={{ name: 'keyword', placeholder: '企业名称、信用代码' }}
              filters={filters}
              end={
                <>
                  {mayAudit && painted && state.data && (
                    <Suspense fallback={null}>
                      <ReviewButton input={query.input} shown={state.data.rows} chosen={chosen} />
                    </Suspense>
                  )}
                  <ListViews
                    list="enterprise"
                    settings={ownSettings}
                    schema={enterpriseQuery}
                    defaults={defaults}
                    labelOf={(name) => filters.find((one) => one.name === name)?.label}
                    columns={held}
                    ready={awaitsView === 'opening' || painted}
                  />
                  {settings}
                </>
              }
            />
            {acting && (
              <Suspense>
                <BulkDialog
                  action={acting}
                  chosen={chosen}
                  onClose={() => setActing(null)}
                  onDone={() => {
                    // What was given is to be seen.
                    if (acting === 'addLabels' && held.choice.hidden.includes('labels'))
                      held.choose(toggled(held.choice, 'labels'));
                    setActing(null);
                    setChosen(nothing);
                  }}
                />
              </Suspense>
            )}
            <OwnChips query={query} filters={[...filters, ...linkedFilters]} />
          </>
        )}
        selection={
          // The banner of a visit says why nothing is done with many at once there.
          impersonation === null && who.sysUser.type === 'regulator' && (mayEdit || mayAudit || mayExport)
            ? {
                chosen,
                onChange: setChosen,
                counter: '家',
                actions: (
                  <BulkButtons
                    {...{ mayEdit, mayAudit, mayExport, officers }}
                    onAct={setActing}
                    onExport={() => setExporting(true)}
                  />
                ),
              }
            : undefined
        }
        empty={
          <Empty icon="building" title={mayImport ? '还没有企业，下载模板导入，或逐家新增' : '还没有企业'}>
            {mayImport && <Button onClick={() => setImporting(true)}>下载模板导入</Button>}
            {mayAdd && <Button onClick={add}>新增企业</Button>}
          </Empty>
        }
      />
      <Suspense fallback={null}>
        {target && (
          <EnterpriseDrawer
            target={target}
            onClose={() => setTarget(null)}
            onSaved={(_id, isNew) => {
              setTarget(null);
              void message.success(isNew ? '已新增企业' : '已保存');
            }}
          />
        )}
        {removing && <RemoveDialog row={removing} onClose={() => setRemoving(null)} />}
      </Suspense>
      {lifecycle.opened}
      {exporting && (
        <Suspense>
          <EnterpriseExport
            input={query.input}
            total={state.data && { count: state.data.total, capped: state.data.totalIsEstimate === true }}
            chosen={chosen}
            settings={settingsName}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      {importing && (
        <Suspense>
          <ImportWizard
            checked={checked}
            calls={importCalls}
            subject={{
              noun: '企业',
              counter: '家',
              identity: '统一社会信用代码',
              mayActivate: mayAudit,
              ...importLimits,
            }}
            onWritten={() => void again()}
            onClose={() => {
              setImporting(false);
              setChecked(undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

Screen.ahead = rowsAhead('enterprise', (client, search) =>
  client.prefetchQuery(enterprisePage(readQuery(enterpriseQuery, new URLSearchParams(search), defaults))),
);

// How many there are is asked once the rows stand.
function Summary({ mayAudit, asks: enabled }: { mayAudit: boolean; asks: boolean }) {
  const all = useQuery({ ...enterpriseCount({ status: ['active', 'suspended'] }), enabled });
  const drafts = useQuery({ ...enterpriseCount({ status: ['draft'] }), enabled });
  const waiting = useQuery({ ...enterpriseCount({ status: ['underReview'] }), enabled });
  const said = [
    ...(all.data === undefined ? [] : [`辖区企业 ${numberText(all.data)} 家`]),
    ...(drafts.data ? [`草稿 ${numberText(drafts.data)} 家`] : []),
    ...(waiting.data
      ? [
          <Link key="waiting" className="link" to={`${listPath}?status=${enterpriseStatus.underReview}`}>
            待审核 {numberText(waiting.data)} 家
          </Link>,
        ]
      : []),
    ...(mayAudit
      ? [
          <Link key="duplicates" className="link" to={duplicatesPath}>
            疑似重复
          </Link>,
        ]
      : []),
  ];
  // The line keeps its height until it has something to say.
  if (said.length === 0) return '　';
  return said.map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && ' · '}
      {part}
    </Fragment>
  ));
}
