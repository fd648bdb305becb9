/** station: the stations (场站) of enterprises; most of the resource is declared in the contract. */
import { stationCalls } from '@anlan/contract/modules/station/calls';
import { station } from '@anlan/contract/modules/station/resource';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import { enterpriseModule } from '../enterprise/index.ts';

export const stationModule = defineModule('station', {
  needs: { enterprise: enterpriseModule },
  open({ kit, enterprise }) {
    const stations = openResource(station, kit, {
      // Phones of the responsible people are unmasked only for people who may edit the enterprise's stations.
      seesPlain: (scope, enterpriseId) =>
        scope.userType === 'enterprise' && scope.enterpriseId === enterpriseId && scope.permits.has('bus:station:edit'),
    });
    return {
      ...stations,
      byEnterpriseCode: (scope: Scope, { code }: { code: string }) =>
        kit.db.read(scope, async (tx) => {
          const id = await enterprise.idByCode(tx, code);
          if (id === null) return [];
          return stations.present(tx, await stations.rowsWhere(tx, { enterpriseId: id }, { order: 'code' }));
        }),
    };
  },
  calls: stationCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, stations) =>
      (await stations.exists(tx, { enterpriseId: ids })) ? '名下还有场站，请先删除这些场站' : null,
  },
});
