import type { UserRow } from '@anlan/contract/modules/user/admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { OwnChips } from '#ui/list/list-chips.tsx';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { besideView, useViewSettings } from '#ui/list/view-name.ts';
import { ListViews } from '#widgets/saved-view/list-views.tsx';
import { useAwaitsView } from '#widgets/saved-view/use-awaits-view.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/states.tsx';
import { useHolds, useWho } from '#lib/person.ts';
import { importCalls, importLimits, makeEntAdmin, userKey, userPage, userQuery, type UserFilter } from '../calls.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { FactorDialog } from './factor-dialog.tsx';
import { UserCard, userColumns } from './list-columns.tsx';
import { userFilters } from './list-filters.tsx';
import { OneTimeDialog, type IssuedPassword } from './one-time-password.tsx';
import { OrganSide } from './organ-side.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import { StepDialog, type Step } from './step-dialog.tsx';
import { UserDrawer, type DrawerTarget } from './user-drawer.tsx';
import './user.css';

// Few open it, so the list does not carry it.
const ImportWizard = later(async () => (await import('#widgets/import/import-wizard.tsx')).ImportWizard);
const UserExport = later(async () => (await import('./export-dialog.tsx')).UserExport);
const defaults = { size: 20, sort: [{ by: 'createTime' as const, desc: true }] };

interface Props {
  title: string;
  sub: (total: number | undefined) => ReactNode;
  /** Staff of enterprises alone, or everybody. */
  staff: boolean;
}

