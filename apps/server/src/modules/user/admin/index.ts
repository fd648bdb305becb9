import { userImportColumns } from '@anlan/contract/modules/user/import';
import { limits } from '@anlan/contract/limits';
import { openImport } from '#kit/import/service.ts';
import type { ChangeDeps } from './change/deps.ts';
import { createChanges } from './change/service.ts';
import { createUserExport } from './export.ts';
import { createVisibility } from './service.ts';
import { createPeopleRows, type ImportDeps } from './import/jobs.ts';
import { columnsFor, requiredColumns } from './import/rules.ts';

const kinds = { check: 'user.import', apply: 'user.importConfirm' } as const;

/** Import of users: a dry run that names each error, then all valid rows in one transaction. */
export function createUserImport(deps: ImportDeps) {
  const { files, jobs, dictionaries } = deps;
  const paths = { errorsPath: '/upms/user/import/errors/{id}' };
  const { importing, ...calls } = openImport(
    {
      name: 'user',
      label: '用户',
      permits: 'sys:user',
      kinds,
      limits: limits.userImport,
      ...paths,
      headings: () => ({ wanted: userImportColumns, required: requiredColumns }),
      columns: async (tx) => columnsFor(await dictionaries.userTypesOf(tx)),
      ...createPeopleRows(deps, paths),
    },
    deps,
    () => ({ work: jobs, files }),
  );
  jobs.work(kinds.check, importing.check);
  jobs.work(kinds.apply, importing.apply);
  return calls;
}

export function createUserAdmin(deps: ChangeDeps) {
  const visibility = createVisibility(deps);
  return { ...visibility.reading, ...createChanges(deps, visibility), ...createUserExport(deps, visibility) };
}
