/**
 * dictionary-admin: editing of dictionaries (字典) by the platform and tenants, and of a tenant's streets and grids
 * (街道/网格).
 */
import { dictionaryAdminCalls } from '@anlan/contract/modules/dictionary/admin-calls';
import { regionCalls } from '@anlan/contract/modules/dictionary/region-calls';
import { defineModule, serve } from '#kit/module.ts';
import { accessModule } from '../access/index.ts';
import { createDictionaryAdmin, createOwnRegions } from '../dictionary/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { announcementReference } from '../notice/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { userModule } from '../user/index.ts';

export const dictionaryAdminModule = defineModule('dictionary-admin', {
  needs: { tenants: tenantModule, users: userModule, enterprises: enterpriseModule, access: accessModule },
  open: ({ kit: { db, bus, clock, audit, registry }, tenants, users, enterprises, access }) => ({
    desk: createDictionaryAdmin({
      db,
      bus,
      audit,
      tenants,
      bump: (tx) => tenants.bump(tx, 'dictionary'),
      usesOf: async (tx, type, value) => {
        const firms = await enterprises.countWith(tx, type, value);
        const announcementCount = await announcementReference.countWith(tx, type, value);
        return [
          ...(firms > 0 ? [`${firms} 家企业`] : []),
          ...(await registry.usesOf(tx, type, value)),
          ...(announcementCount > 0
            ? [`${announcementCount} 条${tx.scope.tenantId === '0' ? '系统通知' : '公告'}`]
            : []),
        ];
      },
    }),
    regions: createOwnRegions({
      db,
      audit,
      standing: enterprises,
      roles: access,
      organs: users,
      announcements: { titleAt: (tx, code) => announcementReference.titleAt(tx, code, clock.now()) },
    }),
  }),
  serves: ({ desk, regions }) => [
    serve('dictionary', dictionaryAdminCalls, desk),
    serve('dictionary', regionCalls, regions),
  ],
});
