// The first account of a shop that was opened: one of its own, or the shop account that its phone has already.
import { limits } from '@anlan/contract/limits';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import type { SmsModule } from '../sms/index.ts';
import type { UserModule } from '../user/index.ts';
import { accountsOf } from './store.ts';

const queue = 'shop-account';

/** What a shop's account is made from. */
export interface ShopFacts {
  name: string;
  creditCode: string;
  contactName: string;
  phone: string;
}

/** Opens the making of accounts; what comes back asks for one, in the transaction that opened the shop. */
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

  /** By the credit code, which everybody may know: names of accounts stand in plain, phones do not (S78). */
  async function freeName(tx: Tx, creditCode: string): Promise<string> {
    for (let place = 0; ; place += 1) {
      const name = place === 0 ? `dp${creditCode}` : `dp${creditCode}-${place}`;
      if (!(await users.byName(tx, name))) return name;
    }
  }

  jobs.work(queue, async ({ tenantId, jobId: shopId }) => {
    // Sees the HTTP layer's rows: a link to the first password is one of them.
    await db.scoped({ ...systemScope('shop account', tenantId), http: true }, async (tx) => {
      const facts = await factsOf(tx, shopId);
      if (!facts || (await accountsOf(tx, shopId)).length > 0) return;
      const { name, phone } = facts;
      const ofPhone = await users.byPhone(tx, phone, 'shop');
      const known = ofPhone && (await users.byId(tx, ofPhone.id));
      // An account of a phone runs one shop; another shop of that phone has an account of its own.
      const takes = known && known.lock_flag === '0' && known.shop_id === null && known.approval === 'approved';
      const id = takes ? known.id : newId();
      const username = takes ? known.username : await freeName(tx, facts.creditCode);
      if (!takes)
        await users.add(tx, {
          id,
          username,
          nick_name: facts.contactName,
          // A phone belongs to one account of a kind.
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
