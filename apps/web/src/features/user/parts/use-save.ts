import type { UserType } from '@anlan/contract/domain/session';
import { userInput, userPatch, type UserRow } from '@anlan/contract/domain/user-admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { createUser, readUser, updateUser, userKey } from '../calls.ts';
import { changesOf, formOf, type FormValues } from '../rules.ts';
import type { Given } from './one-time-password.tsx';

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

// The client encodes kinds of people itself: only what is typed is checked here.
const typedInput = userInput.shape;

/** Saves the form; failures come back to their fields, a stale version with the row as it is now. */
export function useSave(form: FormInstance<FormValues>, row: UserRow | null, onSaved: (given: Given | null) => void) {
  const client = useQueryClient();
  const [base, setBase] = useState<FormValues>(() => (row ? formOf(row) : {}));
  const [version, setVersion] = useState(row?.version ?? 0);
  const [problem, setProblem] = useState<string | null>(null);
  const [newer, setNewer] = useState<UserRow | null>(null);

  async function create(values: FormValues, type: UserType): Promise<Given> {
    const username = checked(typedInput.username, values.username);
    const nickName = checked(typedInput.nickName, values.nickName);
    const { password, endsAt } = await createUser({
      username,
      nickName,
      phone: checked(typedInput.phone, values.phone),
      email: values.email || null,
      type,
      organId: values.organId ?? null,
      roleIds: values.roleIds ?? [],
      ...(type === 'enterprise' ? { enterpriseIds: values.enterpriseIds ?? [] } : {}),
    });
    return { password, endsAt, username, name: nickName };
  }

  const send = useMutation({
    mutationFn: async ({ at, type }: { at: number; type: UserType }): Promise<Given | null> => {
      const values: FormValues = form.getFieldsValue(true);
      if (!row) return create(values, type);
      await updateUser(checked(userPatch, { ...changesOf(base, values), id: row.id, version: at }));
      return null;
    },
    onMutate: () => {
      setProblem(null);
      setNewer(null);
    },
    onSuccess: async (given) => {
      onSaved(given);
      await client.invalidateQueries({ queryKey: userKey });
    },
    onError: async (error) => {
      setProblem(error.message);
      if (!(error instanceof ApiError)) return;
      form.setFields(
        error.errors.map(({ field, msg }) => ({ name: field, errors: [msg] })) as Parameters<typeof form.setFields>[0],
      );
      if (error.status !== 409 || error.errors.length > 0 || !row) return;
      const current = await readUser(row.id).catch(() => null);
      if (current) setNewer(current);
      else setProblem('这个用户已被删除，无法保存');
    },
  });

  return {
    problem,
    newer,
    isPending: send.isPending,
    submit: (type: UserType) => send.mutate({ at: version, type }),
    keepMine: (type: UserType) => {
      if (!newer) return;
      setVersion(newer.version);
      send.mutate({ at: newer.version, type });
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
