import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { onSignal } from '#lib/signals.ts';

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && error instanceof ApiError && error.kind === 'network',
        // Without a network a call fails and says so, instead of waiting unseen; what is shown is caught up with after.
        networkMode: 'always',
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

let held: QueryClient | undefined;
/** What has been read for this session, also before its shell is drawn. */
export const answers = (): QueryClient => (held ??= newClient());
/** The next shell begins without it: nothing of a session is for the one after it. */
export const dropAnswers = (): void => void (held = undefined);
onSignal('ended', dropAnswers);
