import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { onSignal } from '#lib/app-events.ts';

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && error instanceof ApiError && error.kind === 'network',
        // Without a network a call fails at once instead of pausing. catch-up.ts refetches later.
        networkMode: 'always',
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

let held: QueryClient | undefined;
/** The query client of the current session; created at the first call, which may come before the shell renders. */
export const getQueryClient = (): QueryClient => (held ??= newClient());
/** Drops the query client, so that no data reaches the next session. */
export const dropQueryClient = (): void => void (held = undefined);
onSignal('ended', dropQueryClient);
