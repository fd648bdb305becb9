import type { ChangeDeps } from './change/deps.ts';
import { createChanges } from './change/service.ts';
import { createUserExport } from './export.ts';
import { createVisibility } from './service.ts';

export { createUserImport } from './import/service.ts';

export function createUserAdmin(deps: ChangeDeps) {
  const visibility = createVisibility(deps);
  return { ...visibility.reading, ...createChanges(deps, visibility), ...createUserExport(deps, visibility) };
}
