import type { ChangeDeps } from './change/deps.ts';
import { createChanges } from './change/service.ts';
import { createUserExport } from './export.ts';
import { createSight } from './service.ts';

export { createUserImport } from './import/service.ts';

/** Opens the administration of people: looking, changing, taking lists in and out. */
export function createUserAdmin(deps: ChangeDeps) {
  const sight = createSight(deps);
  return { ...sight.reading, ...createChanges(deps, sight), ...createUserExport(deps, sight) };
}
