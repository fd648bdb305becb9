// What is being designed, with its steps back: one act is one step, typing into one field is one act.
import type { Design } from '@anlan/contract/modules/page-design/design';
import { designLimits } from '@anlan/contract/modules/page-design/limits';
import { kindOf, walk, type Part, type PartType } from '@anlan/contract/modules/page-design/parts';
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

/** Steps that can be taken back. */
const stepsMost = 500;
/** Typing that goes on within so long is one act. */
const typingMs = 1_200;

interface Held {
  readonly doc: Design;
  readonly selected: string | null;
  /** The part whose controls were asked for; anew each time. */
  readonly wanted: { readonly id: string | null } | null;
  /** What was just done, for people who do not see it; the number tells two alike apart. */
  readonly said: { readonly text: string; readonly count: number };
}

/** Makes the state of one designer. */
export function createDesigner(first: Design) {
  const store = createStore<Held>()(
    temporal(
      (): Held => ({ doc: first, selected: first.parts[0]?.id ?? null, wanted: null, said: { text: '', count: 0 } }),
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

  const say = (text: string) => set(({ said }) => ({ said: { text, count: said.count + 1 } }));
  function put(doc: Design, more: Partial<Pick<Held, 'selected'>>, told: string) {
    typed = { where: '', at: Number.NEGATIVE_INFINITY };
    set(({ said }) => ({ doc, ...more, said: { text: told, count: said.count + 1 } }));
  }
  /** Changes what is typed; what was typed before into the same field is the same step. */
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
  /** Where a new part stands: behind the chosen one, inside it where it is an empty holder. */
  function nextPlace(): Place {
    const { doc, selected } = now();
    const chosen = selected === null ? undefined : find(doc.parts, selected);
    const where = selected === null ? undefined : placeOf(doc.parts, selected);
    if (!chosen || !where) return { parent: null, slot: 0, at: doc.parts.length };
    const empty = chosen.slots.findIndex((slot) => slot.length === 0);
    if (empty >= 0) return { parent: chosen.id, slot: empty, at: 0 };
    return { ...where, at: where.at + 1 };
  }
  function place(part: Part, where: Place, told: string): boolean {
    const { parts } = now().doc;
    const { single, label } = kindOf(part.type);
    if (single && [...walk(parts)].some(({ type: other }) => other === part.type)) {
      say(`${label}一个页面只能有一个`);
      return false;
    }
    const least = refusalOf(parts, part, where.parent) === null ? where : { parent: null, slot: 0, at: parts.length };
    if ([...walk(parts)].length + [...walk([part])].length > designLimits.parts) {
      say(`一个页面最多 ${designLimits.parts} 个组件`);
      return false;
    }
    put(withParts(insert(parts, least, part)), { selected: part.id }, '');
    say(`${told}${nameOf(part)}，${spotOf(now().doc.parts, part.id)}`);
    return true;
  }
  function go(id: string, to: Place | null, told: string, refused: string) {
    const { parts } = now().doc;
    const part = find(parts, id);
    if (!part) return;
    const why = to === null ? refused : refusalOf(parts, part, to.parent);
    if (to === null || why !== null) return say(why ?? refused);
    put(withParts(move(parts, id, to)), { selected: id }, '');
    say(`${nameOf(part)}${told}，${spotOf(now().doc.parts, id)}`);
  }

  const acts = {
    say,
    select: (selected: string | null) => set({ selected }),
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
    up: (id: string) => go(id, stepOf(now().doc.parts, id, -1), '已上移', '已经在最上面'),
    down: (id: string) => go(id, stepOf(now().doc.parts, id, 1), '已下移', '已经在最下面'),
    inward: (id: string) => go(id, inwardOf(now().doc.parts, id), '已移入', '上面没有可以放进去的分栏或分组框'),
    outward: (id: string) => go(id, outwardOf(now().doc.parts, id), '已移出', '已经在最外层'),
    moveTo: (id: string, to: Place) => go(id, to, '已移动', ''),
    change: (id: string, key: string, value: unknown) =>
      type(`${id}.${key}`, withParts(setProp(now().doc.parts, id, key, value))),
    changePage: (key: string, value: unknown) =>
      // The control of a field answers values of that field.
      type(`page.${key}`, { ...now().doc, page: { ...now().doc.page, [key]: value } as Design['page'] }),
    /** Exchanges everything, as one step. */
    replace: (doc: Design, told: string) => put(doc, { selected: doc.parts[0]?.id ?? null }, told),
    undo() {
      const { pastStates, undo } = steps.getState();
      if (pastStates.length === 0) return say('没有可以撤销的');
      undo();
      keepSelection();
      return say('已撤销');
    },
    redo() {
      const { futureStates, redo } = steps.getState();
      if (futureStates.length === 0) return say('没有可以重做的');
      redo();
      keepSelection();
      return say('已重做');
    },
  };
  function keepSelection() {
    typed = { where: '', at: Number.NEGATIVE_INFINITY };
    const { doc, selected } = now();
    if (selected !== null && !find(doc.parts, selected)) set({ selected: doc.parts[0]?.id ?? null });
  }
  return { store, steps, acts };
}
/** The state of one designer. */
export type Designer = ReturnType<typeof createDesigner>;

/** The designer around. */
export const DesignerContext = createContext<Designer | null>(null);
/** The designer around. */
export function useDesigner(): Designer {
  const designer = use(DesignerContext);
  if (designer === null) throw new Error('no designer is around');
  return designer;
}
/** Something of what is being designed. */
export const useHeld = <T>(pick: (held: Held) => T): T => useStore(useDesigner().store, pick);
/** What is being designed, once nothing has changed for so long. */
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
/** Whether there are steps to take back or again. */
export function useSteps(): { canUndo: boolean; canRedo: boolean } {
  const { steps } = useDesigner();
  const canUndo = useStore(steps, ({ pastStates }) => pastStates.length > 0);
  const canRedo = useStore(steps, ({ futureStates }) => futureStates.length > 0);
  return { canUndo, canRedo };
}
