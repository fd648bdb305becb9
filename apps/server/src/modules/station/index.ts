/** station: the stations (场站) of enterprises; what is plain about them is declared in the contract. */
import { station } from '@anlan/contract/modules/station/resource';
import type { Scope } from '#kernel/scope.ts';
import { openResource, type Kit } from '#kit/service.ts';
import type { EnterpriseRoom } from '../enterprise/index.ts';

/** What the module station leans on. */
export interface StationDeps extends Kit {
  enterprises: Pick<EnterpriseRoom, 'idByCode'>;
}

/** Opens the module station. */
export function createStationRoom({ enterprises, ...kit }: StationDeps) {
  const stations = openResource(station, kit, {
    seesPlain: (scope, enterpriseId) => scope.userType === 'enterprise' && scope.enterpriseId === enterpriseId,
  });
  return {
    ...stations,
    byEnterpriseCode: (scope: Scope, { code }: { code: string }) =>
      kit.db.scoped(
        scope,
        async (tx) => {
          const enterpriseId = await enterprises.idByCode(tx, code);
          if (enterpriseId === null) return [];
          return stations.present(tx, await stations.rowsWhere(tx, { enterprise_id: enterpriseId }, { order: 'code' }));
        },
        { readOnly: true },
      ),
  };
}

/** The module station. */
export type StationRoom = ReturnType<typeof createStationRoom>;
