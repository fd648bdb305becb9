import type { Role } from '@anlan/contract/modules/access/role';
import { userType } from '@anlan/contract/modules/session/session';
import { DictText } from '#widgets/dict-tag.tsx';
import { isOneOfThree, dataScopeText } from '../rules.ts';

export const RoleTags = ({ row, children }: { row: Role; children?: React.ReactNode }) => (
  <span className="role-tags">
    {row.toReview.length > 0 && (
      <span className="tag tone-orange" title={row.toReview.join('、')}>
        权限待核对
      </span>
    )}
    {row.mine && <span className="tag tone-blue">本人持有</span>}
    {isOneOfThree(row) && <span className="tag tone-orange">三员</span>}
    <span className={row.preset ? 'tag tone-grey' : 'tag tone-green'}>{row.preset ? '系统预设' : '自建'}</span>
    {children}
  </span>
);

export const DataScopeCell = ({ row }: { row: Role }) =>
  row.userType === 'regulator' ? (
    <span className="list-cut" title={row.regions.map(({ name }) => name).join('、') || dataScopeText(row)}>
      {dataScopeText(row)}
    </span>
  ) : (
    <span className="role-none">—</span>
  );

export const RoleCard = ({ row }: { row: Role }) => (
  <>
    <span className="list-two">
      <span className="list-name" title={row.roleName}>
        {row.roleName}
      </span>
      <small>{row.roleCode}</small>
    </span>
    <RoleTags row={row}>
      <DictText type="userType" value={row.userType} codes={userType} />
    </RoleTags>
    <small className="list-cut">
      {row.userType === 'regulator' ? `${dataScopeText(row)} · ` : ''}
      {row.members} 人 · {row.permits} 项权限{row.roleDesc ? ` · ${row.roleDesc}` : ''}
    </small>
  </>
);
