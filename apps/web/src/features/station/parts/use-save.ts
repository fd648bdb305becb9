import { stationInput, stationPatch, type Station } from '@anlan/contract/domain/station';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { createStation, readStation, stationKey, updateStation } from '../calls.ts';
import { changesOf, filledOf, formOf, type FormValues } from '../rules.ts';

interface Schema<O> {
  safeParse: (value: unknown) => { success: true; data: O } | { success: false; error: { issues: Issue[] } };
}
interface Issue {
  path: PropertyKey[];
  message: string;
}

function checked<O>(schema: Schema<O>, value: unknown): O {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), msg: message }));
  throw new ApiError({ kind: 'invalid', status: 400, errors });
}

/** Saves the form; failures come back to their fields, a stale version with the row as it is now. */
export function useSave(form: FormInstance<FormValues>, row: Station | null, onSaved: () => void) {
  const client = useQueryClient();
  const [base, setBase] = useState<FormValues>(() => (row ? formOf(row) : {}));
  const [version, setVersion] = useState(row?.version ?? 0);
  const [problem, setProblem] = useState<string | null>(null);
  const [newer, setNewer] = useState<Station | null>(null);

  const send = useMutation({
    mutationFn: async (at: number) => {
      const values: FormValues = form.getFieldsValue(true);
      if (!row) return createStation(checked(stationInput, filledOf(values)));
      return updateStation(checked(stationPatch, { ...changesOf(base, values), id: row.id, version: at }));
    },
    onMutate: () => {
      setProblem(null);
      setNewer(null);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: stationKey });
      onSaved();
    },
    onError: async (error) => {
      setProblem(error.message);
      if (!(error instanceof ApiError)) return;
      form.setFields(
        error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<typeof form.setFields>[0],
      );
      if (error.status !== 409 || error.errors.length > 0 || !row) return;
      const current = await readStation(row.id).catch(() => null);
      if (current) setNewer(current);
      else setProblem('这个场站已被删除，无法保存');
    },
  });

  return {
    problem,
    newer,
    isPending: send.isPending,
    isChanged: () => Object.keys(changesOf(base, form.getFieldsValue(true))).length > 0,
    submit: () => send.mutate(version),
    keepMine: () => {
      if (!newer) return;
      setVersion(newer.version);
      send.mutate(newer.version);
    },
    takeTheirs: () => {
      if (!newer) return;
      setVersion(newer.version);
      setBase(formOf(newer));
      form.setFieldsValue(formOf(newer));
      setNewer(null);
      setProblem(null);
    },
  };
}

/** A form's way to the server. */
export type Save = ReturnType<typeof useSave>;
