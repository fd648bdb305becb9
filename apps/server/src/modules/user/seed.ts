import type { UserType } from '@anlan/contract/modules/session/session';
import { systemClock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { encryptContacts } from './encrypted/rules.ts';

export interface DemoAccount {
  username: string;
  nickName: string;
  type: UserType;
  role: string;
  demoMode: boolean;
  enterprises: number;
}

/** Age of demo accounts at the start, in milliseconds. */
const demoAgeMs = 60 * 86_400_000;

/**
 * Password of all published accounts. While it is in use, the server refuses to listen on addresses other than
 * loopback.
 */
export const demoPassword = 'Anlan@2026';

/** `demo`: whether the accounts belong to a demonstration; production refuses them. */
export interface SeedPassword {
  hashOf: (username: string) => string | null;
  demo: boolean;
}

export function demoAccounts(tenantId: string): DemoAccount[] {
  const account = (username: string, nickName: string, type: UserType, role: string, enterprises = 0) => ({
    username,
    nickName,
    type,
    role,
    enterprises,
    demoMode: false,
  });
  if (tenantId === '0') return [account('platform', '平台管理员', 'platform', 'ROLE_ADMIN')];
  const accounts: DemoAccount[] = [
    account(`admin${tenantId}`, '租户管理员', 'regulator', 'ROLE_TENANT_ADMIN'),
    account(`regulator${tenantId}`, '林知远', 'regulator', 'ROLE_REGULATOR'),
    account(`entadmin${tenantId}`, '周明舟', 'enterprise', 'ROLE_ENT_ADMIN', 2),
    account(`safety${tenantId}`, '许静远', 'enterprise', 'ROLE_ENT_SAFETY', 1),
    account(`leader${tenantId}`, '高志刚', 'enterprise', 'ROLE_ENT_STAFF', 1),
    account(`entstaff${tenantId}`, '沈安然', 'enterprise', 'ROLE_ENT_STAFF', 1),
    account(`shop${tenantId}`, '店铺用户', 'shop', 'ROLE_SHOP'),
    // Added because a refund needs a second person (S50).
    account(`finance${tenantId}`, '财务复核员', 'regulator', 'ROLE_TENANT_ADMIN'),
    { ...account(`demo${tenantId}`, '演示监管员', 'regulator', 'ROLE_REGULATOR'), demoMode: true },
  ];
  if (tenantId === '1')
    accounts.push({ ...account('demoent1', '演示企业员', 'enterprise', 'ROLE_ENT_ADMIN', 1), demoMode: true });
  return accounts;
}

// Accounts that were added later get the last phone numbers, so that existing accounts retain theirs.
const latecomers = /^(safety|leader|finance)/;
const inPhoneOrder = (accounts: readonly DemoAccount[]) => [
  ...accounts.filter(({ username }) => !latecomers.test(username)),
  ...accounts.filter(({ username }) => latecomers.test(username)),
];

/** Departments below the root organ, by tenant. The administrator works in the first one. */
const departments: Readonly<Record<string, readonly string[]>> = {
  '1': ['办公室', '危险化学品监管科', '工贸企业监管科', '应急指挥中心', '政策法规科'],
  '2': ['办公室', '道路运输科', '水路运输科', '安全监督科'],
  '3': ['安全环保部', '工程管理部', '运营管理部'],
};

export async function seedUsers(
  tx: Tx,
  name: string,
  officers: readonly string[],
  password: SeedPassword,
  vault: Vault,
) {
  const tenant_id = tx.scope.tenantId;
  const organId = newId();
  const own = await vault.of(tx);
  const encrypted = (id: string, phone: string) => encryptContacts(own, id, { phone });
  const below = (departments[tenant_id] ?? []).map((department) => ({ id: newId(), name: department }));
  await insertAll(tx, 'organ', [
    { tenant_id, id: organId, parent_id: null, name, sort: 0 },
    ...below.map((department, sort) => ({ tenant_id, ...department, parent_id: organId, sort })),
  ]);
  const departmentOf = (at: number) => below[at % below.length]?.id ?? organId;
  const withId = <T>(one: T) => ({ one, id: newId() });
  const createdAt = new Date(systemClock.now().getTime() - (password.demo ? demoAgeMs : 0));
  const published = demoAccounts(tenant_id);
  const byPhone = inPhoneOrder(published);
  const accounts = published.map(withId).map(({ one: account, id }, index) => ({
    tenant_id,
    id,
    username: account.username,
    nick_name: account.nickName,
    ...encrypted(id, `1990000${tenant_id}${String(900 + byPhone.indexOf(account))}`),
    type: account.type,
    password_hash: password.hashOf(account.username),
    demo: password.demo,
    demo_mode: account.demoMode,
    organ_id: account.type === 'regulator' ? departmentOf(index) : organId,
    // The accounts are created in the past, because a second person needs an account of some age (S100).
    created_at: createdAt,
  }));
  const others = officers.map(withId).map(({ one: nick_name, id }, index) => ({
    tenant_id,
    id,
    username: `officer${index + 1}`,
    nick_name,
    ...encrypted(id, `1990000${tenant_id}${String(800 + index)}`),
    type: 'regulator',
    // These people have no password and cannot sign in. They only appear in the list of officers.
    password_hash: null,
    demo: false,
    demo_mode: false,
    organ_id: departmentOf(index + 1),
    created_at: createdAt,
  }));
  await insertAll(tx, 'app_user', [...accounts, ...others]);
  return {
    organId,
    accounts: new Map(accounts.map((row) => [row.username, row.id])),
    officerIds: others.map((row) => row.id),
  };
}

export const seedBindings = (tx: Tx, bindings: { userId: string; enterpriseId: string }[]) =>
  insertAll(
    tx,
    'user_enterprise',
    bindings.map(({ userId, enterpriseId }) => ({
      tenant_id: tx.scope.tenantId,
      user_id: userId,
      enterprise_id: enterpriseId,
    })),
  );
