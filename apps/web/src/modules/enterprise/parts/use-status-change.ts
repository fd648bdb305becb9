import { enterprise, type Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { App } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { enterpriseKey } from '../calls.ts';

const stale = z.object({ current: enterprise });

/**
 * Sends one status change of an enterprise. The dialog shows errors, and the current row if it has changed meanwhile.
 */
export function useStep<I extends object>(
  row: Enterprise,
  send: (input: I & { id: string; version: number }) => Promise<unknown>,
  { said: describeSuccess, onDone }: { said: (input: I) => string; onDone: (input: I) => void },
) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [latestRow, setLatestRow] = useState(row);
  const now = row.version > latestRow.version ? row : latestRow;
  const step = useMutation({
    mutationFn: (input: I) => send({ ...input, id: now.id, version: now.version }),
    onSuccess: async (_answer, input: I) => {
      await client.invalidateQueries({ queryKey: enterpriseKey });
      void message.success(describeSuccess(input));
      onDone(input);
    },
    onError: async (error) => {
      const current = currentIn(error);
      if (!current) return;
      setLatestRow(current);
      await client.invalidateQueries({ queryKey: enterpriseKey });
    },
  });
  // Consider only the last error: a second failure may have another reason.
  return { step, moved: currentIn(step.error) };
}

function currentIn(error: Error | null): Enterprise | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const staleAnswer = z.safeDecode(stale, error.data as never);
  return staleAnswer.success ? staleAnswer.data.current : null;
}
