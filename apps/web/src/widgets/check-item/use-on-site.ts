import { isFilledByRest, type AnsweredItem, type ItemAnswer } from '@anlan/contract/modules/checklist/check-item';
import { itemStateId } from '@anlan/contract/modules/delivery/offline-work';
import { useMutation, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { fetchOrStored, storeAnswer } from '#lib/offline/answers.ts';
import { queueWork, isPending, newWorkId, useOutbox, type WorkInfo, type Work } from '#lib/offline/outbox.ts';
import { startDelivery, onArrived } from '#lib/offline/delivery.ts';
import { usePerson } from '#lib/current-user.ts';
import { tokens } from '#lib/tokens.ts';
import { saidOf, shownWork } from './work-rules.ts';

// Ids of delivered work of this phone that the fetched row does not contain yet.
const waited = new Set<string>();

/** After delivery, the row is refetched after this pause, in milliseconds. */
const quietMs = 1_500;

interface Answered {
  key: string;
  given: ItemAnswer;
}
interface Row {
  readonly id: string;
  readonly items: readonly AnsweredItem[];
}
export interface OnSite<R extends Row> {
  /** Prefix of the kinds of offline work, and of the names under which rows are stored. */
  readonly kind: 'inspection' | 'riskCheck';
  readonly key: QueryKey;
  /** Query keys that are invalidated after a delivery, besides `key`. */
  readonly others: readonly QueryKey[];
  readonly read: (id: string, signal: AbortSignal) => Promise<R>;
  readonly titleOf: (row: R) => string;
  readonly after: (row: R, work: Work) => R;
  readonly open?: (row: R, about: WorkInfo) => Promise<unknown>;
}

/** Returns the photo data of a check item. It is cached per item, so that a tap does not re-render other items. */
function photosOf(record: string, title: string) {
  const aboutByItem = new WeakMap<AnsweredItem['item'], WorkInfo>();
  return ({ item }: AnsweredItem): WorkInfo => {
    const one = aboutByItem.get(item) ?? { record, title, said: '照片', item: item.text };
    aboutByItem.set(item, one);
    return one;
  };
}

/**
 * Returns a function that applies offline work to a row. It caches results, so that a new step changes only one item.
 */
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

/**
 * Stores the fetched row in the offline store, after a pause or at unmount, because each write encrypts the whole row.
 */
function useKept(name: string, value: unknown): void {
  const next = useRef<{ name: string; value: unknown } | null>(null);
  const keepNow = useCallback(() => {
    if (next.current) void storeAnswer(next.current.name, next.current.value).catch(() => undefined);
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

/** Adds to `waited` the work delivered after the row was stored. A killed browser may not have stored the newer row. */
function waitFor(record: string, keptAt: number): void {
  for (const work of useOutbox.getState().works)
    if (work.record === record && (work.arrivedAt ?? 0) > keptAt - quietMs) waited.add(work.id);
}

/**
 * Hook for a row that is filled in on site. Each step is stored on this phone before it shows. It is sent at once, or
 * when the network is back.
 */
export function useOnSite<R extends Row>(id: string, of: OnSite<R>) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const name = usePerson(({ info }) => info?.sysUser.nickName || info?.sysUser.username);
  const outbox = useOutbox();
  const { kind, key, others, after } = of;
  const storeName = `${kind} ${id}`;
  useEffect(() => {
    if (name && tokens() !== null) void startDelivery(name);
  }, [name]);
  const queryKey = useMemo(() => [...key, 'one', id], [key, id]);
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      fetchOrStored(
        storeName,
        () => of.read(id, signal),
        (keptAt) => waitFor(id, keptAt),
      ),
    enabled: outbox.isOpen,
  });
  const own = useMemo(() => outbox.works.filter(({ record }) => record === id), [outbox.works, id]);
  const base = read.data;

  // Delivered steps stay applied to the fetched row until it is refetched.
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
      for (const staleKey of [key, ...others]) void client.invalidateQueries({ queryKey: staleKey });
    };
    // The refetch waits for a pause: the steps are already visible, and a refetch at each tap would block the next tap.
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
  const shownRefusals = useRef(new Set<string>());
  useEffect(() => {
    for (const work of own)
      if (work.state === 'refused' && !shownRefusals.current.has(work.id)) {
        shownRefusals.current.add(work.id);
        void message.error(`没有保存：${work.problem ?? ''}`);
      }
  }, [own, message]);
  useKept(storeName, base);

  const replay = useMemo(() => createReplay<R>(after), [after]);
  // Applies local work to the fetched row. Otherwise a delivered step would disappear until the row includes it, and a
  // tap could fail.
  const row = useMemo(() => base && replay(base, shownWork(own, waited)), [base, own, replay]);
  const title = row ? of.titleOf(row) : '检查';
  const aboutPhoto = useMemo(() => photosOf(id, title), [id, title]);
  const about = (summary: string, item?: AnsweredItem): WorkInfo => ({
    record: id,
    title,
    said: summary,
    ...(item ? { item: item.item.text } : {}),
  });
  const opening = async () => row && of.open?.(row, about('开始检查'));
  const onError = (error: Error) => void message.error(error.message);
  // Mutations with the same scope run one after the other, so answers are stored in the order of the taps.
  const scope = { id: storeName };
  const answering = async ({ key: item, given: itemAnswer }: Answered) => {
    const checkItem = row?.items.find((one) => one.item.key === item);
    if (!checkItem) throw new Error('没有这个检查项，请刷新后重试');
    await opening();
    const body = { id, key: item, seen: itemStateId(checkItem), given: itemAnswer };
    return queueWork(`${kind}.answer`, body, about(saidOf(checkItem, itemAnswer), checkItem));
  };
  const now = useRef(answering);
  useEffect(() => {
    now.current = answering;
  });
  // Builds the mutation without `useMutation`, whose observer would re-render the whole page twice per answer.
  const answer = useCallback(
    (input: Answered): Promise<unknown> =>
      client
        .getMutationCache()
        .build(client, {
          scope: { id: storeName },
          mutationFn: (variables: Answered) => now.current(variables),
          onError: (error: Error) => void message.error(error.message),
        })
        .execute(input)
        .catch(() => undefined),
    [client, storeName, message],
  );
  const keysWhere = (fits: (found: AnsweredItem) => boolean) =>
    (row?.items ?? []).filter(fits).map(({ item }) => item.key);
  const rest = useMutation({
    scope,
    mutationFn: async () => {
      const keys = keysWhere(isFilledByRest);
      if (keys.length === 0) return;
      await opening();
      await queueWork(`${kind}.passRest`, { id, keys }, about(`其余 ${keys.length} 项符合`));
    },
    onError,
  });
  const undo = useMutation({
    scope,
    mutationFn: async () => {
      const keys = keysWhere((checkItem) => checkItem.rest);
      if (keys.length > 0) await queueWork(`${kind}.undoRest`, { id, keys }, about('撤销其余符合'));
    },
    onError,
  });
  const add = useMutation({
    scope,
    mutationFn: async (text: string) => {
      await opening();
      const work = newWorkId();
      const item = `x${work.replaceAll('-', '').slice(0, 15)}`;
      return queueWork(`${kind}.addItem`, { id, key: item, text }, about(text), work);
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
    queued: own.filter(({ state }) => state === 'queued').length,
    isOwed: own.some(isPending),
  };
}
export type SiteSteps = Pick<
  ReturnType<typeof useOnSite>,
  'answer' | 'rest' | 'undo' | 'add' | 'aboutPhoto' | 'queued' | 'isOwed'
>;
