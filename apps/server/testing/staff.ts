// Creates people of a test tenant's enterprises: register rows, and accounts for people who must act.
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { giveRole } from '#modules/access/rights/store.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import { employee } from '@anlan/contract/modules/staff/resource';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { encryptContacts } from '#modules/user/encrypted/rules.ts';
import { seedBindings } from '#modules/user/seed.ts';
import type { TestApp } from './app.ts';
import type { Kind, TestTenant } from './tenants.ts';

export interface NewPerson {
  postKind: PostKind;
  name?: string;
  /** Index of the enterprise in `tenant.enterpriseIds`. */
  enterprise?: number;
  /** Account of the person: an existing account of the tenant, or a new account with this name and role. */
  account?: Kind | { username: string; role: 'ROLE_ENT_ADMIN' | 'ROLE_ENT_SAFETY' | 'ROLE_ENT_STAFF' };
  status?: 'pendingTraining' | 'onDuty' | 'offDuty';
}

let last = 0;

export async function makePeople(app: TestApp, tenant: TestTenant, people: readonly NewPerson[]) {
  const made: { id: string; userId: string | null; name: string }[] = [];
  await app.db.scoped(systemScope('test', tenant.id), async (tx) => {
    const vault = await app.vault.of(tx);
    for (const { postKind, enterprise = 0, account, status = 'onDuty', ...moreValues } of people) {
      last += 1;
      const enterpriseId = tenant.enterpriseIds[enterprise] ?? '';
      const name = moreValues.name ?? `员工${last}`;
      const phone = `1380000${String(1_000 + last)}`;
      let userId: string | null = null;
      if (typeof account === 'string') userId = tenant.people[account];
      else if (account !== undefined) {
        userId = newId();
        const now = app.clock.now();
        // The new account has the password that all test users share.
        await tx.client.query(
          `insert into app_user (tenant_id, id, username, nick_name, type, password_hash, lock_flag, demo, demo_mode, organ_id,
             phone_sealed, phone_index, created_at, updated_at, version)
           select tenant_id, $1, $2, $3, 'enterprise', password_hash, '0', false, false, organ_id, $4, $5, $6, $6, 1
           from app_user where tenant_id = $7 and id = $8`,
          [
            userId,
            account.username,
            name,
            ...(({ phone_sealed, phone_index }) => [phone_sealed, phone_index])(
              encryptContacts(vault, userId, { phone }),
            ),
            now,
            tenant.id,
            tenant.people.entstaff,
          ],
        );
        await giveRole(tx, userId, account.role);
        await seedBindings(tx, [{ userId, enterpriseId }]);
      }
      const values = {
        enterpriseId,
        name,
        phone,
        department: '生产部',
        postKind,
        hiredOn: '2024-03-01',
        userId,
        status,
        statusOn: '2024-03-01',
      };
      const [id = ''] = await insertSeeds(tx, app, employee, [{ values, at: app.clock.now() }]);
      made.push({ id, userId, name });
    }
  });
  return made;
}
