import { useMutation } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';

export interface Saving<V extends object, R extends { id: string; version: number }, A> {
  form: FormInstance<V>;
  row: R | null;
  /** The version of the row with which the edit began. Default: the version of `row`. */
  begun?: number;
  formOf: (row: R) => V;
  /** Sends the values to the server. `base` and `version` are the values and the version with which the edit began. */
  write: (values: V, base: V, version: number) => Promise<A>;
  /** Reads the current row, so that a conflict can show both versions. Without it a conflict shows only a message. */
  read?: (id: string) => Promise<R>;
  gone: string;
  onSaved: (answer: A) => unknown;
  onTaken?: (newer: R) => void;
}

/**
 * Saves a form. An error never loses input. Field errors show at their fields. After a version conflict it returns the
 * current row.
 */
export function useSaving<V extends object, R extends { id: string; version: number }, A>(saving: Saving<V, R, A>) {
  const { form, row, formOf, write, read, gone, onSaved } = saving;
  const [base, setBase] = useState<V | null>(() => (row ? formOf(row) : null));
  const [acceptedVersion, setAcceptedVersion] = useState<number | null>(null);
  const version = acceptedVersion ?? saving.begun ?? row?.version ?? 0;
  const [problem, setProblem] = useState<string | null>(null);
  const [newer, setNewer] = useState<R | null>(null);

  const send = useMutation({
    mutationFn: ({ at, from }: { at: number; from: V | null }) => {
      const values: V = form.getFieldsValue(true);
      return write(values, from ?? values, at);
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
      const [first] = error.errors;
      if (first)
        form.scrollToField(first.field as Parameters<typeof form.scrollToField>[0], { block: 'center', focus: true });
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
    base,
    isPending: send.isPending,
    submit: () => send.mutate({ at: version, from: base }),
    /** `rebased`: newer values that replace values of `base`, so that unchanged values of the form are sent too. */
    keepMine: (rebased: object = {}) => {
      if (!newer) return;
      const from = base && { ...base, ...rebased };
      setBase(from);
      setAcceptedVersion(newer.version);
      send.mutate({ at: newer.version, from });
    },
    /** Continues with a newer row that this person made elsewhere, and with the typed values. */
    rebase: (changed: R, typed: Partial<V>) => {
      setAcceptedVersion(changed.version);
      setBase(formOf(changed));
      form.setFieldsValue({ ...formOf(changed), ...typed } as Parameters<typeof form.setFieldsValue>[0]);
    },
    takeTheirs: () => {
      if (!newer) return;
      setAcceptedVersion(newer.version);
      setBase(formOf(newer));
      form.setFieldsValue(formOf(newer) as Parameters<typeof form.setFieldsValue>[0]);
      setNewer(null);
      setProblem(null);
      saving.onTaken?.(newer);
    },
  };
}

export interface Save<R> {
  problem: string | null;
  newer: R | null;
  isPending: boolean;
  submit: () => void;
  keepMine: (rebased?: object) => void;
  takeTheirs: () => void;
}
