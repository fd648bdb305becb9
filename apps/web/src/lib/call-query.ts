import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { CallOptions } from './api.ts';

/** A query that reads one call. The page that uses it shows its errors. */
export const callQuery = <I, T, D = T>(
  queryKey: readonly unknown[],
  call: (input: I, options: CallOptions) => Promise<T>,
  input: I,
  reading: Omit<UseQueryOptions<T, Error, D>, 'queryKey' | 'queryFn'> = {},
) =>
  queryOptions<T, Error, D>({
    ...reading,
    queryKey,
    queryFn: ({ signal }) => call(input, { signal, quiet: true }),
  });
