import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider, type ConfigProviderProps } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import 'antd/dist/antd.css';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { usePerson } from '#lib/current-user.ts';
import { onSignal } from '#lib/app-events.ts';
import { useShellSetting } from '#lib/settings.ts';
import { useSizeLevel } from '#lib/size-level.ts';
import { isMotionReduced } from '#lib/theme.ts';
import { getQueryClient, dropQueryClient } from './query-client.ts';
import './kit.css';
import { kitTheme } from './antd-theme.ts';
import { catchUp } from './live/refetch-after-reconnect.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
// A constant object: a new object at each render would re-render every antd component.
const always: ConfigProviderProps = {
  locale: zhCN,
  button: { autoInsertSpace: false },
  form: {
    colon: false,
    requiredMark: (label, { required }) => (
      <>
        {label}
        {required && <i className="form-mark" aria-hidden />}
      </>
    ),
  },
  renderEmpty: () => <p className="kit-no-data">没有数据</p>,
  ...(nonce ? { csp: { nonce } } : {}),
};
// `top` in pixels: messages show below the search box of the top bar and below the titles of drawers.
const messages = { maxCount: 3, top: 64 };

/** Provides the antd theme and locale, the query client, and the messages of failed calls. */
export function Providers({ children }: { children: ReactNode }) {
  const density = useShellSetting('density');
  // Re-renders when the motion setting changes, because this setting changes antd's tokens.
  useShellSetting('motion');
  const calm = isMotionReduced();
  const phone = useSizeLevel() === 0;
  const kit = useMemo(() => kitTheme(density, calm, phone), [density, calm, phone]);
  const [client] = useState(getQueryClient);
  useEffect(() => dropQueryClient, []);
  useEffect(() => onSignal('ended', () => client.clear()), [client]);
  useEffect(() => catchUp(client), [client]);
  useEffect(
    () => onSignal('dictionaries', () => void client.invalidateQueries({ queryKey: ['dictionary'] })),
    [client],
  );
  // Each row lists what the user may do with it. When the rights change, all rows must be refetched.
  useEffect(
    () =>
      usePerson.subscribe((now, before) => {
        if (now.info && before.info && now.info !== before.info) void client.invalidateQueries();
      }),
    [client],
  );
  return (
    <ConfigProvider {...always} theme={kit}>
      <QueryClientProvider client={client}>
        <App component={false} message={messages}>
          <Failures />
          {children}
        </App>
      </QueryClientProvider>
    </ConfigProvider>
  );
}

// Shows the errors of failed calls. Equal messages of several calls show once.
function Failures() {
  const { message } = App.useApp();
  useEffect(
    () => onSignal('failed', (error) => void message.error({ content: error.message, key: error.message })),
    [message],
  );
  return null;
}
