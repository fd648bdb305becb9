import type { CheckItem } from '@anlan/contract/modules/checklist/check-item';
import { checklist } from '@anlan/contract/modules/checklist/resource';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { demoChecklists } from './demo-lists.ts';

const ofUnit = '00000000-0000-0000-0000-000000000000';

const words: readonly (readonly [RegExp, string])[] = [
  [/培训|教育|演练|掌握|说出/, 'training'],
  [/持证|操作证/, 'licence'],
  [/电气|用电|接地/, 'electric'],
  [/消防|疏散|灭火|防火/, 'fire'],
  [/设备|装置|设施/, 'equipment'],
  [/作业/, 'operation'],
];
const categoryOf = (text: string, usual: string) => words.find(([word]) => word.test(text))?.[1] ?? usual;

export const seededLists = (): { name: string; kind: string; basis: string; items: CheckItem[] }[] =>
  demoChecklists.map(({ usual, ...list }) => ({
    ...list,
    items: list.items.map((item, at) => ({ ...item, key: `i${at + 1}`, category: categoryOf(item.text, usual) })),
  }));

export async function seedChecklists(tx: Tx, { vault, now }: SeedContext): Promise<void> {
  const at = new Date(now.getTime() - 540 * 86_400_000);
  await insertSeeds(
    tx,
    { vault },
    checklist,
    seededLists().map((list) => ({
      values: { ...list, enterpriseId: ofUnit, itemCount: list.items.length },
      at,
    })),
  );
}
