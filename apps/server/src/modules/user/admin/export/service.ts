import { formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import { approval, lockFlag, type UserRow, type UserSort } from '@anlan/contract/domain/user-admin';
import type { UserType } from '@anlan/contract/domain/session';
import { createListExport } from '#kit/list-file.ts';
import type { OutgoingCell } from '#platform/sheets/index.ts';
import type { UserFilter } from '../rules.ts';
import type { Sight, SightDeps } from '../service.ts';
import { orderedIds, rowsByIds } from '../store.ts';

const standings: Readonly<Record<keyof typeof lockFlag, string>> = { open: '启用', locked: '停用' };
const approvals: Readonly<Record<keyof typeof approval, string>> = {
  approved: '已通过',
  pending: '待审核',
  rejected: '已驳回',
};

type Types = Readonly<Record<UserType, string>>;

const columns: readonly { heading: string; width: number; of: (row: UserRow, types: Types) => OutgoingCell }[] = [
  { heading: '用户名', width: 20, of: ({ username }) => username },
  { heading: '姓名', width: 16, of: ({ nickName }) => nickName },
  { heading: '手机号码', width: 16, of: ({ phone }) => phone },
  { heading: '邮箱', width: 24, of: ({ email }) => email },
  { heading: '用户类型', width: 12, of: ({ type }, types) => types[type] },
  { heading: '机构', width: 24, of: ({ organName }) => organName },
  { heading: '角色', width: 24, of: ({ roleList }) => roleList.map(({ name }) => name).join('、') },
  { heading: '所属企业', width: 36, of: ({ entName }) => entName },
  {
    heading: '状态',
    width: 10,
    of: (row) => (row.approval === 'approved' ? standings[row.lockFlag] : approvals[row.approval]),
  },
  { heading: '创建时间', width: 20, of: ({ createTime }) => formatInstant(createTime) },
];

/** Opens the export of people: masked as on screen, said who took it and what of it (S79, S80). */
export const createUserExport = (deps: SightDeps, { found, present }: Sight) => ({
  /** The filtered list as .xlsx. */
  export: createListExport(
    deps,
    { name: 'user', title: '用户清单', sheet: '用户', counter: '人' },
    async (tx, { filter, sort }: PageInput<UserFilter, UserSort>, most) => {
      const { keyword, ...rest } = filter;
      const asked = Object.entries(rest).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
      const words = [
        ...(keyword ? [`关键字：${keyword}`] : []),
        ...(asked.length > 0 ? [`另有 ${asked.length} 项`] : []),
      ];
      const types = await deps.dictionaries.userTypesOf(tx);
      return {
        ids: await orderedIds(tx, await found(tx, filter), sort, most),
        narrowedBy: words.join('；'),
        noted: [...(keyword ? ['按关键字'] : []), ...asked].join('；'),
        columns: columns.map(({ heading, width }) => ({ heading, kind: 'text' as const, width })),
        read: async (inTx, ids) =>
          (await present(inTx, await rowsByIds(inTx, [...ids]))).map((row) => columns.map(({ of }) => of(row, types))),
      };
    },
  ),
});
