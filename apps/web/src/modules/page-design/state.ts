// The edited design with undo history. Typing into one field is one undo step.
import type { Design } from '@anlan/contract/modules/page-design/design';
import { designLimits } from '@anlan/contract/modules/page-design/limits';
import { kindOf, walkParts, type Part, type PartType } from '@anlan/contract/modules/page-design/parts';
import { newPart } from '@anlan/contract/modules/page-design/templates';
import { createContext, use, useEffect, useState } from 'react';
import { temporal } from 'zundo';
import { createStore, useStore } from 'zustand';
import {
  copyOf,
  find,
  freeId,
  insert,
  inwardOf,
  listAt,
  move,
  nameOf,
  outwardOf,
  placeOf,
  refusalOf,
  remove,
  setProp,
  spotOf,
  stepOf,
  type Place,
} from './tree.ts';

/** Maximum number of undo steps. */
const stepsMost = 500;
/** Maximum pause between key presses within one undo step, in milliseconds. */
const typingMs = 1_200;

interface DesignerState {
  readonly doc: Design;
  readonly selected: string | null;
  /** Where the selected part has the keyboard: Escape and moves return the focus there. */
  readonly keysIn: 'canvas' | 'outline';
  /** The part whose properties the user asked to see. Each request creates a new object. */
  readonly wanted: { readonly id: string | null } | null;
  /** Message for screen readers. `count` makes two equal messages distinguishable. */
  readonly announcement: { readonly text: string; readonly count: number };
}

