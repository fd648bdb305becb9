import type { Permit } from '@anlan/contract/permits';
import { sql } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import type { Candidate } from './rules.ts';

type Holder = Omit<Candidate, 'factorAt'> & { id: string; name: string };

// Calls that let a person sign in or that change their rights. Changes to the own account do not count.
const ofAccounts = sql`(a.call like 'user.%' or a.call in ('enterprise.account', 'shop.account'))
  and a.call not in ('user.findByName', 'user.findByPhone')`;

// A person who makes these calls can then sign in as the changed person.
const givesSignIn = sql`a.call in ('user.create', 'user.import', 'user.password', 'user.removeFactor')`;

interface Question {
  permit: Permit;
  askerId: string | null;
  isPlatformAsking: boolean;
  since: Date;
  only?: string;
}

/**
 * People with a permit except the requester, with the facts that decide whether they may be the second person. Reads
 * the audit log, which cannot be altered. Acts of accounts that the requester can sign in with count as the
 * requester's.
 */
export async function candidatesFor(
  tx: Tx,
  { permit, askerId, isPlatformAsking, since, only }: Question,
): Promise<Holder[]> {
  return rowsOf<Holder>(tx)`
    with recursive first_account as (select u.id::text as id from app_user u
      join brand b on b.id = u.tenant_id and b.created_at = u.created_at
      where u.tenant_id = ${scopedTenant} and u.created_at > ${since}::timestamptz
        and (${isPlatformAsking} or (${askerId}::uuid is not null and not exists (
          select from app_user own where own.tenant_id = ${scopedTenant} and own.id = ${askerId}::uuid)))),
    hand as (
      (select ${askerId}::text as id where ${askerId}::text is not null union select id from first_account)
      union
      select a.object_id from hand join audit a on a.user_id = hand.id::uuid
      where a.tenant_id = ${scopedTenant} and a.outcome = 'done' and a.object_type = 'user'
        and a.at > ${since}::timestamptz and ${givesSignIn} and a.object_id is distinct from hand.id),
    holder as (select u.id, u.nick_name as name, u.created_at, array_agg(distinct r.role_id::text) as roles
      from role_permit p
      join user_role r on r.tenant_id = p.tenant_id and r.role_id = p.role_id
      join app_user u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where p.tenant_id = ${scopedTenant} and p.permit = ${permit} and u.lock_flag = '0' and u.approval = 'approved'
        and u.deleted_at is null and not u.demo_mode and u.id is distinct from ${askerId}::uuid
        and (${only ?? null}::uuid is null or u.id = ${only ?? null}::uuid)
      group by u.id, u.nick_name, u.created_at order by u.nick_name, u.id limit 50)
    select h.id, h.name, h.created_at as "createdAt", act.at as "changedAt",
      greatest(act.by_asker, (select h.created_at from first_account f where f.id = h.id::text)) as "changedByAskerAt"
    from holder h
    left join lateral (select max(a.at) as at, max(a.at) filter (where a.user_id::text in (select id from hand)) as by_asker
      from audit a where a.tenant_id = ${scopedTenant} and a.outcome = 'done' and a.user_id is distinct from h.id
        and ((a.object_type = 'user' and a.object_id = h.id::text and ${ofAccounts})
          or (a.object_type = 'role' and a.object_id = any(h.roles) and a.call = 'access.roleMenu'))) act on true
    order by h.name, h.id`;
}

/** Time at which people of a tenant set up their second factor, by user id. Needs the HTTP scope. */
export async function factorsOf(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`select user_id as id, enabled_at as at from second_factor
    where tenant_id = ${tenantId} and user_id = any(${userIds}::uuid[]) and enabled_at is not null`.execute(tx.kysely);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
