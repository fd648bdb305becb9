import { formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import {
  approval,
  lockFlag,
  userExportColumns,
  type UserExportColumn,
  type UserRow,
  type UserSort,
} from '@anlan/contract/modules/user/admin';
import type { UserType } from '@anlan/contract/modules/session/session';
import { createListExport } from '#kit/list-file.ts';
import type { OutgoingCell } from '#platform/sheets/index.ts';
import type { UserFilter } from './rules.ts';
import type { Visibility, VisibilityDeps } from './service.ts';
import { orderedIds, rowsByIds } from './store.ts';

const standings: Readonly<Record<keyof typeof lockFlag, string>> = { open: '启用', locked: '停用' };
const approvals: Readonly<Record<keyof typeof approval, string>> = {
  approved: '已通过',
  pending: '待审核',
  rejected: '已驳回',
};

type Types = Readonly<Record<UserType, string>>;

interface Column {
  heading: string;
  width: number;
  of: (row: UserRow, types: Types) => OutgoingCell;
}
const columns: Readonly<Record<UserExportColumn, Column>> = {
  username: { heading: '用户名', width: 20, of: ({ username }) => username },
  nickName: { heading: '姓名', width: 16, of: ({ nickName }) => nickName },
  phone: { heading: '手机号码', width: 16, of: ({ phone }) => phone },
  email: { heading: '邮箱', width: 24, of: ({ email }) => email },
  type: { heading: '用户类型', width: 12, of: ({ type }, types) => types[type] },
  organName: { heading: '机构', width: 24, of: ({ organName }) => organName },
  roles: { heading: '角色', width: 24, of: ({ roleList }) => roleList.map(({ name }) => name).join('、') },
  entName: { heading: '所属企业', width: 36, of: ({ entName }) => entName },
  standing: {
    heading: '状态',
    width: 10,
    of: (row) => (row.approval === 'approved' ? standings[row.lockFlag] : approvals[row.approval]),
  },
  createTime: { heading: '创建时间', width: 20, of: ({ createTime }) => formatInstant(createTime) },
};
interface Columns {
  columns?: readonly UserExportColumn[] | undefined;
}
const heads: readonly UserExportColumn[] = ['username', 'nickName'];

/**
 * Text of the filter with the labels of the screen, for the audit entry. For ids it states only that the list was
 * limited.
 */
function filterText({ keyword, type, lockFlag: lock, approval: state, ...named }: UserFilter, types: Types): string {
  const { roleId, organId, enterpriseId } = named;
  return [
    keyword && `关键字：${keyword}`,
    type && `用户类型：${types[type]}`,
    lock && `状态：${standings[lock]}`,
    state && `注册审核：${approvals[state]}`,
    roleId && '限一个角色',
    organId && '限一个机构',
    enterpriseId && '限一家企业',
  ]
    .filter(Boolean)
    .join('；');
}

/** Export of users: values are masked as on the screen, and an audit entry names caller and filter (S79, S80). */
export const createUserExport = (deps: VisibilityDeps, { found: resolveFilter, present }: Visibility) => ({
  export: createListExport(
    deps,
    { name: 'user', title: '用户清单', sheet: '用户', counter: '人' },
    async (tx, { filter: all, sort }: PageInput<UserFilter & Columns, UserSort>, most) => {
      const { columns: wanted, ...filter } = all;
      const { keyword, ...rest } = filter;
      const filterParts = Object.entries(rest).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
      const types = await deps.dictionaries.userTypesOf(tx);
      const selectedColumns = (wanted === undefined ? userExportColumns : [...new Set([...heads, ...wanted])]).map(
        (key) => columns[key],
      );
      return {
        ids: await orderedIds(tx, await resolveFilter(tx, filter), sort, most),
        narrowedBy: filterText(filter, types),
        noted: [...(keyword ? ['按关键字'] : []), ...filterParts].join('；'),
        columns: selectedColumns.map(({ heading, width }) => ({ heading, kind: 'text' as const, width })),
        read: async (inTx, ids) =>
          (await present(inTx, await rowsByIds(inTx, [...ids]))).map((row) =>
            selectedColumns.map(({ of }) => of(row, types)),
          ),
      };
    },
  ),
});
