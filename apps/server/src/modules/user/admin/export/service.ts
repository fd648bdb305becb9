import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import { approval, lockFlag, type UserRow, type UserSort } from '@anlan/contract/domain/user-admin';
import type { UserType } from '@anlan/contract/domain/session';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { definitionLine } from '#kit/definition-line.ts';
import { writeWorkbook, type OutgoingCell } from '#platform/sheets/index.ts';
import type { UserFilter } from '../rules.ts';
import type { Sight, SightDeps } from '../service.ts';
import { orderedIds, rowsByIds } from '../store.ts';

const batch = 500;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
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
export function createUserExport({ db, clock, audit, dictionaries }: SightDeps, { found, present }: Sight) {
  async function* batches(scope: Scope, ids: string[], types: Types): AsyncGenerator<OutgoingCell[][]> {
    for (let from = 0; from < ids.length; from += batch)
      yield await db.scoped(scope, async (tx) =>
        (await present(tx, await rowsByIds(tx, ids.slice(from, from + batch)))).map((row) =>
          columns.map(({ of }) => of(row, types)),
        ),
      );
  }
  return {
    /** The filtered list as .xlsx, streamed; each batch is read in a transaction of its own. */
    async export(scope: Scope, { filter, sort }: PageInput<UserFilter, UserSort>) {
      const now = clock.now();
      const { ids, types, narrowedBy } = await db.scoped(scope, async (tx) => {
        const some = await orderedIds(tx, await found(tx, filter), sort, limits.export.rows + 1);
        if (some.length > limits.export.rows)
          throw new AppError('invalid', `结果超过 ${limits.export.rows} 条，请缩小筛选范围后再导出`);
        const { keyword, ...rest } = filter;
        const asked = Object.entries(rest).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
        await audit.record(tx, {
          call: 'user.export',
          objectType: 'user',
          taken: some.length,
          note: [`${some.length} 行`, ...(keyword ? ['按关键字'] : []), ...asked].join('；').slice(0, 500),
        });
        const words = [
          ...(keyword ? [`关键字：${keyword}`] : []),
          ...(asked.length > 0 ? [`另有 ${asked.length} 项`] : []),
        ];
        return { ids: some, types: await dictionaries.userTypesOf(tx), narrowedBy: words.join('；') };
      });
      const { length: count } = ids;
      const note = definitionLine({ title: '用户清单', count, counter: '人', narrowedBy, at: now, by: scope.userName });
      const body = writeWorkbook([
        {
          name: '用户',
          note,
          columns: columns.map(({ heading, width }) => ({ heading, kind: 'text' as const, width })),
          rows: batches(scope, ids, types),
        },
      ]);
      return { name: `用户清单-${dayOf(now)}.xlsx`, type: xlsx, body };
    },
  };
}
