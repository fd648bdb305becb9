// What was copied, for other pages too: it is kept on this machine and read like any design that somebody wrote.
import { emptyDesign, readDesign, writeDesign } from '@anlan/contract/modules/page-design/design';
import type { Part } from '@anlan/contract/modules/page-design/parts';
import * as z from 'zod/mini';
import { keep, recall } from '#lib/storage.ts';
import type { Designer } from '../state.ts';

const name = 'page-part';

/** Copies a part. */
export const copyPart = (part: Part): void => keep('local', name, writeDesign({ ...emptyDesign, parts: [part] }));

/** Puts what was copied behind the chosen part. */
export function pastePart(acts: Designer['acts']): void {
  const text = recall('local', name, z.string());
  const [part] = (text === undefined ? null : readDesign(text).design)?.parts ?? [];
  if (part) acts.paste(part);
  else acts.say('还没有复制过组件');
}
