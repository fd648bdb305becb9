import { isFilledByRest, type FoundItem, type ItemAnswer } from '@anlan/contract/modules/checklist/item';
import { seenOf } from '@anlan/contract/modules/delivery/delivery';
import { useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { askKept, keepAnswer } from '#lib/kept/day.ts';
import { doLater, isOwed, newWorkId, useOutbox, type About, type Work } from '#lib/kept/outbox.ts';
import { beginKeeping, onArrived } from '#lib/kept/sending.ts';
import { usePerson } from '#lib/person.ts';
import { tokens } from '#lib/tokens.ts';
import { saidOf, shownWork } from './work-rules.ts';

// Steps of the page in front that are not in what was read yet; their ids are of this phone alone.
const waited = new Set<string>();

/** What has arrived is read anew after so long without another step. */
const quietMs = 1_500;

interface Answered {
  key: string;
  given: ItemAnswer;
}
interface Row {
  readonly id: string;
  readonly items: readonly FoundItem[];
}
/** Rows that are answered on site. */
export interface OnSite<R extends Row> {
  /** Beginning of the kinds of their work, and of the names under which they are kept. */
  readonly kind: 'inspection' | 'riskCheck';
  /** Key of all that was read of them. */
  readonly key: QueryKey;
  /** What else is read anew once something of a row has arrived. */
  readonly others: readonly QueryKey[];
  readonly read: (id: string, signal: AbortSignal) => Promise<R>;
  readonly titleOf: (row: R) => string;
  /** The row after a piece of work, as the server will have it. */
  readonly after: (row: R, work: Work) => R;
  /** What must come before the first step of a row. */
  readonly open?: (row: R, about: About) => Promise<unknown>;
}

/** What is said of photos: the same for an item as long as it is asked the same, so that a tap draws no other item again. */
function photosOf(record: string, title: string) {
  const known = new WeakMap<FoundItem['item'], About>();
  return ({ item }: FoundItem): About => {
    const one = known.get(item) ?? { record, title, said: '照片', item: item.text };
    known.set(item, one);
    return one;
  };
}

/** Rows after pieces of work, each worked out once: a further step makes one item anew, and no other. */
function createReplay<R extends Row>(after: OnSite<R>['after']) {
  let from: R | undefined;
  let steps: { work: string; row: R }[] = [];
  return (base: R, works: readonly Work[]): R => {
    if (base !== from) steps = [];
    from = base;
    const same = steps.findIndex(({ work }, at) => work !== works[at]?.id);
    if (same !== -1) steps.length = same;
    for (const work of works.slice(steps.length))
      steps.push({ work: work.id, row: after(steps.at(-1)?.row ?? base, work) });
    return steps.at(-1)?.row ?? base;
  };
}

/** Keeps what was read of a row, once no more steps come, or nobody looks at it any more: with each, all of it would be sealed. */
function useKept(name: string, value: unknown): void {
  const next = useRef<{ name: string; value: unknown } | null>(null);
  const keepNow = useCallback(() => {
    if (next.current) void keepAnswer(next.current.name, next.current.value).catch(() => undefined);
    next.current = null;
  }, []);
  useEffect(() => {
    if (value === undefined) return undefined;
    next.current = { name, value };
    const timer = setTimeout(keepNow, quietMs);
    return () => clearTimeout(timer);
  }, [name, value, keepNow]);
  useEffect(() => {
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      document.removeEventListener('visibilitychange', keepNow);
      keepNow();
    };
  }, [keepNow]);
}

/** What arrived after a row had been kept is not in it: a browser that was killed had no time to keep it anew. */
function waitFor(record: string, keptAt: number): void {
  for (const work of useOutbox.getState().works)
    if (work.record === record && (work.arrivedAt ?? 0) > keptAt - quietMs) waited.add(work.id);
}

/**
 * A row that is answered on site. Each step is written down on this phone before it is shown, and sent in its turn: with a
 * network at once, without one when it is back.
 */
