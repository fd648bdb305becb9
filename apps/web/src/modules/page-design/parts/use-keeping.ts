import { writeDesign, type Design } from '@anlan/contract/modules/page-design/design';
import { pageDraft, type PageDraft } from '@anlan/contract/modules/page-design/views';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#lib/api-error.ts';
import { useHolds } from '#lib/person.ts';
import { useTabActive } from '#ui/tab-scope.tsx';
import { pagesApi } from '../calls.ts';
import { useDesigner, useHeld } from '../state.ts';

/** Saved by itself so long after the last change. */
const restMs = 2_500;
const lookMs = 10_000;
const conflicting = z.object({ current: pageDraft });

/** Where saving stands. */
export interface Keeping {
  state: 'kept' | 'changed' | 'saving' | 'failed';
  version: number;
  savedAt: Date;
  problem: string | null;
  /** What somebody else saved meanwhile. */
  conflict: PageDraft | null;
  /** Others who have the page open. */
  others: readonly string[];
  /** Saves now; answers the version that stands, or null where it does not. */
  keep: () => Promise<number | null>;
  /** Goes on from what another saved: over it, or with it. */
  settle: (theirs: PageDraft, doc: Design | null) => void;
  /** Takes what was published as the draft that stands. */
  took: (version: number) => void;
}

/** Saves the draft by itself, tells who else is here, and who saved meanwhile. */
export function useKeeping(id: string, draft: PageDraft): Keeping {
  const { store } = useDesigner();
  const mayEdit = useHolds('mall:pagedevise:edit');
  const isActive = useTabActive();
  const [kept, setKept] = useState(() => ({
    doc: store.getState().doc,
    version: draft.version,
    savedAt: draft.savedAt,
  }));
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<PageDraft | null>(null);
  const now = useRef({ kept, under: null as Promise<number | null> | null });
  useEffect(() => {
    now.current.kept = kept;
  }, [kept]);

  const keep = useCallback(async (): Promise<number | null> => {
    // One at a time: the next one begins from the version of the last.
    if (now.current.under) await now.current.under;
    const writing = store.getState().doc;
    const { doc: before, version } = now.current.kept;
    if (writing === before) return version;
    const work = async (): Promise<number | null> => {
      setSaving(true);
      try {
        const next = await pagesApi.saveDraft({ id, version, design: writeDesign(writing) }, { quiet: true });
        now.current.kept = { doc: writing, version: next.version, savedAt: next.savedAt };
        setKept(now.current.kept);
        setProblem(null);
        return next.version;
      } catch (error) {
        const found =
          error instanceof ApiError && error.status === 409 ? z.safeDecode(conflicting, error.data as never) : null;
        if (found?.success) setConflict(found.data.current);
        setProblem(error instanceof Error ? error.message : '没有保存');
        return null;
      } finally {
        setSaving(false);
        now.current.under = null;
      }
    };
    now.current.under = work();
    return now.current.under;
  }, [id, store]);

  const isChanged = useHeld(({ doc }) => doc !== kept.doc);
  useEffect(() => {
    if (!isChanged || !mayEdit || conflict !== null) return undefined;
    let timer = setTimeout(() => void keep(), restMs);
    const stop = store.subscribe(({ doc }, before) => {
      if (doc === before.doc) return;
      clearTimeout(timer);
      timer = setTimeout(() => void keep(), restMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, isChanged, mayEdit, conflict, keep]);

  const look = useQuery({
    queryKey: ['page-design', 'look', id],
    queryFn: () => pagesApi.look({ id }, { quiet: true }),
    enabled: mayEdit && isActive,
    refetchInterval: lookMs,
    gcTime: 0,
  });
  const seen = look.data;
  useEffect(() => {
    if (!seen || seen.version <= now.current.kept.version || now.current.under) return;
    // Somebody saved while this page stood open; an editor who changed nothing is told as well.
    void pagesApi.draft({ id }, { quiet: true }).then(
      (theirs) => theirs.version > now.current.kept.version && !now.current.under && setConflict(theirs),
      () => undefined,
    );
  }, [seen, id]);

  return {
    state: isSaving ? 'saving' : problem !== null && isChanged ? 'failed' : isChanged ? 'changed' : 'kept',
    version: kept.version,
    savedAt: kept.savedAt,
    problem,
    conflict,
    others: seen?.others ?? [],
    keep,
    settle(theirs, taken) {
      setConflict(null);
      setProblem(null);
      // Taken as it is, it needs no saving; mine over it is saved from their version on.
      setKept({ doc: taken ?? { ...kept.doc }, version: theirs.version, savedAt: theirs.savedAt });
    },
    took: (version) => setKept((before) => ({ ...before, doc: store.getState().doc, version })),
  };
}
