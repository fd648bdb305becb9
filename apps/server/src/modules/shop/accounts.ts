// Gives a new shop its account: a new one, or the existing shop account with the same phone.
import { limits } from '@anlan/contract/limits';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { SmsModule } from '../sms/index.ts';
import type { UserModule } from '../user/index.ts';
import { accountsOf } from './store.ts';

const queue = 'shop-account';

export interface ShopFacts {
  name: string;
  creditCode: string;
  contactName: string;
  phone: string;
}

/** Returns a function that requests an account in the transaction that opens the shop. */
export function createShopAccounts({
  kit,
  users,
  sms,
  giveRole,
  factsOf,
}: {
  kit: Pick<ModuleKit, 'db' | 'audit' | 'jobs'>;
  users: Pick<UserModule, 'byId' | 'byName' | 'byPhone' | 'add' | 'change' | 'giveLink'>;
  sms: Pick<SmsModule, 'notify'>;
  giveRole: (tx: Tx, userId: string, code: string) => Promise<unknown>;
  factsOf: (tx: Tx, shopId: string) => Promise<ShopFacts | null>;
}) {
  const { db, audit, jobs } = kit;

  /**
   * Finds an unused user name made from the public credit code. User names are stored in plain text, so they must not
   * contain phones (S78).
   */
  async function freeName(tx: Tx, creditCode: string): Promise<string> {
    for (let place = 0; ; place += 1) {
      const name = place === 0 ? `dp${creditCode}` : `dp${creditCode}-${place}`;
      if (!(await users.byName(tx, name))) return name;
    }
  }

  jobs.work(queue, async ({ tenantId, jobId: shopId }) => {
    // Needs the HTTP scope, because the link for the first password is stored in its tables.
    await db.scoped({ ...systemScope('shop account', tenantId), http: true }, async (tx) => {
      const facts = await factsOf(tx, shopId);
      if (!facts || (await accountsOf(tx, shopId)).length > 0) return;
      const { name, phone } = facts;
      const ofPhone = await users.byPhone(tx, phone, 'shop');
      const phoneAccount = ofPhone && (await users.byId(tx, ofPhone.id));
      // An account runs one shop; another shop with the same phone gets its own account.
      const takes =
        phoneAccount &&
        phoneAccount.lock_flag === '0' &&
        phoneAccount.shop_id === null &&
        phoneAccount.approval === 'approved';
      const id = takes ? phoneAccount.id : newId();
      const username = takes ? phoneAccount.username : await freeName(tx, facts.creditCode);
      if (!takes)
        await users.add(tx, {
          id,
          username,
          nick_name: facts.contactName,
          // A new account gets the phone only if no other shop account has it.
          ...(ofPhone ? {} : { phone }),
          type: 'shop',
          password_hash: null,
          must_change_password: false,
        });
      await users.change(tx, id, { shop_id: shopId });
      await giveRole(tx, id, 'ROLE_SHOP');
      await audit.record(tx, {
        call: 'shop.account',
        objectType: 'user',
        objectId: id,
        note: takes ? `绑定已有账号：${name}` : `新建账号：${name}`,
      });
      const token = takes ? '' : await users.giveLink(tx, id, limits.passwordLink.approvedSeconds);
      if (!takes) await sms.notify(tx, { phone, template: 'shopApproved', params: { name, username, token } });
    });
  });

  return (tx: Tx, shopId: string): Promise<unknown> =>
    jobs.send(tx, queue, { tenantId: tx.scope.tenantId, userId: idRange.lowest, jobId: shopId });
}
