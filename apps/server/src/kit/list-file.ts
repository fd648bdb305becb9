// Streams a list as .xlsx. First fixes the ids, then reads the rows in short transactions (decision 0019).
import { setTimeout as pause } from 'node:timers/promises';
import { dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { createFairQueue, type Place } from '#platform/fair-queue/index.ts';
import { writeRowsInWorker, writeWorkbook, type OutgoingCell, type OutgoingSheet } from '#platform/sheets/index.ts';
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
  share: { young: { alone: perUser, among: perUser }, most: perUser, neighbourMs: 0, youngMs: 1_000, free: '' },
  refusal: () => new AppError('unavailable', '正在导出的人较多，没有轮到。请几分钟后再导出，或缩小筛选范围'),
});

const placeReportMs = 1_000;

/** Reports the queue position to the user until the export starts. Leaves the queue when the user cancels. */
async function reportQueuePlace(turn: Promise<void>, place: Place, queued: QueuedList): Promise<void> {
  const waits = new AbortController();
  const over = turn.then(
    () => waits.abort(),
    () => waits.abort(),
  );
  while (!waits.signal.aborted) {
    if (await queued.place(place.ahead())) return place.leave(new AppError('invalid', '已取消导出'));
    await Promise.race([over, pause(placeReportMs)]);
  }
  await turn.then(
    () => queued.end('done', '已轮到，开始下载'),
    (error: unknown) => queued.end('failed', error instanceof AppError ? error.message : '没有导出，请重新导出'),
  );
}

/**
 * Streams the file when its turn in the queue comes. The number of streams is limited per user over all sessions, and
 * per node (S68).
 */
async function* streamInTurn(
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
  // Without position reports the user waits in the same queue.
  if (place && show)
    void show()
      .then(
        (queued) => reportQueuePlace(turn, place, queued),
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
    body: streamInTurn(scope, line.count > threadRows ? writeRowsInWorker(written) : writeWorkbook([written]), show),
  };
}

export interface ListWords extends Pick<Definition, 'title' | 'counter'> {
  /** First part of the call name, such as `user`. */
  readonly name: string;
  /** Verb of the call; default `export`. */
  readonly verb?: string;
  /** Object type in the audit; default `name`. Its table decides who sees the entry. */
  readonly objectType?: string;
  readonly sheet: string;
}

export interface Settled extends Pick<OutgoingSheet, 'columns'> {
  readonly ids: readonly string[];
  readonly narrowedBy: string;
  readonly noted?: string;
  read(tx: Tx, ids: readonly string[]): Promise<Iterable<OutgoingCell[]>>;
}

export interface ExportRules {
  readonly tooMany?: string;
  /** Counts a started export, or refuses it. The returned function wraps the stream and notices its end. */
  begin?(tx: Tx): Promise<(body: AsyncGenerator<Buffer>) => AsyncIterable<Buffer>>;
}

/** Creates the export of a list. `settle` returns the ids of the rows in order, up to a limit. */
export function createListExport<Asked>(
  { db, clock, audit, queued }: Pick<Kit, 'db' | 'clock' | 'queued'> & { audit: Pick<Kit['audit'], 'record'> },
  { name, verb = 'export', objectType = name, sheet, ...words }: ListWords,
  settle: (tx: Tx, asked: Asked, most: number) => Promise<Settled>,
  { tooMany = '请缩小筛选范围后再导出', begin }: ExportRules = {},
) {
  async function* batches(scope: Scope, { ids, read }: Settled): AsyncGenerator<Iterable<OutgoingCell[]>> {
    for (let from = 0; from < ids.length; from += batchRows)
      yield await db.read(scope, (tx) => read(tx, ids.slice(from, from + batchRows)));
  }
  return async (scope: Scope, input: Asked) => {
    const at = clock.now();
    const { settled, around } = await db.scoped(scope, async (tx) => {
      const selection = await settle(tx, input, limits.export.rows + 1);
      const { length: rowCount } = selection.ids;
      if (rowCount > limits.export.rows) throw new AppError('invalid', `结果超过 ${limits.export.rows} 条，${tooMany}`);
      const note = [`${rowCount} 行`, selection.noted ?? selection.narrowedBy].filter(Boolean).join('；').slice(0, 500);
      await audit.record(tx, { call: `${name}.${verb}`, objectType, taken: rowCount, note });
      return { settled: selection, around: await begin?.(tx) };
    });
    const { ids, columns, narrowedBy } = settled;
    const of = { ...words, count: ids.length, narrowedBy, at, by: scope.userName };
    const { body, ...file } = listFile(scope, { ...of, sheet, columns, rows: batches(scope, settled) }, queued);
    return { ...file, body: around?.(body) ?? body };
  };
}
