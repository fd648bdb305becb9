// Copied parts are in local storage, so that they can be pasted into other pages. They are validated as untrusted
// input.
import { emptyDesign, readDesign, writeDesign } from '@anlan/contract/modules/page-design/design';
import type { Part } from '@anlan/contract/modules/page-design/parts';
import * as z from 'zod/mini';
import { saveItem, loadItem } from '#lib/storage.ts';
import type { Designer } from '../state.ts';

const name = 'page-part';

export const copyPart = (part: Part): void => saveItem('local', name, writeDesign({ ...emptyDesign, parts: [part] }));

export function pastePart(acts: Designer['acts']): void {
  const text = loadItem('local', name, z.string());
  const [part] = (text === undefined ? null : readDesign(text).design)?.parts ?? [];
  if (part) acts.paste(part);
  else acts.say('还没有复制过组件');
}
