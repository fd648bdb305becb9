/** shop: shops of the mall (店铺): application, review, opening and closing. A shop account sees only its own shop. */
import { shopCalls } from '@anlan/contract/modules/shop/calls';
import { shop } from '@anlan/contract/modules/shop/resource';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { accessModule } from '../access/index.ts';
import { agreementsModule } from '../content/index.ts';
import { smsModule } from '../sms/index.ts';
import { sessionModule } from '../session/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { userModule } from '../user/index.ts';
import { createShopAccounts } from './accounts.ts';
import { createShopApplications } from './application.ts';
import { seedShops } from './seed.ts';
import { accountsOf, countShops, onlyId, openShops, shownShops } from './store.ts';

type ShopRow = RowOf<typeof shop>;

export { seededShops } from './seed-store.ts';
export type { ShownShop } from './store.ts';

const listed = 500;

export const shopModule = defineModule('shop', {
  needs: {
    user: userModule,
    access: accessModule,
    session: sessionModule,
    sms: smsModule,
    tenant: tenantModule,
    agreements: agreementsModule,
  },
  open({ kit, user, access, session, sms, tenant, agreements }) {
    const { db, clock } = kit;
    const phoneOf = async (tx: Tx, id: string): Promise<string> => (await shops.classified.read(tx, id, 'phone')) ?? '';
    const giveAccount = createShopAccounts({
      kit,
      users: user,
      sms,
      giveRole: access.giveRole,
      async factsOf(tx, id) {
        const [row] = await shops.rowsWhere(tx, { id }, { limit: 1 });
        if (row?.status !== 'open') return null;
        return {
          name: row.name,
          creditCode: row.creditCode,
          contactName: row.contactName,
          phone: await phoneOf(tx, id),
        };
      },
    });
    /** Throws when the caller is the applicant of this shop (S33). */
    async function requireOtherDecider(tx: Tx, row: ShopRow) {
      const decider = tx.scope.userId === null ? undefined : await user.byId(tx, tx.scope.userId);
      if (decider?.phone && decider.phone === (await phoneOf(tx, row.id)))
        throw new AppError('denied', '不能审核自己提交的申请');
    }
    const today = () => dayOf(clock.now());
    // Server-set values of an application, available while its row is added in this transaction.
    const applications = new WeakMap<Tx, { number: string; appliedAt: Date }>();
    const shops = openResource(shop, kit, {
      conditions: (_tx, { id }) => onlyId(id),
      filesOf: (id) => id,
      // A shop reads its own phone unmasked. The unit must reveal the phone, and the reveal is logged.
      seesPlain: (scope) => scope.userType === 'shop',
      beforeCreate(tx) {
        const applied = applications.get(tx);
        return applied === undefined
          ? { openedOn: today() }
          : { status: 'applied', applicationNo: applied.number, appliedAt: applied.appliedAt };
      },
      async saved(tx, ids) {
        for (const { id } of await shops.rowsWhere(tx, { id: ids, status: 'open', version: 1 }))
          if ((await accountsOf(tx, id)).length === 0) await giveAccount(tx, id);
      },
      beforeUpdate(tx, row, patch) {
        // Only the unit may change reviewed fields.
        const reviewed = patch.name !== undefined || patch.creditCode !== undefined || patch.company !== undefined;
        if (tx.scope.userType === 'shop' && reviewed)
          for (const key of ['name', 'creditCode', 'company'] as const)
            if (patch[key] !== undefined && patch[key] !== row[key])
              throw new AppError('denied', '店铺名称和主体信息经过审核，请联系主管单位修改');
      },
      async beforeMove(tx, move, row, { reason }) {
        if (move === 'approve' || move === 'reject') await requireOtherDecider(tx, row);
        const decidedReason = typeof reason === 'string' ? reason : null;
        return { decidedReason, ...(move === 'approve' ? { openedOn: today() } : {}) };
      },
      async moved(tx, move, row, { reason }): Promise<unknown> {
        if (move === 'approve') return giveAccount(tx, row.id);
        if (move === 'close')
          for (const userId of await accountsOf(tx, row.id))
            await session.endUser(tx, { tenantId: tx.scope.tenantId, userId });
        if (move !== 'reject' || typeof row.applicationNo !== 'string') return undefined;
        const params = { name: row.name, number: row.applicationNo, reason: String(reason) };
        return sms.notify(tx, { phone: await phoneOf(tx, row.id), template: 'shopRejected', params });
      },
    });
    return {
      ...shops,
      ...createShopApplications({
        kit,
        sms,
        tenants: tenant,
        agreements,
        shops: {
          async isNamed(tx, name) {
            const rows = await shops.rowsWhere(tx, { name });
            return rows.some(({ status }) => status !== 'rejected');
          },
          async add(tx, input, facts) {
            applications.set(tx, facts);
            return shops.add(tx, input, 'shop.apply');
          },
          async ofNumber(tx, number) {
            const [row] = await shops.rowsWhere(tx, { applicationNo: number }, { limit: 1 });
            return row ? { row, phone: await phoneOf(tx, row.id) } : null;
          },
        },
      }),
      list: (scope: Scope) => db.read(scope, (tx) => openShops(tx, listed)),
      count: (scope: Scope) =>
        db.read(scope, async (tx) => {
          const by = await countShops(tx);
          const total = [...by.values()].reduce((sum, one) => sum + one, 0);
          return { total, open: by.get('open') ?? 0, applied: by.get('applied') ?? 0 };
        }),
      shown: shownShops,
    };
  },
  calls: shopCalls,
  seed: seedShops,
});
