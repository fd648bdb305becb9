import type { DataScope, Role } from '@anlan/contract/modules/access/role';
import { roleListing } from '@anlan/contract/modules/access/listing';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import type { RowPart } from '#kit/actions.ts';
import { column, one, title } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { usePerson } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { protectionState, roleListCalls, roleReading } from '../calls.ts';
import {
  CopyOfControl,
  DataScopeControl,
  RegionsControl,
  RegionsText,
  UserTypeControl,
} from '../parts/role-controls.tsx';
import { DataScopeCell, RoleCard, RoleTags } from '../parts/role-cells.tsx';
import '../parts/access.css';

// Load on demand, because few users open these.
const ProtectionDialog = lazyPart(async () => (await import('../parts/protection-dialog.tsx')).ProtectionDialog);
const PermitDrawer = lazyPart(async () => (await import('../parts/permit-drawer.tsx')).PermitDrawer);

const Permits: RowPart<Role> = ({ row, onClose }) => <PermitDrawer target={row} onClose={onClose} />;

const Protection: PagePart = () => {
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery(protectionState());
  return (
    <>
      <Button icon={<Icon name="shield" size={16} />} onClick={() => setIsOpen(true)}>
        等级保护三级{data && (data.mlps3 ? '：已启用' : '：未启用')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ProtectionDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

const ToReview: PagePart = ({ use: { state } }) => {
  const names = (state.data?.rows ?? []).flatMap(({ toReview, roleName }) =>
    Array.isArray(toReview) && toReview.length > 0 ? [String(roleName)] : [],
  );
  return (
    names.length > 0 && (
      <Alert
        type="warning"
        showIcon
        title={`有 ${names.length} 个自建角色的权限待核对：${names.join('、')}`}
        description="系统更新时，预设角色去掉了与岗位无关的权限，自建角色没有改动。请打开“权限”核对并保存；如果没有“权限”按钮，请由其他管理员处理。"
      />
    )
  );
};

function newValues(): { userType: string | undefined; dsType: DataScope } {
  const { info } = usePerson.getState();
  return { userType: info?.sysUser.type, dsType: info?.overseen == null ? 'all' : 'below' };
}

const copyValues = ({ id, roleName, userType, dsType, regions, roleDesc }: Role) => ({
  copyOf: id,
  roleName: `${roleName}（副本）`.slice(0, 30),
  userType,
  dsType,
  regionCodes: regions.map(({ code }) => code),
  roleDesc,
});

export const Screen = resourcePage(
  roleListing,
  roleListCalls,
  {
    heading: '角色',
    icon: 'key',
    summary: () => '把权限组成角色再交给人员；只能授予自己拥有的权限，不能修改自己持有的角色',
    buttons: Protection,
    above: ToReview,
    columns: [
      title({ width: 180, locked: true }),
      column<Role>('origin', '来源', (row) => <RoleTags row={row} />, { width: 188 }),
      one('userType', { width: 96 }),
      column<Role>('dsType', '数据范围', (row) => <DataScopeCell row={row} />, { width: 136 }),
      one('members', { width: 64 }),
      one('permits', { width: 64 }),
      one('roleDesc', { width: 188 }),
      one('updateTime', { width: 112 }),
    ],
    filters: ['userType'],
    open: 'nothing',
    form: {
      rows: ['copyOf', 'roleName', 'userType', 'roleCode', 'dsType', 'regionCodes', 'roleDesc'],
      controls: {
        copyOf: CopyOfControl,
        userType: UserTypeControl,
        dsType: DataScopeControl,
        regionCodes: RegionsControl,
      },
      texts: { regionCodes: RegionsText },
    },
    newValues,
    afterCreate: { saveLabel: '保存并分配权限', open: (row) => (row.abilities.includes('permits') ? Permits : null) },
    actions: (row, { edit, remove }) => [
      ...(row.abilities.includes('permits') ? [{ key: 'permits', label: '权限', open: Permits }] : []),
      ...edit,
      ...(row.abilities.includes('copy') ? [{ key: 'copy', label: '复制', add: () => copyValues(row) }] : []),
      ...remove,
    ],
    removing: '删除后不能恢复。',
    card: (row) => <RoleCard row={row} />,
    empty: '还没有角色',
  },
  roleReading,
);
