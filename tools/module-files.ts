/** Creates the files of a new module with one declared resource, from its table to its page. */
export function moduleFiles(
  name: string,
  { label, pinyin, migration }: { label: string; pinyin: string; migration: string },
): Record<string, string> {
  const camel = camelCase(name);
  const type = camel.charAt(0).toUpperCase() + camel.slice(1);
  const table = name.replaceAll('-', '_');
  return {
    [`packages/contract/src/modules/${name}/resource.ts`]: `import { oneOf, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** ${label} of an enterprise. */
export const ${camel} = resource('${camel}', {
  label: '${label}',
  title: 'name',
  subtitle: 'code',
  class: 'enterprise',
  permits: 'bus:${camel}',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    code: text(32, '编号')
      .required()
      .unique()
      .sortable()
      .search('prefix', /^[A-Za-z0-9_-]+$/),
    name: text(60, '名称').required().sortable().search('contains'),
    status: oneOf(['enabled', 'disabled'], '状态').default('enabled').dictionary('enableStatus').filter('many'),
  },
});
/** ${label} as people see it. */
export type ${type} = Row<typeof ${camel}>;
`,
    [`packages/contract/src/modules/${name}/calls.ts`]: `import { crud } from '../../kit/calls.ts';
import { ${camel} } from './resource.ts';

/** Calls of ${label}. */
export const ${camel}Calls = crud(${camel}, '/bus/${camel}');
`,
    [`packages/contract/src/modules/${name}/module.ts`]: `import { duty, namesOf, permitsOf, type Declared, type Duty } from '../../kit/module.ts';
import { ${camel}Calls } from './calls.ts';
import { ${camel} } from './resource.ts';

/** Its permits and their labels. */
export const permits = permitsOf('bus:${camel}', '${label}');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = namesOf('${camel}', '${label}');

/** Its declared resources. */
export const resources: readonly Declared[] = [
  {
    resource: ${camel},
    calls: ${camel}Calls,
    menu: { under: '企业', sort: 500, name: '${label}', pinyin: '${pinyin}', icon: 'file' },
  },
];

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty('bus:${camel}', ['add', 'edit', 'del', 'export'], ['TENANT_ADMIN', 'REGULATOR'], 'keeps and oversees the records'),
  duty(
    'bus:${camel}',
    ['index'],
    ['TENANT_ADMIN', 'REGULATOR', 'ENT_ADMIN', 'ENT_SAFETY', 'ENT_STAFF'],
    'reads the records',
  ),
];
`,
    [`apps/server/migrations/${migration}-${name}.sql`]: `-- oldest program: ${String(Number(migration) - 1).padStart(4, '0')}
-- ${label} of enterprises.
create table ${table} (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  code text collate "C" not null,
  name text collate "C" not null,
  status text not null default 'enabled',
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table ${table} is 'class: enterprise';
create unique index ${table}_code_key on ${table} (tenant_id, code) where removed_at is null;
create index ${table}_updated_idx on ${table} (tenant_id, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index ${table}_code_idx on ${table} (tenant_id, code, id) include (enterprise_id, name, status) where removed_at is null;
create index ${table}_name_idx on ${table} (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index ${table}_enterprise_idx on ${table} (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index ${table}_status_idx on ${table} (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index ${table}_total_idx on ${table} (tenant_id, enterprise_id) where removed_at is null;
create index ${table}_owner_idx on ${table} (tenant_id, enterprise_id, id);
select follow_enterprise('${table}');
create index ${table}_oversight_idx on ${table} (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
`,
    [`apps/server/src/modules/${name}/index.ts`]: `/** ${camel}: ${label} of enterprises; what is plain about it is declared in the contract. */
import { ${camel}Calls } from '@anlan/contract/modules/${name}/calls';
import { ${camel} } from '@anlan/contract/modules/${name}/resource';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';

/** The module ${camel}. */
export const ${camel}Module = defineModule('${camel}', {
  needs: {},
  open: ({ kit }) => openResource(${camel}, kit),
  calls: ${camel}Calls,
});
`,
    [`apps/web/src/modules/${name}/index.ts`]: `import type { ModulePage } from '#kit/modules.ts';

/** The page of ${label}, as the menu knows it. */
export const page: ModulePage = { component: '${camel}/list', heading: '${label}', icon: 'file' };
`,
    [`apps/web/src/modules/${name}/page.tsx`]: `import { ${camel}Calls } from '@anlan/contract/modules/${name}/calls';
import { ${camel} } from '@anlan/contract/modules/${name}/resource';
import { toggle } from '#kit/actions.ts';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** ${label} of the tenant, or of one's own enterprise. */
export const Screen = resourcePage(${camel}, ${camel}Calls, {
  ...page,
  columns: [title(), tag('status'), one('enterpriseId')],
  filters: ['status', 'enterpriseId'],
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
});
`,
  };
}

export const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Lines that a new module adds to the lists of modules: path of the list, and the line. */
export const moduleLines = (name: string): readonly (readonly [path: string, line: string])[] => [
  ['packages/contract/src/all-modules.ts', `export * as ${camelCase(name)} from './modules/${name}/module.ts';`],
  ['apps/server/src/all-modules.ts', `export { ${camelCase(name)}Module } from '#modules/${name}/index.ts';`],
];
