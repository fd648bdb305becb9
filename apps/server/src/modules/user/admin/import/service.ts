import { userImportColumns } from '@anlan/contract/modules/user/import';
import { limits } from '@anlan/contract/limits';
import { openImport } from '#kit/import/service.ts';
import { createPeopleRows, type ImportDeps } from './jobs.ts';
import { columnsFor, requiredColumns } from './rules.ts';

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
