import { useMutation } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';

/** What a form saves, and how. */
export interface Saving<V extends object, R extends { id: string; version: number }, A> {
  form: FormInstance<V>;
  /** The row as it was opened, or null for a new one. */
  row: R | null;
  /** The version that a draft was begun on; the row's own where there is none. */
  begun?: number;
  formOf: (row: R) => V;
  /** Sends what is filled in; `base` is what it was begun on, and of which version. */
  write: (values: V, base: V, version: number) => Promise<A>;
  /** The row as it is now, to show both sides of a conflict; without it a conflict is only told. */
  read?: (id: string) => Promise<R>;
  /** What is said where the row has been removed meanwhile. */
  gone: string;
  onSaved: (answer: A) => unknown;
  /** What was typed gave way to what somebody else saved. */
  onTaken?: (newer: R) => void;
}

/**
 * A form's way to the server. Whatever fails, what was typed stays: failures come back to their fields, a stale version
 * with the row as it is now.
 */
export function useSaving<V extends object, R extends { id: string; version: number }, A>(saving: Saving<V, R, A>) {
  const { form, row, formOf, write, read, gone, onSaved } = saving;
  const [base, setBase] = useState<V | null>(() => (row ? formOf(row) : null));
  const [chosen, setChosen] = useState<number | null>(null);
  const version = chosen ?? saving.begun ?? row?.version ?? 0;
  const [problem, setProblem] = useState<string | null>(null);
  const [newer, setNewer] = useState<R | null>(null);

  const send = useMutation({
    mutationFn: (at: number) => {
      const values: V = form.getFieldsValue(true);
      return write(values, base ?? values, at);
    },
    onMutate: () => {
      setProblem(null);
      setNewer(null);
    },
    onSuccess: onSaved,
    onError: async (error) => {
      setProblem(error.message);
      if (!(error instanceof ApiError)) return;
      form.setFields(
        error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<typeof form.setFields>[0],
      );
      if (error.status !== 409 || error.errors.length > 0 || !row) return;
      if (!read) return setProblem('内容已被他人修改，请关闭后重新打开');
      try {
        setNewer(await read(row.id));
      } catch (unread) {
        const missing = unread instanceof ApiError && unread.status === 404;
        setProblem(missing ? gone : '内容已被他人修改，最新内容没有读取成功，请重试');
      }
    },
  });

  return {
    problem,
    newer,
    /** What the form was begun on; null for a new row. */
    base,
    isPending: send.isPending,
    submit: () => send.mutate(version),
    /** Saves what is filled in over what somebody else saved. */
    keepMine: () => {
      if (!newer) return;
      setChosen(newer.version);
      send.mutate(newer.version);
    },
    /** Fills in what somebody else saved. */
    takeTheirs: () => {
      if (!newer) return;
      setChosen(newer.version);
      setBase(formOf(newer));
      form.setFieldsValue(formOf(newer) as Parameters<typeof form.setFieldsValue>[0]);
      setNewer(null);
      setProblem(null);
      saving.onTaken?.(newer);
    },
  };
}

/** A form's way to the server, of whatever it saves. */
export interface Save<R> {
  problem: string | null;
  newer: R | null;
  isPending: boolean;
  submit: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
}