export function useOnSite<R extends Row>(id: string, of: OnSite<R>) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const name = usePerson(({ info }) => info?.sysUser.nickName || info?.sysUser.username);
  const outbox = useOutbox();
  const { kind, key, others, after } = of;
  const kept = `${kind} ${id}`;
  useEffect(() => {
    if (name && tokens() !== null) void beginKeeping(name);
  }, [name]);
  const queryKey = useMemo(() => [...key, 'one', id], [key, id]);
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      askKept(
        kept,
        () => of.read(id, signal),
        (keptAt) => waitFor(id, keptAt),
      ),
    enabled: outbox.isOpen,
  });
  const own = useMemo(() => outbox.works.filter(({ record }) => record === id), [outbox.works, id]);
  const base = read.data;

  // What arrives while the page stands is put into what was read, until that is read anew.
  useEffect(() => () => waited.clear(), [id]);
  useEffect(() => {
    for (const work of own)
      if (work.state === 'queued') waited.add(work.id);
      else if (waited.delete(work.id) && (work.state === 'sent' || work.state === 'checked'))
        client.setQueryData<R>(queryKey, (held) => held && after(held, work));
  }, [own, client, queryKey, after]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAnew = () => {
      timer = undefined;
      for (const known of [key, ...others]) void client.invalidateQueries({ queryKey: known });
    };
    // Not with each tap: what arrived is shown already, and reading it all anew would keep the next tap waiting.
    const stop = onArrived((record) => {
      if (record !== id) return;
      clearTimeout(timer);
      timer = setTimeout(readAnew, quietMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      if (timer !== undefined) readAnew();
    };
  }, [id, client, key, others]);
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const work of own)
      if (work.state === 'refused' && !told.current.has(work.id)) {
        told.current.add(work.id);
        void message.error(`没有保存：${work.problem ?? ''}`);
      }
  }, [own, message]);
  useKept(kept, base);

  const replay = useMemo(() => createReplay<R>(after), [after]);
  // Between its arrival and its being put into what was read a step would be gone from the page, and a press go wrong.
  const row = useMemo(() => base && replay(base, shownWork(own, waited)), [base, own, replay]);
  const title = row ? of.titleOf(row) : '检查';
  const aboutPhoto = useMemo(() => photosOf(id, title), [id, title]);
  const about = (said: string, item?: FoundItem): About => ({
    record: id,
    title,
    said,
    ...(item ? { item: item.item.text } : {}),
  });
  const opening = async () => row && of.open?.(row, about('开始检查'));
  const onError = (error: Error) => void message.error(error.message);
  // One after the other, as they were tapped.
  const scope = { id: kept };
  const answering = async ({ key: item, given }: Answered) => {
    const found = row?.items.find((one) => one.item.key === item);
    if (!found) throw new Error('没有这个检查项，请刷新后重试');
    await opening();
    const body = { id, key: item, seen: seenOf(found), given };
    return doLater(`${kind}.answer`, body, about(saidOf(found, given), found));
  };
  const now = useRef(answering);
  useEffect(() => {
    now.current = answering;
  });
  // Nothing of the page follows how an answer fares but the answer itself: watched, each would draw all of it twice more.
  const answer = useCallback(
    (given: Answered): Promise<unknown> =>
      client
        .getMutationCache()
        .build(client, {
          scope: { id: kept },
          mutationFn: (asked: Answered) => now.current(asked),
          onError: (error: Error) => void message.error(error.message),
        })
        .execute(given)
        .catch(() => undefined),
    [client, kept, message],
  );
  const keysWhere = (fits: (found: FoundItem) => boolean) =>
    (row?.items ?? []).filter(fits).map(({ item }) => item.key);
  const rest = useMutation({
    scope,
    mutationFn: async () => {
      const keys = keysWhere(isFilledByRest);
      if (keys.length === 0) return;
      await opening();
      await doLater(`${kind}.passRest`, { id, keys }, about(`其余 ${keys.length} 项符合`));
    },
    onError,
  });
  const undo = useMutation({
    scope,
    mutationFn: async () => {
      const keys = keysWhere((found) => found.rest);
      if (keys.length > 0) await doLater(`${kind}.undoRest`, { id, keys }, about('撤销其余符合'));
    },
    onError,
  });
  const add = useMutation({
    scope,
    mutationFn: async (text: string) => {
      await opening();
      const work = newWorkId();
      const item = `x${work.replaceAll('-', '').slice(0, 15)}`;
      return doLater(`${kind}.addItem`, { id, key: item, text }, about(text), work);
    },
    onError,
  });
  return {
    read: { ...read, data: row },
    answer,
    rest,
    undo,
    add,
    about,
    aboutPhoto,
    /** Steps that are here alone. */
    queued: own.filter(({ state }) => state === 'queued').length,
    isOwed: own.some(isOwed),
  };
}
/** What a page does with a row on site. */
export type SiteSteps = Pick<
  ReturnType<typeof useOnSite>,
  'answer' | 'rest' | 'undo' | 'add' | 'aboutPhoto' | 'queued' | 'isOwed'
>;
