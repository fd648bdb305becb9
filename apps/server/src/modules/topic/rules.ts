import type { Campaign, TopicView } from '@anlan/contract/modules/topic/views';
import type { TopicItem } from '@anlan/contract/modules/topic/resource';

export type StoredItem = TopicItem & { id: string };

export interface OwnEntry {
  itemId: string;
  topicId: string;
  name: string;
  path: string;
  icon: string | null;
  hidden: boolean;
  sort: number;
}

export interface DoneTask {
  itemId: string;
  doneAt: Date;
  doneByName: string | null;
  note: string | null;
  files: { id: string; name: string }[];
}

type ViewItem = TopicView['items'][number];

/**
 * Quick entries of an enterprise: its own versions replace the tenant's entries, hidden entries are left out, and
 * added entries follow.
 */
export function entriesOf(items: readonly StoredItem[], own: readonly OwnEntry[]): ViewItem[] {
  const byItem = new Map(own.map((entry) => [entry.itemId, entry]));
  const itemIds = new Set(items.map(({ id }) => id));
  const shown = (entry: OwnEntry): ViewItem => ({
    id: entry.itemId,
    name: entry.name,
    value: entry.path,
    fileUrl: null,
    status: '1',
    icon: entry.icon,
  });
  const all = [
    ...items.map(({ id, name, path, icon }, at) => {
      const entry = byItem.get(id);
      const usual = { id, name, value: path ?? null, fileUrl: null, status: '0', icon: icon ?? null };
      return { hidden: entry?.hidden === true, sort: entry?.sort || at + 1, item: entry ? shown(entry) : usual };
    }),
    ...own
      .filter(({ itemId }) => !itemIds.has(itemId))
      .map((entry) => ({ hidden: entry.hidden, sort: entry.sort || items.length + 1, item: shown(entry) })),
  ];
  return all
    .filter(({ hidden }) => !hidden)
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ item }) => item);
}

export function taskState(item: Pick<TopicItem, 'dueOn'>, done: DoneTask | undefined, today: string) {
  if (done) return 'done' as const;
  return item.dueOn && item.dueOn < today ? ('late' as const) : ('open' as const);
}

export const tasksOf = (
  items: readonly StoredItem[],
  counts: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, DoneTask> | null,
  today: string,
): Campaign['items'] =>
  items.map((item) => {
    const task = own?.get(item.id);
    return {
      id: item.id,
      name: item.name,
      dueOn: item.dueOn ?? null,
      evidence: item.evidence === true,
      done: counts.get(item.id) ?? 0,
      state: own === null ? null : taskState(item, task, today),
      doneAt: task?.doneAt ?? null,
      doneByName: task?.doneByName ?? null,
      note: task?.note ?? null,
      files: task?.files ?? [],
    };
  });

export function contentProblem(
  type: string,
  { startOn, endOn, items }: { startOn: string | null; endOn: string | null; items: readonly TopicItem[] },
): { field: 'startOn' | 'endOn' | 'items'; msg: string } | null {
  const wrong = (field: 'startOn' | 'endOn' | 'items', msg: string) => ({ field, msg });
  if (startOn && endOn && endOn < startOn) return wrong('endOn', '结束日期不能早于开始日期');
  if (type === 'motif') {
    const bare = items.find(({ path }) => !path);
    return bare ? wrong('items', `请填写“${bare.name}”的页面地址`) : null;
  }
  if (!startOn) return wrong('startOn', '专项行动请填写开始日期');
  if (!endOn) return wrong('endOn', '专项行动请填写结束日期');
  for (const { name, dueOn } of items) {
    if (!dueOn) return wrong('items', `请填写“${name}”的完成期限`);
    if (dueOn < startOn || dueOn > endOn)
      return wrong('items', `“${name}”的完成期限应在行动期间内（${startOn} 至 ${endOn}）`);
  }
  return null;
}
