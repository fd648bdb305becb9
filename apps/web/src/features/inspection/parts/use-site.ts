import { answered, type FoundItem, type ItemAnswer } from '@anlan/contract/modules/checklist/item';
import type { Inspection } from '@anlan/contract/modules/inspection/resource';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { inspections, oneInspection } from '../../../modules/inspection/calls.ts';

interface Saved {
  items: readonly FoundItem[];
  version: number;
}

/** An inspection on site: each answer is shown at once and saved with its tap; what cannot be saved is taken back. */
export function useSite(id: string) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const one = oneInspection(id);
  const read = useQuery(one);
  const put = (change: (items: readonly FoundItem[]) => FoundItem[], version?: number) =>
    client.setQueryData<Inspection>(
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
  const scope = { id: `inspection ${id}` };
  const answer = useMutation({
    scope,
    mutationFn: ({ key, given }: { key: string; given: ItemAnswer }) =>
      inspections.answer({ id, key, ...given }, { quiet: true }),
    onMutate: ({ key, given }) =>
      put((held) => held.map((found) => (found.item.key === key ? answered(found, given) : found))),
    onSuccess: keep,
    onError,
  });
  const rest = useMutation({
    scope,
    mutationFn: () => inspections.passRest({ id }, { quiet: true }),
    onSuccess: keep,
    onError,
  });
  const undo = useMutation({
    scope,
    mutationFn: () => inspections.undoRest({ id }, { quiet: true }),
    onSuccess: keep,
    onError,
  });
  const add = useMutation({
    scope,
    mutationFn: (given: { text: string; clause: string | null }) =>
      inspections.addItem({ id, ...given }, { quiet: true }),
    onSuccess: keep,
    onError,
  });
  return { read, answer, rest, undo, add, isSaving: answer.isPending || rest.isPending || undo.isPending };
}
