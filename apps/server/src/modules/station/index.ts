/**
 * station: the stations (场站) of enterprises: coach stations, yards, workshops, warehouses.
 * Regulators see those of their tenant, enterprise staff those of their current enterprise; the database decides which.
 * It leans on enterprise and dictionary; when enterprises are merged, `moveStations` gives them to the other one.
 */
import type { Tx } from '#platform/db/index.ts';
import { createStationExport } from './export/service.ts';
import { createStationService, type StationDeps } from './service.ts';
import { openManager } from './sealed/rules.ts';
import { findRow } from './store.ts';

/** Opens the room station. */
export const createStationRoom = (deps: StationDeps) => ({
  ...createStationService(deps),
  ...createStationExport(deps),
  /** The field that is masked for most people, of a station in sight. */
  classified: {
    fields: ['managerPhone'],
    async read(tx: Tx, id: string): Promise<string | undefined> {
      const row = await findRow(tx, id);
      return row && openManager(await deps.vault.of(tx), row);
    },
  },
});

/** The room station. */
export type StationRoom = ReturnType<typeof createStationRoom>;
