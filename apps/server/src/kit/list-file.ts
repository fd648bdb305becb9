// A list as .xlsx, streamed: ids are settled first, rows are read in short transactions (decision 0019).
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { createFairQueue, type Place } from '#platform/fair-queue/index.ts';
import { writeRowsBeside, writeWorkbook, type OutgoingCell, type OutgoingSheet } from '#platform/sheets/index.ts';
import { definitionLine, type Definition } from './definition-line.ts';
import type { Kit, QueuedList } from './ports.ts';

const batchRows = 500;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const { perUser, perNode, waiting, waitingSeconds, threadRows } = limits.export;
const streams = createFairQueue({
  atOnce: perNode,
  longest: waiting,
  patienceMs: waitingSeconds * 1_000,
  breathes: false,
  share: { young: { alone: perUser, among: perUser }, most: perUser, lonelyMs: 0, youngMs: 1_000, free: '' },
  refusal: () => new AppError('unavailable', '正在导出的人较多，没有轮到。请几分钟后再导出，或缩小筛选范围'),
});

const tellMs = 1_000;

/** Tells the owner of a list its place until its turn comes; leaves the line where they have given it up. */
async function tellPlace(turn: Promise<void>, place: Place, queued: QueuedList): Promise<void> {
  const waits = new AbortController();
  const over = turn.then(
    () => waits.abort(),
    () => waits.abort(),
  );
  while (!waits.signal.aborted) {
    if (await queued.place(place.ahead())) return place.leave(new AppError('invalid', '已取消导出'));
    await Promise.race([over, pause(tellMs)]);
  }
  await turn.then(
    () => queued.end('done', '已轮到，开始下载'),
    (error: unknown) => queued.end('failed', error instanceof AppError ? error.message : '没有导出，请重新导出'),
  );
}

/** Streams a file when its turn comes: so many of one person over all sessions, so many on this node (S68). */
async function* inTurn(
  scope: Scope,
  body: AsyncGenerator<Buffer>,
  show?: () => Promise<QueuedList>,
): AsyncGenerator<Buffer> {
  let finish = () => {};
  const finished = new Promise<void>((done) => (finish = done));
  const line: { place?: Place } = {};
  const turn = new Promise<void>((begin, refuse) => {
    const hold = () => (begin(), finished);
    streams.take(`${scope.tenantId} ${scope.userId}`, hold, false, (place) => (line.place = place)).catch(refuse);
  });
  const { place } = line;
  // Whoever is not told of their place waits all the same.
  if (place && show)
    void show()
      .then(
        (queued) => tellPlace(turn, place, queued),
        () => {},
      )
      .catch(() => {});
  await turn;
  try {
    yield* body;
  } finally {
    finish();
  }
}

/** A list as a file; its first line says who took it, when, how many rows and by which filter. */
export function listFile(
  scope: Scope,
  { sheet, columns, rows, ...line }: Definition & { sheet: string } & Pick<OutgoingSheet, 'columns' | 'rows'>,
  queued?: Kit['queued'],
) {
  const show = queued && (() => queued(scope, `导出${line.title}`));
  const written = { name: sheet, note: definitionLine(line), columns, rows };
  return {
    name: `${line.title}-${dayOf(line.at)}.xlsx`,
    type: xlsx,
    body: inTurn(scope, line.count > threadRows ? writeRowsBeside(written) : writeWorkbook([written]), show),
  };
}

/** What a list that may be taken along is called. */
export interface ListWords extends Pick<Definition, 'title' | 'counter'> {
  /** Its rows in the audit, and the first part of its call: user. */
  readonly name: string;
  readonly sheet: string;
}

/** What is taken along of a list. */
export interface Settled extends Pick<OutgoingSheet, 'columns'> {
  readonly ids: readonly string[];
  /** What the list was narrowed by, in words. */
  readonly narrowedBy: string;
  /** The same for the audit, where it says less. */
  readonly noted?: string;
  read(tx: Tx, ids: readonly string[]): Promise<Iterable<OutgoingCell[]>>;
}

/** Rules of an export of its own. */
export interface ExportRules {
  /** What to do where there are too many rows. */
  readonly tooMany?: string;
  /** Counts the stream while it is under way, or refuses it; answers what tells its end. */
  begin?(tx: Tx): Promise<(body: AsyncGenerator<Buffer>) => AsyncIterable<Buffer>>;
}

/** Opens the export of a list; `settle` finds up to so many rows in order. */
export function createListExport<Asked>(
  { db, clock, audit, queued }: Pick<Kit, 'db' | 'clock' | 'queued'> & { audit: Pick<Kit['audit'], 'record'> },
  { name, sheet, ...words }: ListWords,
  settle: (tx: Tx, asked: Asked, most: number) => Promise<Settled>,
  { tooMany = '请缩小筛选范围后再导出', begin }: ExportRules = {},
) {
  async function* batches(scope: Scope, { ids, read }: Settled): AsyncGenerator<Iterable<OutgoingCell[]>> {
    for (let from = 0; from < ids.length; from += batchRows)
      yield await db.scoped(scope, (tx) => read(tx, ids.slice(from, from + batchRows)), { readOnly: true });
  }
  return async (scope: Scope, asked: Asked) => {
    const at = clock.now();
    const { settled, around } = await db.scoped(scope, async (tx) => {
      const found = await settle(tx, asked, limits.export.rows + 1);
      const { length: taken } = found.ids;
      if (taken > limits.export.rows) throw new AppError('invalid', `结果超过 ${limits.export.rows} 条，${tooMany}`);
      const note = [`${taken} 行`, found.noted ?? found.narrowedBy].filter(Boolean).join('；').slice(0, 500);
      await audit.record(tx, { call: `${name}.export`, objectType: name, taken, note });
      return { settled: found, around: await begin?.(tx) };
    });
    const { ids, columns, narrowedBy } = settled;
    const of = { ...words, count: ids.length, narrowedBy, at, by: scope.userName };
    const { body, ...file } = listFile(scope, { ...of, sheet, columns, rows: batches(scope, settled) }, queued);
    return { ...file, body: around?.(body) ?? body };
  };
}
