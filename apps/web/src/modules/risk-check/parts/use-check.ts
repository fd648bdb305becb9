import { answered, type FoundItem, type ItemAnswer } from '@anlan/contract/modules/checklist/item';
import type { RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { checkKey, checks, oneCheck } from '../calls.ts';

interface Saved {
  items: readonly FoundItem[];
  version: number;
}

/** A check at its point: begun when it is opened, each answer shown at once and saved with its tap. */
export function useCheck(id: string, code: string | null) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const one = oneCheck(id);
  const read = useQuery(one);
  const put = (change: (items: readonly FoundItem[]) => FoundItem[], version?: number) =>
    client.setQueryData<RiskCheck>(
      one.queryKey,
      (held) => held && { ...held, items: change(held.items), ...(version === undefined ? {} : { version }) },
    );
  const keep = ({ items, version }: Saved) =>
    put((held) => {
      const byKey = new Map(items.map((found) => [found.item.key, found]));
      const kept = held.map((found) => byKey.get(found.item.key) ?? found);
      return [...kept, ...items.filter(({ item }) => !held.some((found) => found.item.key === item.key))];
    }, version);
  const onError = async (error: Error) => {
    void message.error(`没有保存：${error.message}`);
    await client.invalidateQueries({ queryKey: one.queryKey });
  };
  // One after the other: the server keeps each tap on the row as the one before left it.
  const scope = { id: `riskCheck ${id}` };
  const begin = useMutation({
    scope,
    mutationFn: (said: string | null) => checks.begin(said ? { id, code: said } : { id }, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: one.queryKey }),
    onError: (error) => void message.error(error.message),
  });
  const asked = useRef<string | null>(null);
  const { data } = read;
  const isOpen = data?.abilities.includes('answer') ?? false;
  const needs = isOpen && (data?.itemCount === 0 || (code !== null && data?.presence !== 'qr'));
  const { mutate } = begin;
  useEffect(() => {
    // Once for what was opened: who comes by the code is there, who comes by the list has begun.
    const key = `${id} ${code ?? ''}`;
    if (!needs || asked.current === key) return;
    asked.current = key;
    mutate(code);
  }, [needs, id, code, mutate]);
  const answer = useMutation({
    scope,
    mutationFn: ({ key, given }: { key: string; given: ItemAnswer }) =>
      checks.answer({ id, key, ...given }, { quiet: true }),
    onMutate: ({ key, given }) =>
      put((held) => held.map((found) => (found.item.key === key ? answered(found, given) : found))),
    onSuccess: keep,
    onError,
  });
  const rest = useMutation({
    scope,
    mutationFn: () => checks.passRest({ id }, { quiet: true }),
    onSuccess: keep,
    onError,
  });
  const undo = useMutation({
    scope,
    mutationFn: () => checks.undoRest({ id }, { quiet: true }),
    onSuccess: keep,
    onError,
  });
  const add = useMutation({
    scope,
    mutationFn: (text: string) => checks.addItem({ id, text }, { quiet: true }),
    onSuccess: keep,
    onError,
  });
  const finish = useMutation({
    scope,
    mutationFn: (version: number) => checks.finish({ id, version }, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: checkKey }),
    onError,
  });
  return {
    read,
    isOpen,
    begin,
    answer,
    rest,
    undo,
    add,
    finish,
    isSaving: answer.isPending || rest.isPending || undo.isPending,
  };
}
