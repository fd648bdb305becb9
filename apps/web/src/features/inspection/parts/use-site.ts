import { isFilledByRest, type FoundItem, type ItemAnswer } from '@anlan/contract/modules/checklist/item';
import { seenOf, type WorkBody } from '@anlan/contract/modules/delivery/delivery';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { askKept, keepAnswer } from '#lib/kept/day.ts';
import { doLater, isOwed, newWorkId, useOutbox, type About } from '#lib/kept/outbox.ts';
import { beginKeeping, onArrived } from '#lib/kept/sending.ts';
import { usePerson } from '#lib/person.ts';
import { tokens } from '#lib/tokens.ts';
import { inspectionKey, oneInspection } from '../../../modules/inspection/calls.ts';
import { after, saidOf, withWork } from './kept-rules.ts';

// Steps of the page in front that are not in what was read yet; their ids are of this phone alone.
const waited = new Set<string>();

/** Name under which an inspection is kept. */
const keptInspection = (id: string): string => `inspection ${id}`;

/** The inspection as it was read last, kept for when there is no network. */
const keptOne = (id: string) => {
  const one = oneInspection(id);
  const ask = one.queryFn;
  return {
    ...one,
    queryFn: (context: Parameters<Extract<typeof ask, (...asked: never[]) => unknown>>[0]) =>
      askKept(keptInspection(id), async () => {
        if (typeof ask !== 'function') throw new Error('the inspection cannot be read');
        return ask(context);
      }),
  };
};

/**
 * An inspection on site. Each step is written down on this phone before it is shown, and sent in its turn: with a network
 * at once, without one when it is back.
 */
export function useSite(id: string) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const name = usePerson(({ info }) => info?.sysUser.nickName || info?.sysUser.username);
  const outbox = useOutbox();
  useEffect(() => {
    if (name && tokens() !== null) void beginKeeping(name);
  }, [name]);
  const { queryKey, queryFn } = keptOne(id);
  const read = useQuery({ queryKey, queryFn, enabled: outbox.isOpen });
  const own = useMemo(() => outbox.works.filter(({ record }) => record === id), [outbox.works, id]);
  const base = read.data;

  // What arrives while the page stands is put into what was read, until that is read anew.
  useEffect(() => () => waited.clear(), [id]);
  useEffect(() => {
    for (const work of own)
      if (work.state === 'queued') waited.add(work.id);
      else if (waited.delete(work.id) && (work.state === 'sent' || work.state === 'checked'))
        client.setQueryData<Inspection>([...inspectionKey, 'one', id], (held) => held && after(held, work));
  }, [own, client, id]);
  useEffect(
    () =>
      onArrived((record) => {
        if (record !== id) return;
        void client.invalidateQueries({ queryKey: inspectionKey });
        void client.invalidateQueries({ queryKey: ['enforcement'] });
      }),
    [id, client],
  );
  const told = useRef(new Set<string>());
  useEffect(() => {
    for (const work of own)
      if (work.state === 'refused' && !told.current.has(work.id)) {
        told.current.add(work.id);
        void message.error(`没有保存：${work.problem ?? ''}`);
      }
  }, [own, message]);
  useEffect(() => {
    if (base) void keepAnswer(keptInspection(id), base).catch(() => undefined);
  }, [base, id]);

  // Between its arrival and its being put into what was read a step would be gone from the page, and a press go wrong.
  const row = useMemo(() => base && withWork(base, own, waited), [base, own]);
  const about = (said: string, item?: FoundItem): About => ({
    record: id,
    title: row?.title ?? '检查',
    said,
    ...(item ? { item: item.item.text } : {}),
  });
  const onError = (error: Error) => void message.error(error.message);
  const scope = { id: `inspection ${id}` };
  const answer = useMutation({
    scope,
    mutationFn: ({ key, given }: { key: string; given: ItemAnswer }) => {
      const found = row?.items.find(({ item }) => item.key === key);
      if (!found) throw new Error('没有这个检查项，请刷新后重试');
      const body = { id, key, seen: seenOf(found), given };
      return doLater('inspection.answer', body, about(saidOf(found, given), found));
    },
    onError,
  });
  const keysWhere = (fits: (found: FoundItem) => boolean) =>
    (row?.items ?? []).filter(fits).map(({ item }) => item.key);
  const rest = useMutation({
    scope,
    mutationFn: async () => {
      const keys = keysWhere(isFilledByRest);
      if (keys.length > 0) await doLater('inspection.passRest', { id, keys }, about(`其余 ${keys.length} 项符合`));
    },
    onError,
  });
  const undo = useMutation({
    scope,
    mutationFn: async () => {
      const keys = keysWhere((found) => found.rest);
      if (keys.length > 0) await doLater('inspection.undoRest', { id, keys }, about('撤销其余符合'));
    },
    onError,
  });
  const add = useMutation({
    scope,
    mutationFn: ({ text }: { text: string; clause: string | null }) => {
      const work = newWorkId();
      const key = `x${work.replaceAll('-', '').slice(0, 15)}`;
      return doLater('inspection.addItem', { id, key, text }, about(text), work);
    },
    onError,
  });
  const finish = (asked: Omit<WorkBody<'inspection.finish'>, 'id'>) =>
    doLater('inspection.finish', { id, ...asked }, { ...about('交表'), last: true });
  const queued = own.filter(({ state }) => state === 'queued').length;
  return {
    read: { ...read, data: row },
    answer,
    rest,
    undo,
    add,
    finish,
    aboutPhoto: (found: FoundItem) => about('照片', found),
    aboutSignature: () => about('签名'),
    /** Steps that are here alone. */
    queued,
    isOwed: own.some(isOwed),
  };
}
/** What the page does with an inspection. */
export type Site = ReturnType<typeof useSite>;