/** People in a list, with all that an administrator does with their accounts. */
export function PeopleList({ title, sub, staff }: Props) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { sysUser } = useWho();
  const mayAdd = useHolds('sys:user:add');
  const mayImport = useHolds('sys:user:import');
  const mayExport = useHolds('sys:user:export');
  // A to-do leads to the file that was checked and waits for a word.
  const { search } = useLocation();
  const [checked, setChecked] = useState(() => new URLSearchParams(search).get('import') ?? undefined);
  const [importing, setImporting] = useState(checked !== undefined && mayImport);
  const organs = useHolds('sys:organ:index');
  const narrow = useNarrow();
  const own = sysUser.type === 'enterprise';
  const query = useListQuery(userQuery, defaults, besideView);
  const fixed: UserFilter = staff ? { ...query.input.filter, type: 'enterprise' } : query.input.filter;
  const input = { ...query.input, filter: fixed };
  const viewed = staff ? 'staff' : 'user';
  const ownSettings = `${viewed}-${sysUser.id}`;
  const awaitsView = useAwaitsView(viewed, ownSettings);
  const state = useQuery({ ...userPage(input), enabled: !awaitsView });
  const [target, setTarget] = useState<DrawerTarget | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const [deciding, setDeciding] = useState<UserRow | null>(null);
  const [giving, setGiving] = useState<UserRow | null>(null);
  const [losing, setLosing] = useState<UserRow | null>(null);
  const [given, setGiven] = useState<IssuedPassword | null>(null);
  const side = !staff && organs && !narrow;
  const filters = useMemo(
    () => userFilters({ all: !staff, narrow: organs && narrow, enterprises: sysUser.type === 'regulator' }),
    [staff, organs, narrow, sysUser.type],
  );
  const columns = useMemo(() => userColumns({ all: !staff, own }), [staff, own]);
  const [exporting, setExporting] = useState(false);
  const promote = useMutation({
    mutationFn: makeEntAdmin,
    onSuccess: () => message.success('已设为企业管理员'),
    onSettled: () => client.invalidateQueries({ queryKey: userKey }),
  });

  const settingsName = useViewSettings(ownSettings);

  const actions = (row: UserRow): RowAction[] => {
    const able = (ability: UserRow['abilities'][number]) => row.abilities.includes(ability);
    const enterpriseId = own ? sysUser.shopId : (query.input.filter.enterpriseId ?? row.enterprises[0]?.id);
    return [
      ...(able('decide') ? [{ key: 'decide', label: '审核', run: () => setDeciding(row) }] : []),
      ...(able('update') ? [{ key: 'edit', label: '编辑', run: () => setTarget({ row }) }] : []),
      ...(able('roles') ? [{ key: 'roles', label: '授予角色', run: () => setGiving(row) }] : []),
      ...(able('lock') ? [{ key: 'lock', label: '停用', run: () => setStep({ kind: 'lock', row }) }] : []),
      ...(able('unlock') ? [{ key: 'unlock', label: '启用', run: () => setStep({ kind: 'unlock', row }) }] : []),
      ...(able('password')
        ? [
            { key: 'password', label: '重置密码', run: () => setStep({ kind: 'password', row }) },
            { key: 'factor', label: '解除两步验证', run: () => setLosing(row) },
          ]
        : []),
      ...(able('makeAdmin') && enterpriseId
        ? [{ key: 'admin', label: '设为企业管理员', run: () => promote.mutate({ enterpriseId, userId: row.id }) }]
        : []),
      ...(able('unbind')
        ? [{ key: 'unbind', label: '移出', danger: true, run: () => setStep({ kind: 'unbind', row }) }]
        : []),
      ...(able('remove')
        ? [{ key: 'remove', label: '删除', danger: true, run: () => setStep({ kind: 'remove', row }) }]
        : []),
    ];
  };
  const { organId, enterpriseId } = query.input.filter;
  const add = () =>
    setTarget({
      row: null,
      given: { ...(organId && !staff ? { organId } : {}), ...(enterpriseId ? { enterpriseIds: [enterpriseId] } : {}) },
    });
  const addLabel = staff ? '新增员工' : '新增用户';

  const list = (
    <ListTable
      label={staff ? '员工列表' : '用户列表'}
      settings={settingsName}
      query={query}
      state={state}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ nickName }) => nickName}
      actions={actions}
      card={(row) => <UserCard row={row} all={!staff} />}
      filters={(settings, held) => (
        <>
          <ListFilters
            query={query}
            search={{ name: 'keyword', placeholder: '姓名、用户名、手机号' }}
            filters={filters}
            end={
              <>
                <ListViews
                  list={viewed}
                  settings={ownSettings}
                  schema={userQuery}
                  defaults={defaults}
                  labelOf={(name) => filters.find((one) => one.name === name)?.label}
                  columns={held}
                  ready={awaitsView === 'opening' || state.data !== undefined || state.error !== null}
                />
                {settings}
              </>
            }
          />
          <OwnChips query={query} filters={filters} />
        </>
      )}
      empty={
        <Empty icon="users" title={staff ? '还没有员工账号' : '还没有用户'}>
          {mayAdd && <Button onClick={add}>{addLabel}</Button>}
        </Empty>
      }
    />
  );
  return (
    <>
      <PageHead
        title={title}
        sub={sub(state.data?.total)}
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
                {addLabel}
              </Button>
            )}
          </>
        }
      />
      {side ? (
        <div className="user-desk">
          <OrganSide value={organId} onChange={(id) => query.setFilter({ organId: id })} />
          {list}
        </div>
      ) : (
        list
      )}
      <UserDrawer
        target={target}
        own={sysUser.type}
        staff={staff}
        onClose={() => setTarget(null)}
        onSaved={(fresh) => {
          setTarget(null);
          if (fresh) setGiven(fresh);
          else void message.success('已保存');
        }}
      />
      <StepDialog step={step} onGiven={setGiven} onClose={() => setStep(null)} />
      <DecideDialog row={deciding} onClose={() => setDeciding(null)} />
      <RolesDialog row={giving} onClose={() => setGiving(null)} />
      <FactorDialog row={losing} onClose={() => setLosing(null)} />
      {exporting && (
        <Suspense>
          <UserExport
            input={input}
            total={state.data?.total}
            columns={columns}
            settings={settingsName}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      )}
      {importing && (
        <Suspense>
          <ImportWizard
            calls={importCalls}
            checked={checked}
            subject={{ noun: '用户', counter: '人', identity: '手机号', mayActivate: false, ...importLimits }}
            onWritten={() => void client.invalidateQueries({ queryKey: userKey })}
            onClose={() => {
              setImporting(false);
              setChecked(undefined);
            }}
          />
        </Suspense>
      )}
      <OneTimeDialog given={given} onClose={() => setGiven(null)} />
    </>
  );
}
