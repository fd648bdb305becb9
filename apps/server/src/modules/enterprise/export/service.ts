import { setTimeout as pause } from 'node:timers/promises';
import type { EnterpriseSort } from '@anlan/contract/modules/enterprise/enterprise';
import type { EnterpriseExportColumn } from '@anlan/contract/modules/enterprise/export-columns';
import { dayOf } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { createListExport } from '#kit/list-file.ts';
import { copyOut } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { copiedCells, idsPlace, type WordTables } from '#platform/sheets/index.ts';
import { placeOf } from '../../job/index.ts';
import { findSelection, type Selection } from '../selection/service.ts';
import { narrowFilter, type ListFilter } from '../rules.ts';
import { withWordFound } from '../filter-store.ts';
import { orderedIds } from '../store.ts';
import { countWhere } from '../total/store.ts';
import { createExportWork, kind, wordsOf, type ExportDeps } from './jobs.ts';
import { filterText, sheetOf, type Sheet } from './present.ts';
import { createStreams } from './rules.ts';
import { rowsQuery } from './store.ts';

const { perUser, perTenant, jobRows, waiting, waitingSeconds } = limits.export;
/** Limit of queued and running exports per user. */
const waitingPerUser = 10;
const askAgainMs = 1_000;

/** Requested columns besides the name columns. Default: all columns. */
interface Columns {
  columns?: readonly EnterpriseExportColumn[] | undefined;
}

/** Exports of enterprises. Small exports are streamed at once; large exports run as a job that stores a file. */
export function createEnterpriseExport(deps: ExportDeps) {
  const { db, clock, audit, dictionaries, users, jobs } = deps;
  jobs.work(kind, createExportWork(deps));
  const streams = createStreams();
  jobs.inTurn(kind, { perUser, perTenant, beside: (person) => streams.count(person) });

  async function describeFilter(tx: Tx, filter: ListFilter, words: WordTables): Promise<string> {
    const { officerId } = filter;
    const officers = officerId === undefined ? new Map<string, string>() : await users.names(tx, [officerId]);
    return filterText(filter, new Map([...words, ['officers', officers]]));
  }

  async function read(tx: Tx, ids: readonly string[], words: WordTables, { sources, forms }: Sheet) {
    const rows = await copyOut(tx, rowsQuery(sources).replace(idsPlace, `'{${ids.join()}}'`));
    const overseers = [...rows.firstColumn()].filter((id) => id !== '');
    return copiedCells(rows, forms, new Map([...words, ['officers', await users.names(tx, overseers)]]));
  }

  /** Throws if the user has too many queued exports. `inTurn` limits the running exports (S68). */
  async function requireQueueRoom(tx: Tx) {
    const { mine, all } = await jobs.open(tx, kind);
    if (mine >= waitingPerUser)
      throw new AppError('tooMany', `您已有 ${mine} 个导出在进行或排队，请等其中一个完成后再导出`);
    if (all >= waiting) throw new AppError('tooMany', `本单位已有 ${all} 个导出在进行或排队，请稍后再试`);
  }

  /** Starts a stream if the running jobs and streams leave room. Otherwise returns the queue position. */
  const enter = (scope: Scope) =>
    db.scoped(scope, async (tx) => {
      const [work, streamed] = [await jobs.open(tx, kind), streams.count(scope)];
      const ahead = placeOf({ mine: work.mine + streamed.mine, all: work.all + streamed.all }, { perUser, perTenant });
      return ahead === null ? streams.enter(scope) : { ahead };
    });
  /** Waits until a stream may start, and shows the user the queue position. Returns the function that ends it. */
  async function waitForRoom(scope: Scope) {
    const first = await enter(scope);
    if (typeof first === 'function') return first;
    const until = performance.now() + waitingSeconds * 1_000;
    const queued = await jobs.queued(scope, '导出企业清单');
    for (let place = first; ;) {
      if (await queued.place(place.ahead)) throw new AppError('invalid', '已取消导出');
      if (performance.now() > until) {
        const message = '导出排队较久，没有轮到。请等别的导出完成后再试，或缩小筛选范围';
        await queued.end('failed', message);
        throw new AppError('unavailable', message);
      }
      await pause(askAgainMs);
      const next = await enter(scope);
      if (typeof next === 'function') {
        await queued.end('done', '已轮到，开始下载');
        return next;
      }
      place = next;
    }
  }
  async function* whenRoom(scope: Scope, body: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    const leave = await waitForRoom(scope);
    try {
      yield* body;
    } finally {
      leave();
    }
  }

  return {
    export: createListExport(
      deps,
      { name: 'enterprise', title: '企业清单', sheet: '企业', counter: '家' },
      async (tx, { filter: input, sort }: PageInput<ListFilter & Columns, EnterpriseSort>, most) => {
        const { columns, ...filter } = input;
        const sheet = sheetOf(columns);
        const where = await withWordFound(tx, narrowFilter(filter, dayOf(clock.now())));
        const words = await wordsOf(tx, dictionaries);
        return {
          ids: await orderedIds(tx, where, sort, most),
          narrowedBy: await describeFilter(tx, filter, words),
          columns: sheet.columns,
          read: (inTx, ids) => read(inTx, ids, words, sheet),
        };
      },
      {
        tooMany: '请在页面上导出，将在后台生成文件',
        begin: ({ scope }) => Promise.resolve((body) => whenRoom(scope, body)),
      },
    ),
    async exportStart(
      scope: Scope,
      {
        by,
        desc = true,
        columns,
        ...selection
      }: Selection & Columns & { by?: EnterpriseSort | undefined; desc?: boolean | undefined },
    ): Promise<{ jobId: string; total: number }> {
      if (scope.userType !== 'regulator') throw new AppError('denied');
      return db.scoped(scope, async (tx) => {
        const resolvedSelection = await findSelection(tx, selection, dayOf(clock.now()));
        const total =
          'ids' in resolvedSelection
            ? resolvedSelection.ids.length
            : (await countWhere(tx, resolvedSelection.filter)).total;
        if (total === 0) throw new AppError('invalid', '没有可以导出的企业');
        if (total > jobRows) throw new AppError('invalid', `一次最多导出 ${jobRows} 家，请缩小筛选范围`);
        await requireQueueRoom(tx);
        const filterNote =
          selection.filter === undefined
            ? ''
            : await describeFilter(tx, selection.filter, await wordsOf(tx, dictionaries));
        const note = `${total} 行；${filterNote}`.slice(0, 500);
        await audit.record(tx, { call: 'enterprise.exportStart', objectType: 'enterprise', taken: total, note });
        const params = {
          chosen: selection,
          asked: filterNote,
          sort: by === undefined ? [] : [{ by, desc }],
          ...(columns ? { columns } : {}),
        };
        const jobId = await jobs.create(tx, { kind, title: '导出企业清单', params });
        return { jobId, total };
      });
    },
  };
}