export function createDesigner(first: Design) {
  const store = createStore<DesignerState>()(
    temporal(
      (): DesignerState => ({
        doc: first,
        selected: first.parts[0]?.id ?? null,
        keysIn: 'canvas',
        wanted: null,
        announcement: { text: '', count: 0 },
      }),
      {
        partialize: ({ doc }) => ({ doc }),
        equality: (before, now) => before.doc === now.doc,
        limit: stepsMost,
      },
    ),
  );
  const { getState: now, setState: set } = store;
  const steps = store.temporal;
  let typed = { where: '', at: Number.NEGATIVE_INFINITY };

  const announce = (text: string) =>
    set(({ announcement: said }) => ({ announcement: { text, count: said.count + 1 } }));
  function put(doc: Design, more: Partial<Pick<DesignerState, 'selected'>>, announcementText: string) {
    typed = { where: '', at: Number.NEGATIVE_INFINITY };
    set(({ announcement: said }) => ({
      doc,
      ...more,
      announcement: { text: announcementText, count: said.count + 1 },
    }));
  }
  /** Applies a change by typing. Further typing into the same field extends the same undo step. */
  function type(where: string, doc: Design) {
    const at = performance.now();
    const goesOn = typed.where === where && at - typed.at < typingMs;
    typed = { where, at };
    if (!goesOn) return set({ doc });
    steps.getState().pause();
    set({ doc });
    return steps.getState().resume();
  }
  const withParts = (parts: readonly Part[]): Design => ({ ...now().doc, parts });
  /** Position for a new part: inside the selected part if that is an empty container, otherwise after it. */
  function nextPlace(): Place {
    const { doc, selected } = now();
    const selectedPart = selected === null ? undefined : find(doc.parts, selected);
    const where = selected === null ? undefined : placeOf(doc.parts, selected);
    if (!selectedPart || !where) return { parent: null, slot: 0, at: doc.parts.length };
    const empty = selectedPart.slots.findIndex((slot) => slot.length === 0);
    if (empty >= 0) return { parent: selectedPart.id, slot: empty, at: 0 };
    return { ...where, at: where.at + 1 };
  }
  function place(part: Part, where: Place, announcementText: string): boolean {
    const { parts } = now().doc;
    const { single, label } = kindOf(part.type);
    if (single && [...walkParts(parts)].some(({ type: other }) => other === part.type)) {
      announce(`${label}一个页面只能有一个`);
      return false;
    }
    const least = refusalOf(parts, part, where.parent) === null ? where : { parent: null, slot: 0, at: parts.length };
    if ([...walkParts(parts)].length + [...walkParts([part])].length > designLimits.parts) {
      announce(`一个页面最多 ${designLimits.parts} 个组件`);
      return false;
    }
    put(withParts(insert(parts, least, part)), { selected: part.id }, '');
    announce(`${announcementText}${nameOf(part)}，${spotOf(now().doc.parts, part.id)}`);
    return true;
  }
  function movePart(id: string, to: Place | null, announcementText: string, refused: string) {
    const { parts } = now().doc;
    const part = find(parts, id);
    if (!part) return;
    const why = to === null ? refused : refusalOf(parts, part, to.parent);
    if (to === null || why !== null) return announce(why ?? refused);
    put(withParts(move(parts, id, to)), { selected: id }, '');
    announce(`${nameOf(part)}${announcementText}，${spotOf(now().doc.parts, id)}`);
  }

  const acts = {
    say: announce,
    select: (selected: string | null, keysIn: DesignerState['keysIn'] = 'canvas') => set({ selected, keysIn }),
    toProperties: () => set(({ selected }) => ({ wanted: { id: selected } })),
    add(kind: PartType, where: Place = nextPlace()) {
      return place(newPart(kind, freeId(now().doc.parts, kind)), where, '已添加');
    },
    paste: (part: Part) => place(copyOf(now().doc.parts, part), nextPlace(), '已粘贴'),
    duplicate(id: string) {
      const { parts } = now().doc;
      const part = find(parts, id);
      const where = placeOf(parts, id);
      if (part && where) place(copyOf(parts, part), { ...where, at: where.at + 1 }, '已复制');
    },
    remove(id: string) {
      const { parts } = now().doc;
      const part = find(parts, id);
      const where = placeOf(parts, id);
      if (!part || !where) return;
      const list = listAt(parts, where);
      const next = list[where.at + 1] ?? list[where.at - 1];
      put(withParts(remove(parts, id)), { selected: next?.id ?? where.parent }, `已删除${nameOf(part)}，可以撤销`);
    },
    up: (id: string) => movePart(id, stepOf(now().doc.parts, id, -1), '已上移', '已经在最上面'),
    down: (id: string) => movePart(id, stepOf(now().doc.parts, id, 1), '已下移', '已经在最下面'),
    inward: (id: string) => movePart(id, inwardOf(now().doc.parts, id), '已移入', '上面没有可以放进去的分栏或分组框'),
    outward: (id: string) => movePart(id, outwardOf(now().doc.parts, id), '已移出', '已经在最外层'),
    moveTo: (id: string, to: Place) => movePart(id, to, '已移动', ''),
    change: (id: string, key: string, value: unknown) =>
      type(`${id}.${key}`, withParts(setProp(now().doc.parts, id, key, value))),
    changePage: (key: string, value: unknown) =>
      // The input control returns a value of the type of this field.
      type(`page.${key}`, { ...now().doc, page: { ...now().doc.page, [key]: value } as Design['page'] }),
    /** Replaces the whole design in one undo step. */
    replace: (doc: Design, announcementText: string) =>
      put(doc, { selected: doc.parts[0]?.id ?? null }, announcementText),
    undo() {
      const { pastStates, undo } = steps.getState();
      if (pastStates.length === 0) return announce('没有可以撤销的');
      undo();
      keepSelection();
      return announce('已撤销');
    },
    redo() {
      const { futureStates, redo } = steps.getState();
      if (futureStates.length === 0) return announce('没有可以重做的');
      redo();
      keepSelection();
      return announce('已重做');
    },
  };
  function keepSelection() {
    typed = { where: '', at: Number.NEGATIVE_INFINITY };
    const { doc, selected } = now();
    if (selected !== null && !find(doc.parts, selected)) set({ selected: doc.parts[0]?.id ?? null });
  }
  return { store, steps, acts };
}
export type Designer = ReturnType<typeof createDesigner>;

export const DesignerContext = createContext<Designer | null>(null);
export function useDesigner(): Designer {
  const designer = use(DesignerContext);
  if (designer === null) throw new Error('no designer is around');
  return designer;
}
export const useDesignerState = <T>(pick: (held: DesignerState) => T): T => useStore(useDesigner().store, pick);
/** The design, updated only after `ms` milliseconds without a change (debounced). */
export function useSettledDoc(ms: number): Design {
  const { store } = useDesigner();
  const [settled, setSettled] = useState(() => store.getState().doc);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(({ doc }, before) => {
      if (doc === before.doc) return;
      clearTimeout(timer);
      timer = setTimeout(() => setSettled(doc), ms);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, ms]);
  return settled;
}
export function useSteps(): { canUndo: boolean; canRedo: boolean } {
  const { steps } = useDesigner();
  const canUndo = useStore(steps, ({ pastStates }) => pastStates.length > 0);
  const canRedo = useStore(steps, ({ futureStates }) => futureStates.length > 0);
  return { canUndo, canRedo };
}
