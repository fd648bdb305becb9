import { sql, type SelectQueryBuilder } from 'kysely';
import type { ReaderState } from '@anlan/contract/modules/notice/announcement';
import { regionPrefix } from '@anlan/contract/domain/region-code';
import type { UserType } from '@anlan/contract/modules/session/session';
import { limits } from '@anlan/contract/limits';
import { literal, scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import type { Addressed } from '../rules.ts';
import type { AudienceTables } from '../tables.ts';

const on = tables<AudienceTables>();
type People = SelectQueryBuilder<AudienceTables, 'app_user', object>;

const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;

function firms(tx: Tx, { audience, targets }: Addressed) {
  return on(tx)
    .selectFrom('enterprise')
    .where('enterprise.tenant_id', '=', scopedTenant)
    .where('enterprise.removed_at', 'is', null)
    .where((eb) =>
      eb.or(
        targets.map((value) => {
          if (audience === 'enterprises') return eb('id', '=', value);
          if (audience === 'regions' && value.length > 6)
            return eb.and([eb('town_code', '>=', value), eb('town_code', '<', afterPrefix(value))]);
          const [column, prefix] =
            audience === 'regions'
              ? (['region_code', regionPrefix(value)] as const)
              : (['industry_code', value] as const);
          return eb.and([eb(column, '>=', prefix), eb(column, '<', afterPrefix(prefix))]);
        }),
      ),
    );
}

/** Names of the enterprises that the caller sees. */
export async function enterprisesNamed(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name'])
    .where('tenant_id', '=', scopedTenant)
    .where('removed_at', 'is', null)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function peopleOf(tx: Tx, addressed: Addressed): People {
  const { audience, targets } = addressed;
  const everybody: People = on(tx)
    .selectFrom('app_user')
    .where('app_user.tenant_id', '=', scopedTenant)
    .where('app_user.lock_flag', '=', '0')
    .where('app_user.approval', '=', 'approved')
    .where('app_user.deleted_at', 'is', null);
  // For a regulator with limited regions, row policies show only the enterprise staff of these regions.
  const all: People =
    tx.scope.regions === 'all'
      ? everybody
      : everybody.where((eb) =>
          eb.or([
            eb('app_user.type', '<>', 'enterprise'),
            eb.exists(
              on(tx)
                .selectFrom('user_enterprise')
                .where('user_enterprise.tenant_id', '=', scopedTenant)
                .whereRef('user_enterprise.user_id', '=', sql.ref('app_user.id'))
                .select('user_enterprise.user_id'),
            ),
          ]),
        );
  if (audience === 'kinds') return all.where('app_user.type', '=', sql<UserType>`any(${targets}::text[])`);
  if (audience === 'people') return all.where('app_user.id', '=', sql<string>`any(${targets}::uuid[])`);
  if (audience === 'all' || audience === 'tenants') return all;
  return all
    .where('app_user.type', '=', 'enterprise')
    .where(
      'app_user.id',
      'in',
      on(tx)
        .selectFrom('user_enterprise')
        .where('user_enterprise.tenant_id', '=', scopedTenant)
        .where('user_enterprise.enterprise_id', 'in', firms(tx, addressed).select('enterprise.id'))
        .select('user_enterprise.user_id'),
    );
}

// The publisher does not count as a reader of their own announcement.
const readersBeside = (tx: Tx, addressed: Addressed, publisherId: string | null): People =>
  publisherId === null ? peopleOf(tx, addressed) : peopleOf(tx, addressed).where('app_user.id', '<>', publisherId);

/** Whether at least one of these people belongs only to enterprises outside the caller's scope. */
export const someInvisible = async (tx: Tx, ids: readonly string[]): Promise<boolean> =>
  (
    await on(tx)
      .selectFrom('app_user')
      .select('app_user.id')
      .where('app_user.tenant_id', '=', scopedTenant)
      .where('app_user.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('app_user.type', '=', 'enterprise')
      .where('app_user.deleted_at', 'is', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('user_enterprise')
              .where('user_enterprise.tenant_id', '=', scopedTenant)
              .whereRef('user_enterprise.user_id', '=', 'app_user.id')
              .select('user_enterprise.user_id'),
          ),
        ),
      )
      .limit(1)
      .execute()
  ).length > 0;

const numberOf = (row: { found: string }) => Number(row.found);

export const countPeople = async (tx: Tx, addressed: Addressed, publisherId: string | null): Promise<number> =>
  numberOf(
    await readersBeside(tx, addressed, publisherId)
      .select((eb) => eb.fn.countAll<string>().as('found'))
      .executeTakeFirstOrThrow(),
  );

export const countFirms = async (tx: Tx, addressed: Addressed): Promise<number> =>
  numberOf(
    await firms(tx, addressed)
      .select((eb) => eb.fn.countAll<string>().as('found'))
      .executeTakeFirstOrThrow(),
  );

export const addressedIds = async (tx: Tx, addressed: Addressed, limit: number): Promise<string[]> =>
  (await peopleOf(tx, addressed).select('app_user.id').limit(limit).execute()).map(({ id }) => id);

export interface ReaderFilter {
  state: ReaderState;
  keyword?: string | undefined;
}

interface Published extends Addressed {
  id: string;
  publisher_id: string | null;
}

/** Counts how many recipients read and confirmed the announcement. Only readers that the caller may see are counted. */
export async function countAnswers(tx: Tx, row: Published): Promise<{ reads: number; receipts: number }> {
  const { reads, receipts } = await readersBeside(tx, row, row.publisher_id)
    .innerJoin('announcement_read', (join) =>
      join
        .on('announcement_read.tenant_id', '=', scopedTenant)
        .on('announcement_read.announcement_id', '=', row.id)
        .onRef('announcement_read.user_id', '=', 'app_user.id'),
    )
    .select((eb) => [
      eb.fn.countAll<string>().as('reads'),
      eb.fn.count<string>('announcement_read.receipt_at').as('receipts'),
    ])
    .executeTakeFirstOrThrow();
  return { reads: Number(reads), receipts: Number(receipts) };
}

function readersOf(tx: Tx, { id, publisher_id, ...addressed }: Published, { state, keyword }: ReaderFilter): People {
  let some = readersBeside(tx, addressed, publisher_id);
  if (keyword) some = some.where('app_user.nick_name', 'like', `${literal(keyword)}%`);
  // NOT EXISTS finds missing answers with an index.
  return some.where((eb) => {
    const answers = eb
      .selectFrom('announcement_read as answer')
      .select('answer.user_id')
      .where('answer.tenant_id', '=', scopedTenant)
      .where('answer.announcement_id', '=', id)
      .whereRef('answer.user_id', '=', 'app_user.id');
    const isOfReading = state === 'read' || state === 'unread';
    const wanted = eb.exists(isOfReading ? answers : answers.where('answer.receipt_at', 'is not', null));
    return state === 'read' || state === 'confirmed' ? wanted : eb.not(wanted);
  });
}

export const readerIdsAfter = async (
  tx: Tx,
  row: Published,
  filter: ReaderFilter,
  after: string,
  limit: number,
): Promise<string[]> =>
  (
    await readersOf(tx, row, filter)
      .select('app_user.id')
      .where('app_user.id', '>', after)
      .orderBy('app_user.id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

export async function readers(tx: Tx, row: Published, filter: ReaderFilter, limit: number, offset: number) {
  const some = readersOf(tx, row, filter);
  const rows = await some
    .leftJoin('announcement_read', (join) =>
      join
        .on('announcement_read.tenant_id', '=', scopedTenant)
        .on('announcement_read.announcement_id', '=', row.id)
        .onRef('announcement_read.user_id', '=', 'app_user.id'),
    )
    .select(['app_user.id', 'app_user.nick_name as name', 'read_at', 'receipt_at'])
    .orderBy('app_user.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { found } = await on(tx)
    .selectFrom(
      some
        .select('app_user.id')
        .limit(limits.totalCap + 1)
        .as('some'),
    )
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow();
  const total = Number(found);
  return total > limits.totalCap ? { rows, total: limits.totalCap, totalIsEstimate: true } : { rows, total };
}

export async function firmNames(tx: Tx, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await on(tx)
    .selectFrom('user_enterprise')
    .innerJoin('enterprise', (join) =>
      join
        .onRef('enterprise.tenant_id', '=', 'user_enterprise.tenant_id')
        .onRef('enterprise.id', '=', 'user_enterprise.enterprise_id'),
    )
    .select(['user_enterprise.user_id as id', 'enterprise.name'])
    .where('user_enterprise.tenant_id', '=', scopedTenant)
    .where('user_enterprise.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('enterprise.id', 'desc')
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function findPeople(tx: Tx, { keyword, ids }: { keyword?: string | undefined; ids?: string[] | undefined }) {
  const all = peopleOf(tx, ids ? { audience: 'people', targets: ids } : { audience: 'all', targets: [] });
  const some = keyword ? all.where('app_user.nick_name', 'like', `${literal(keyword)}%`) : all;
  return some
    .leftJoin('organ', (join) =>
      join.on('organ.tenant_id', '=', scopedTenant).onRef('organ.id', '=', 'app_user.organ_id'),
    )
    .select(['app_user.id', 'app_user.nick_name as name', 'app_user.type', 'organ.name as organ'])
    .orderBy('app_user.nick_name')
    .orderBy('app_user.id')
    .limit(ids ? limits.announcement.targets : limits.announcement.addressees)
    .execute();
}
