import { writeDesign, type Design } from '@anlan/contract/modules/page-design/design';
import { pageDraft, type PageDraft } from '@anlan/contract/modules/page-design/views';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#lib/api-error.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { useTabActive } from '#ui/tab-context.tsx';
import { pagesApi } from '../calls.ts';
import { useDesigner, useDesignerState } from '../state.ts';

/** The draft is saved this many milliseconds after the last change. */
const restMs = 2_500;
const lookMs = 10_000;
const conflicting = z.object({ current: pageDraft });

export interface Autosave {
  state: 'kept' | 'changed' | 'saving' | 'failed';
  version: number;
  savedAt: Date;
  /** Number of the latest published version, if the saved draft equals it. */
  edition: number | null;
  problem: string | null;
  conflict: PageDraft | null;
  others: readonly string[];
  /** Saves now. Returns the saved version, or null on failure. */
  keep: () => Promise<number | null>;
  /** Resolves a save conflict. Overwrites the other version with `doc`; with null, loads the other version. */
  resolveConflict: (theirs: PageDraft, doc: Design | null) => void;
  /** After publishing, marks the current draft as saved and published as this edition. */
  adoptPublished: (version: number, edition: number) => void;
}

/** Saves the draft automatically. Reports save conflicts with other editors. */
export function useAutosave(id: string, draft: PageDraft): Autosave {
  const { store } = useDesigner();
  const mayEdit = useHasPermit('mall:pagedevise:edit');
  const isActive = useTabActive();
  const [savedDraft, setSavedDraft] = useState(() => ({
    doc: store.getState().doc,
    version: draft.version,
    savedAt: draft.savedAt,
    edition: draft.edition,
  }));
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [conflict, setConflict] = useState<PageDraft | null>(null);
  const now = useRef({ kept: savedDraft, under: null as Promise<number | null> | null });
  useEffect(() => {
    now.current.kept = savedDraft;
  }, [savedDraft]);

  const keep = useCallback(async (): Promise<number | null> => {
    // Save in sequence, because each save needs the version that the previous save returned.
    if (now.current.under) await now.current.under;
    const writing = store.getState().doc;
    const { doc: before, version } = now.current.kept;
    if (writing === before) return version;
    const work = async (): Promise<number | null> => {
      setIsSaving(true);
      try {
        const next = await pagesApi.saveDraft({ id, version, design: writeDesign(writing) }, { quiet: true });
        now.current.kept = { doc: writing, version: next.version, savedAt: next.savedAt, edition: next.edition };
        setSavedDraft(now.current.kept);
        setProblem(null);
        return next.version;
      } catch (error) {
        const conflictAnswer =
          error instanceof ApiError && error.status === 409 ? z.safeDecode(conflicting, error.data as never) : null;
        if (conflictAnswer?.success) setConflict(conflictAnswer.data.current);
        setProblem(error instanceof Error ? error.message : '没有保存');
        return null;
      } finally {
        setIsSaving(false);
        now.current.under = null;
      }
    };
    now.current.under = work();
    return now.current.under;
  }, [id, store]);

  const isChanged = useDesignerState(({ doc }) => doc !== savedDraft.doc);
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
    // Another editor saved a newer version. Report this even if this user changed nothing.
    void pagesApi.draft({ id }, { quiet: true }).then(
      (theirs) => theirs.version > now.current.kept.version && !now.current.under && setConflict(theirs),
      () => undefined,
    );
  }, [seen, id]);

  return {
    state: isSaving ? 'saving' : problem !== null && isChanged ? 'failed' : isChanged ? 'changed' : 'kept',
    version: savedDraft.version,
    savedAt: savedDraft.savedAt,
    edition: isChanged ? null : savedDraft.edition,
    problem,
    conflict,
    others: seen?.others ?? [],
    keep,
    resolveConflict(theirs, adoptedDesign) {
      setConflict(null);
      setProblem(null);
      // A loaded version is already saved. If users keep their own version, the new object makes it unsaved again.
      const { version, savedAt, edition } = theirs;
      setSavedDraft({ doc: adoptedDesign ?? { ...savedDraft.doc }, version, savedAt, edition });
    },
    adoptPublished: (version, edition) =>
      setSavedDraft((before) => ({
        ...before,
        doc: before.version === version ? before.doc : store.getState().doc,
        version,
        edition,
      })),
  };
}
