/** The files of a room that lists its rows and nothing more, from table to screen: what every room begins with. */
export function roomFiles(room: string, title: string, migration: string): Record<string, string> {
  const camel = room.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
  const table = room.replaceAll('-', '_');
  const server = `apps/server/src/modules/${room}`;
  const web = `apps/web/src/features/${room}`;
  return {
    [`packages/contract/src/domain/${room}.ts`]: `import * as z from 'zod/mini';
import { id, instant } from './fields.ts';

/** ${title}: one row. */
export const ${camel} = z.object({
  /** Id of the row. */
  id,
  /** 名称 */
  name: z.string(),
  /** 更新时间 */
  updatedAt: instant,
});
/** ${title}: one row. */
export type ${pascal} = z.output<typeof ${camel}>;

/** Columns that the list may be ordered by. */
export const ${camel}Sortable = ['name', 'updatedAt'] as const;
/** A column that the list may be ordered by. */
export type ${pascal}Sort = (typeof ${camel}Sortable)[number];
`,
    [`packages/contract/src/wire/${room}.ts`]: `import * as z from 'zod/mini';
import { text } from '../domain/fields.ts';
import { ${camel}, ${camel}Sortable } from '../domain/${room}.ts';
import { limits } from '../limits.ts';
import { enveloped, get, pageOf, pageQuery } from './dialect.ts';

const filter = {
  /** Name contains. */
  keyword: z.optional(text(limits.search.max)),
};

/** ${title}. */
export const ${camel}Calls = {
  page: get('/bus/${room}/page', {
    input: pageQuery(filter, ${camel}Sortable),
    answer: enveloped(pageOf(${camel})),
    permit: 'signed-in',
    origin: 'chosen',
  }),
};
`,
    [`apps/server/migrations/${migration}-${room}.sql`]: `-- ${title}.

create table ${table} (
  tenant_id text not null references tenant,
  id uuid not null,
  name text not null,
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id)
);
comment on table ${table} is 'class: tenant';
create index ${table}_updated_idx on ${table} (tenant_id, updated_at, id);
`,
    [`${server}/index.ts`]: `/**
 * ${room}: ${title}.
 * Say here in five lines what the room holds, what it leans on and what it tells others.
 */
import { create${pascal}Service, type ${pascal}Deps } from './service.ts';

/** Opens the room ${room}. */
export const create${pascal}Room = (deps: ${pascal}Deps) => create${pascal}Service(deps);

/** The room ${room}. */
export type ${pascal}Room = ReturnType<typeof create${pascal}Room>;
`,
    [`${server}/service.ts`]: `import type { ${pascal}, ${pascal}Sort } from '@anlan/contract/domain/${room}';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { Scope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import { present${pascal} } from './present.ts';
import { pageRows, type ${pascal}Filter } from './store.ts';

/** What the room ${room} leans on. */
export interface ${pascal}Deps {
  db: Db;
}

/** Use cases of the room ${room}. */
export const create${pascal}Service = ({ db }: ${pascal}Deps) => ({
  async page(scope: Scope, input: PageInput<${pascal}Filter, ${pascal}Sort>): Promise<Page<${pascal}>> {
    const { rows, total } = await db.scoped(scope, (tx) => pageRows(tx, input), { readOnly: true });
    return { rows: rows.map(present${pascal}), total, page: input.page, size: input.size };
  },
});
`,
    [`${server}/present.ts`]: `import type { ${pascal} } from '@anlan/contract/domain/${room}';
import type { ${pascal}Row } from './store.ts';

/** A row in clean words. */
export const present${pascal} = ({ id, name, updated_at }: ${pascal}Row): ${pascal} => ({
  id,
  name,
  updatedAt: updated_at,
});
`,
    [`${server}/tables.ts`]: `import type { Generated } from 'kysely';

/** Tables of the room ${room}. */
export interface ${pascal}Tables {
  ${table}: {
    tenant_id: string;
    id: string;
    name: string;
    updated_at: Generated<Date>;
    version: Generated<number>;
  };
}
`,
    [`${server}/store.ts`]: `import type { Selectable } from 'kysely';
import type { ${pascal}Sort } from '@anlan/contract/domain/${room}';
import type { PageInput } from '@anlan/contract/domain/paging';
import { tables, type Tx } from '#platform/db/index.ts';
import type { ${pascal}Tables } from './tables.ts';

const on = tables<${pascal}Tables>();
const columns = { name: 'name', updatedAt: 'updated_at' } as const;

/** A row of the table ${table}. */
export type ${pascal}Row = Selectable<${pascal}Tables['${table}']>;

/** What the list is narrowed by. */
export interface ${pascal}Filter {
  keyword?: string | undefined;
}

const escaped = (text: string) => text.replace(/[\\\\%_]/g, (char) => \`\\\\\${char}\`);

const matching = (tx: Tx, { keyword }: ${pascal}Filter) => {
  const all = on(tx).selectFrom('${table}').where('tenant_id', '=', tx.scope.tenantId);
  return keyword ? all.where('name', 'like', \`%\${escaped(keyword)}%\`) : all;
};

/** A page of rows with their number; the id makes the order whole. */
export async function pageRows(tx: Tx, { filter, sort, page, size }: PageInput<${pascal}Filter, ${pascal}Sort>) {
  const [first = { by: 'updatedAt', desc: true } as const] = sort;
  const direction = first.desc ? 'desc' : 'asc';
  const rows = await matching(tx, filter)
    .selectAll()
    .orderBy(columns[first.by], direction)
    .orderBy('id', direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await matching(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
`,
    [`${web}/calls.ts`]: `import { ${camel}Calls } from '@anlan/contract/wire/${room}';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const ${camel} = api(${camel}Calls);

/** How the list's request stands in its URL. */
export const ${camel}Query = ${camel}Calls.page.input;

/** A page of the list; the old rows stay while the next are on their way. */
export const ${camel}Page = (input: Parameters<typeof ${camel}.page>[0]) =>
  queryOptions({
    queryKey: ['${room}', 'page', input],
    queryFn: ({ signal }) => ${camel}.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
`,
    [`${web}/screens/list.tsx`]: `import type { ${pascal}, ${pascal}Sort } from '@anlan/contract/domain/${room}';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import type { ListColumn } from '#ui/list/columns.ts';
import { ListFilters } from '#ui/list/list-filters.tsx';
import { ListTable } from '#ui/list/list-table.tsx';
import { useListQuery } from '#ui/list/use-list-query.ts';
import { ${camel}Page, ${camel}Query } from '../calls.ts';

const columns: ListColumn<${pascal}, ${pascal}Sort>[] = [
  { key: 'name', title: '名称', width: 240, render: (row) => row.name, sort: 'name', locked: true },
  { key: 'updatedAt', title: '更新时间', width: 176, render: (row) => formatInstant(row.updatedAt), sort: 'updatedAt' },
];

/** ${title}: the list. */
export function Screen() {
  const query = useListQuery(${camel}Query, { size: 20, sort: [{ by: 'updatedAt', desc: true }] });
  const state = useQuery(${camel}Page(query.input));
  return (
    <ListTable
      label="${title}列表"
      settings="${room}"
      query={query}
      state={state}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      actions={() => []}
      card={(row) => row.name}
      filters={(end) => (
        <ListFilters query={query} search={{ name: 'keyword', placeholder: '名称' }} filters={[]} end={end} />
      )}
      empty="还没有${title}"
    />
  );
}
`,
  };
}
