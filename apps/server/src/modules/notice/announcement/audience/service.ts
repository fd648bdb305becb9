import type { Addressee, Reach, Reader, ReaderState } from '@anlan/contract/modules/notice/announcement';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { idRange } from '#kernel/ids.ts';
import { divisionAndBelow, covers } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../../audit/index.ts';
import type { DictionaryModule } from '../../../dictionary/index.ts';
import type { TenantModule } from '../../../tenant/index.ts';
import type { Publisher } from '../jobs.ts';
import { audienceProblem, selectsEnterprises, stateOf, type Addressed } from '../rules.ts';
import { findRow, markReminded } from '../store.ts';
import type { RowAudience } from '../tables.ts';
import * as store from './store.ts';

export interface AudienceDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record'>;
  dictionaries: Pick<DictionaryModule, 'placeNames' | 'industryNames' | 'industryTree' | 'userTypesOf'>;
  tenants: Pick<TenantModule, 'ids' | 'names'>;
}

interface Authored {
  created_by: string | null;
  publisher_id: string | null;
}

const separator = ' / ';

export function createAudiences({ dictionaries, tenants }: AudienceDeps) {
  async function names(tx: Tx, { audience, targets }: Addressed): Promise<(string | null)[]> {
    if (audience === 'people') {
      const namesById = new Map((await store.findPeople(tx, { ids: [...targets] })).map(({ id, name }) => [id, name]));
      return targets.map((id) => namesById.get(id) ?? null);
    }
    if (audience === 'enterprises') {
      const firms = await store.enterprisesNamed(tx, targets);
      return targets.map((id) => firms.get(id) ?? null);
    }
    if (audience === 'regions') {
      // Needs no row locks, because it only reads names.
      const paths = await dictionaries.placeNames(tx, targets);
      return targets.map((code) => paths.get(code)?.split(separator).slice(-2).join('') ?? null);
    }
    if (audience === 'industries') {
      const [sections, divisions] = [await dictionaries.industryTree(tx.scope), await dictionaries.industryNames()];
      const namesByCode = new Map([...divisions, ...sections.map(({ code, name }) => [code, name] as const)]);
      return targets.map((code) => namesByCode.get(code) ?? null);
    }
    if (audience === 'tenants') {
      const tenantNames = await tenants.names();
      return targets.map((id) => tenantNames.get(id) ?? null);
    }
    const kinds = new Map<string, string>(Object.entries(await dictionaries.userTypesOf(tx)));
    return targets.map((value) => kinds.get(value) ?? null);
  }

  async function recipientsOf(tx: Tx, addressed: Addressed, publisherId: string | null): Promise<Reach> {
    return {
      people: await store.countPeople(tx, addressed, publisherId),
      enterprises: selectsEnterprises(addressed.audience) ? await store.countFirms(tx, addressed) : null,
    };
  }

  /** Text about targets outside the caller's regions; null if there are none. */
  async function outsideOf(tx: Tx, { audience, targets }: Addressed): Promise<string | null> {
    const { regions } = tx.scope;
    if (regions === 'all') return null;
    if (audience === 'people')
      return (await store.someInvisible(tx, targets)) ? '有的人员不在您的数据范围内，请重新选择' : null;
    if (audience === 'enterprises')
      return (await store.enterprisesNamed(tx, targets)).size < new Set(targets).size
        ? '有的企业不在您的数据范围内，请重新选择'
        : null;
    if (audience !== 'regions') return '您的数据范围只有部分区域，请发布给您负责的区域、企业或指定人员';
    const outside = targets.filter((code) => !covers(regions, [divisionAndBelow(code)]));
    if (outside.length === 0) return null;
    const outsideNames = await dictionaries.placeNames(tx, outside);
    return `不在您的数据范围内：${outside.map((code) => outsideNames.get(code) ?? code).join('、')}`;
  }

  /** Whether the caller wrote the row, or all its targets are within the caller's regions. */
  const isInside = async (tx: Tx, row: Addressed & Authored): Promise<boolean> =>
    [row.created_by, row.publisher_id].includes(tx.scope.userId) || (await outsideOf(tx, row)) === null;

  return {
    recipientsOf,
    isInside,
    async demandInside(tx: Tx, row: Addressed & Authored): Promise<void> {
      if (!(await isInside(tx, row))) throw new AppError('denied', '这条公告的发布范围超出了您的数据范围，不能操作');
    },
    namesOf: async (tx: Tx, { audience, targets }: Addressed): Promise<string[]> =>
      (await names(tx, { audience, targets: targets.slice(0, 20) })).filter((name) => name !== null),
    /** The first problem with the audience. Null if all targets exist and are within the caller's regions. */
    async problemOf(tx: Tx, addressed: Addressed): Promise<string | null> {
      const problem = audienceProblem(addressed);
      if (problem !== null) return problem;
      if ((await names(tx, addressed)).includes(null)) return '发布范围里有不存在的选项，请重新选择';
      return outsideOf(tx, addressed);
    },
  };
}

