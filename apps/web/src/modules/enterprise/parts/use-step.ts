import { enterprise, type Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { App } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { enterpriseKey } from '../calls.ts';

const stale = z.object({ current: enterprise });

/** Takes a step with a row: what fails stands in the dialog, and a row that moved meanwhile is shown as it is now. */
export function useStep<I extends object>(
  row: Enterprise,
  send: (input: I & { id: string; version: number }) => Promise<unknown>,
  { said, onDone }: { said: (input: I) => string; onDone: (input: I) => void },
) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [told, setNow] = useState(row);
  const now = row.version > told.version ? row : told;
  const step = useMutation({
    mutationFn: (input: I) => send({ ...input, id: now.id, version: now.version }),
    onSuccess: async (_answer, input: I) => {
      await client.invalidateQueries({ queryKey: enterpriseKey });
      void message.success(said(input));
      onDone(input);
    },
    onError: async (error) => {
      const current = currentIn(error);
      if (!current) return;
      setNow(current);
      await client.invalidateQueries({ queryKey: enterpriseKey });
    },
  });
  // Of the last failure alone: a row that moved once may be refused for another reason the next time.
  return { step, moved: currentIn(step.error) };
}

function currentIn(error: Error | null): Enterprise | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const told = z.safeDecode(stale, error.data as never);
  return told.success ? told.data.current : null;
}
