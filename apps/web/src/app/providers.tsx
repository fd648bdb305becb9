import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import 'antd/dist/antd.css';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { usePerson } from '#lib/person.ts';
import { onSignal } from '#lib/signals.ts';
import { useTheme } from '#lib/theme.ts';
import './kit.css';
import { kitTheme } from './kit-theme.ts';

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && error instanceof ApiError && error.kind === 'network',
      },
      mutations: { retry: false },
    },
  });

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;

/** The kit in our colours and language, the cache of answers, and the place where failures are told. */
export function Providers({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const [client] = useState(newClient);
  useEffect(() => onSignal('ended', () => client.clear()), [client]);
  useEffect(
    () => onSignal('dictionaries', () => void client.invalidateQueries({ queryKey: ['dictionary'] })),
    [client],
  );
  // Rows say what a person may do with them: other rights, other rows.
  useEffect(
    () =>
      usePerson.subscribe((now, before) => {
        if (now.info && before.info && now.info !== before.info) void client.invalidateQueries();
      }),
    [client],
  );
  return (
    <ConfigProvider
      locale={zhCN}
      theme={kitTheme(theme)}
      {...(nonce ? { csp: { nonce } } : {})}
      button={{ autoInsertSpace: false }}
    >
      <QueryClientProvider client={client}>
        <App component={false} message={{ maxCount: 3 }}>
          <Failures />
          {children}
        </App>
      </QueryClientProvider>
    </ConfigProvider>
  );
}

// The same words at once from several calls are said once.
function Failures() {
  const { message } = App.useApp();
  useEffect(
    () => onSignal('failed', (error) => void message.error({ content: error.message, key: error.message })),
    [message],
  );
  return null;
}