export function createReaders(deps: AudienceDeps, { tellSome, mostNamed }: Pick<Publisher, 'tellSome' | 'mostNamed'>) {
  const { db, clock, audit } = deps;
  const audiences = createAudiences(deps);

  async function published(tx: Tx, id: string) {
    const row = await findRow(tx, 'announcement', id);
    if (!row || row.state === 'draft') throw new AppError('notFound');
    return row;
  }

  return {
    reach: (scope: Scope, { audience, targets = [] }: { audience: RowAudience; targets?: string[] | undefined }) =>
      db.read(scope, async (tx) => {
        const addressed = { audience, targets };
        const problem = await audiences.problemOf(tx, addressed);
        if (problem !== null) throw invalid({ field: 'targets', msg: problem });
        return audiences.recipientsOf(tx, addressed, scope.userId);
      }),
    people: (
      scope: Scope,
      { keyword, ids }: { keyword?: string | undefined; ids?: string[] | undefined },
    ): Promise<Addressee[]> =>
      db.read(scope, async (tx) => {
        const rows = await store.findPeople(tx, { keyword, ids });
        const firms = await store.firmNames(
          tx,
          rows.flatMap(({ id, type }) => (type === 'enterprise' ? [id] : [])),
        );
        return rows.map(({ id, name, organ }) => ({ id, name, place: firms.get(id) ?? organ }));
      }),
    readers: (
      scope: Scope,
      { filter, page, size }: PageInput<{ id: string; state: ReaderState; keyword?: string | undefined }>,
    ): Promise<Page<Reader>> =>
      db.read(scope, async (tx) => {
        const row = await published(tx, filter.id);
        const { rows, ...counted } = await store.readers(tx, row, filter, size, (page - 1) * size);
        const firms = await store.firmNames(
          tx,
          rows.map(({ id }) => id),
        );
        return {
          rows: rows.map(({ id, name, read_at: readAt, receipt_at: receiptAt }) => ({
            id,
            name,
            enterpriseName: firms.get(id) ?? null,
            readAt,
            receiptAt,
          })),
          ...counted,
          page,
          size,
        };
      }),
    /** Sends a reminder to recipients who have not answered, at most once every ten minutes. */
    remind: (scope: Scope, { id }: { id: string }) =>
      db.scoped(scope, async (tx) => {
        const row = await published(tx, id);
        await audiences.demandInside(tx, row);
        const now = clock.now();
        if (stateOf(row, now) !== 'published') throw new AppError('invalid', '只有发布中的公告可以催阅');
        const notSince = new Date(now.getTime() - limits.announcement.remindSeconds * 1000);
        if (!(await markReminded(tx, id, now, notSince)))
          throw new AppError('invalid', `${limits.announcement.remindSeconds / 60} 分钟内已经催阅过`);
        const state = row.need_receipt ? 'unconfirmed' : 'unread';
        await audit.record(tx, { call: 'notice.remind', objectType: 'announcement', objectId: id, note: row.title });
        let people = 0;
        // Recipients are processed in batches, because a message has a maximum number of recipients.
        for (let after: string | undefined = idRange.lowest; after !== undefined;) {
          const silent: string[] = await store.readerIdsAfter(tx, row, { state }, after, mostNamed);
          await tellSome(tx, row, silent);
          people += silent.length;
          after = silent.length < mostNamed ? undefined : silent.at(-1);
        }
        return { people };
      }),
  };
}
