/**
 * enterprise: the enterprises of a tenant (企业) and their files.
 * Regulators see those of their tenant, enterprise staff their current one; the database decides which.
 * Import and export have sub-rooms of their own.
 */
import { createEnterpriseExport } from './export/service.ts';
import { createEnterpriseImport } from './import/service.ts';
import type { ImportDeps } from './import/jobs.ts';
import { createEnterpriseService, type EnterpriseDeps } from './service.ts';

/** Opens the room enterprise. */
export const createEnterpriseRoom = (deps: EnterpriseDeps & ImportDeps) => ({
  ...createEnterpriseService(deps),
  ...createEnterpriseExport(deps),
  ...createEnterpriseImport(deps),
});

/** The room enterprise. */
export type EnterpriseRoom = ReturnType<typeof createEnterpriseRoom>;
