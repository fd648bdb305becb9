import type { Role } from '@anlan/contract/modules/access/role';
import { userType } from '@anlan/contract/modules/session/session';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { filterOf, ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import type { RowAction } from '#ui/list/row-actions.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { PageHead } from '#ui/page-head.tsx';
import { later } from '#ui/later.tsx';
import { Empty } from '#ui/states.tsx';
import { useHolds, useWho } from '#lib/person.ts';
import { DictSelect } from '#widgets/dict-select.tsx';
import { protectionState, removeRole, roleKey, rolePage, roleQuery, type RoleFilter } from '../calls.ts';
import { PermitDrawer, type PermitTarget } from '../parts/permit-drawer.tsx';
import { RemoveDialog } from '../parts/remove-dialog.tsx';
import { RoleCard, roleColumns } from '../parts/role-columns.tsx';
import { RoleDialog, type RoleTarget } from '../parts/role-dialog.tsx';
import '../parts/access.css';

// Few open it.
const ProtectionDialog = later(async () => (await import('../parts/protection-dialog.tsx')).ProtectionDialog);
const defaults = { size: 20, sort: [] };
const filter = filterOf<RoleFilter>();
const filters = [
  filter({
    name: 'userType',
    label: '适用人员',
    control: ({ value, onChange, label }) => (
      <DictSelect
        type="userType"
        codes={userType}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(next) => onChange(next ?? undefined)}
      />
    ),
  }),
];

/** 角色: the roles of the tenant and the permits of each. */
export function Screen() {
  const who = useWho();
  const mayAdd = useHolds('sys:role:add');
  const query = useListQuery(roleQuery, defaults);
  const state = useQuery(rolePage(query.input));
  const [target, setTarget] = useState<RoleTarget | null>(null);
  const [permits, setPermits] = useState<PermitTarget | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const [shielding, setShielding] = useState(false);
  const { data: shield } = useQuery(protectionState());
  const [removing, setRemoving] = useState<Role | null>(null);
  const add = () => setTarget({ kind: 'new' });
  // A role just made goes on to its permits as soon as the list has it.
  const fresh = made === null ? undefined : state.data?.rows.find(({ id }) => id === made);
  if (fresh) {
    setMade(null);
    if (fresh.abilities.includes('permits')) setPermits(fresh);
  }

  const toReview = (state.data?.rows ?? []).flatMap((row) => (row.toReview.length > 0 ? [row.roleName] : []));

  const actions = (row: Role): RowAction[] => [
    ...(row.abilities.includes('permits') ? [{ key: 'permits', label: '权限', run: () => setPermits(row) }] : []),
    ...(row.abilities.includes('update')
      ? [{ key: 'edit', label: '编辑', run: () => setTarget({ kind: 'edit', row }) }]
      : []),
    ...(row.abilities.includes('copy')
      ? [{ key: 'copy', label: '复制', run: () => setTarget({ kind: 'copy', row }) }]
      : []),
    ...(row.abilities.includes('remove')
      ? [{ key: 'remove', label: '删除', danger: true, run: () => setRemoving(row) }]
      : []),
  ];

  return (
    <>
      <PageHead
        title="角色"
        sub="把权限组成角色再交给人员；只能授予自己拥有的权限，不能修改自己持有的角色"
        end={
          <>
            <Button icon={<Icon name="shield" size={16} />} onClick={() => setShielding(true)}>
              等级保护三级{shield && (shield.mlps3 ? '：已启用' : '：未启用')}
            </Button>
            {mayAdd && (
              <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={add}>
                新增角色
              </Button>
            )}
          </>
        }
      />
      {toReview.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`有 ${toReview.length} 个自建角色的权限待核对：${toReview.join('、')}`}
          description="系统更新时，预设角色去掉了与岗位无关的权限，自建角色没有改动。请打开“权限”核对并保存；如果没有“权限”按钮，请由其他管理员处理。"
        />
      )}
      <ListTable
        label="角色列表"
        settings={`role-${who.sysUser.id}`}
        query={query}
        state={state}
        columns={roleColumns}
        rowKey={({ id }) => id}
        rowName={({ roleName }) => roleName}
        actions={actions}
        card={(row) => <RoleCard row={row} />}
        filters={(settings) => (
          <ListFilters
            query={query}
            search={{ name: 'keyword', placeholder: '角色名称、编码' }}
            filters={filters}
            end={settings}
          />
        )}
        empty={
          <Empty icon="key" title="还没有角色">
            {mayAdd && <Button onClick={add}>新增角色</Button>}
          </Empty>
        }
      />
      <RoleDialog
        target={target}
        own={who.sysUser.type}
        limited={who.overseen !== null}
        onClose={() => setTarget(null)}
        onMade={(id) => {
          query.clear();
          setMade(id);
        }}
      />
      {shielding && (
        <Suspense fallback={null}>
          <ProtectionDialog onClose={() => setShielding(false)} />
        </Suspense>
      )}
      <PermitDrawer target={permits} onClose={() => setPermits(null)} />
      <RemoveDialog
        row={removing && { id: removing.id, version: removing.version, name: removing.roleName }}
        what="角色"
        remove={removeRole}
        queryKey={roleKey}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}
