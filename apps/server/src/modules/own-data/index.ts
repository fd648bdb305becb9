/**
 * own-data: a person's own data (个人信息): profile, passwords, portrait, settings, and a first password set through a
 * link.
 */
import { rmSync } from 'node:fs';
import { userLinkCalls } from '@anlan/contract/modules/user/password-link-calls';
import { ownDataCalls } from '@anlan/contract/modules/user/own-data-calls';
import { userSettingCalls } from '@anlan/contract/modules/user/layout-setting-calls';
import type { Scope } from '#kernel/scope.ts';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { accessModule } from '../access/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { sessionModule } from '../session/index.ts';
import { smsModule } from '../sms/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { createOwnData, createPasswordLinks, createSettings, firstLinkFile, userModule } from '../user/index.ts';

export const ownDataModule = defineModule('own-data', {
  needs: {
    server: infrastructure,
    tenants: tenantModule,
    files: fileModule,
    sms: smsModule,
    users: userModule,
    enterprises: enterpriseModule,
    access: accessModule,
    sessions: sessionModule,
  },
  open({ kit: { db, clock, audit }, server, tenants, files, sms, users, enterprises, access, sessions }) {
    /** Names of the tenant and the person's enterprises; passwords must not contain them. */
    async function organisationNames(scope: Scope, userId: string): Promise<string[]> {
      const { name } = await tenants.outside(scope, { id: scope.tenantId });
      const firms = await db.scoped(scope, async (tx) => enterprises.titles(tx, await users.enterprisesOf(tx, userId)));
      return [name, ...firms.values()];
    }
    return {
      own: createOwnData({
        db,
        users,
        audit,
        sms,
        tenants,
        isOwnPassword: sessions.renewal.isOwnPassword,
        renew: sessions.renewal.renew,
        organisationNames,
        roleNames: async (tx, userId) => (await access.rolesOf(tx, userId)).map(({ name }) => name),
        portraits: {
          attach: (tx, address) => files.attach(tx, address, 'avatar'),
          detach: (tx, address) => files.detach(tx, address, 'avatar'),
        },
      }),
      settings: createSettings({ db, clock, audit }),
      links: createPasswordLinks({
        db,
        clock,
        audit,
        tenants,
        users,
        organisationNames,
        endUser: (tx, owner) => sessions.own.endUser(tx, { ...owner, reason: 'password changed' }),
        enter: (httpScope, owner) => sessions.signInFlow.enter(httpScope, { ...owner, way: 'password' }),
        onSet: ({ tenantId }) => tenantId === '0' && rmSync(firstLinkFile(server.config.dataDir), { force: true }),
      }),
    };
  },
  serves: ({ own, settings, links }) => [
    serve('user', ownDataCalls, own, true),
    // A person inside another tenant uses the settings of their own tenant.
    serve('user', userSettingCalls, settings, true),
    serve('user', userLinkCalls, links, true),
  ],
});
