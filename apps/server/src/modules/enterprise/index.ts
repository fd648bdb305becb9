/**
 * enterprise: the enterprises of a tenant (企业) and their files.
 * Regulators see those of their tenant, enterprise staff their current one; the database decides which.
 * Import and export have sub-rooms of their own.
 */
import { createEnterpriseBulk } from './bulk/service.ts';
import { createEnterpriseExport } from './export/service.ts';
import { createEnterpriseImport } from './import/service.ts';
import type { ImportDeps } from './import/jobs.ts';
import { createLifeEvents } from './life/events.ts';
import { createMove, type MoveDeps } from './life/service.ts';
import { createEnterpriseReference } from './reference/service.ts';
import { createEnterpriseService, type EnterpriseDeps } from './service.ts';

export type { Move, Mover } from './life/service.ts';

/** Opens the room enterprise. */
export function createEnterpriseRoom(deps: EnterpriseDeps & ImportDeps & MoveDeps) {
  const events = createLifeEvents();
  const mover = createMove(deps, events);
  return {
    ...createEnterpriseService(deps, mover),
    ...createEnterpriseExport(deps),
    ...createEnterpriseImport(deps),
    ...createEnterpriseBulk({ ...deps, move: mover.move }),
    ...createEnterpriseReference(),
    life: { ...events.register, move: mover.move, entered: mover.entered },
  };
}

/** The room enterprise. */
export type EnterpriseRoom = ReturnType<typeof createEnterpriseRoom>;
