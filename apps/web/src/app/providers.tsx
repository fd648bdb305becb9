import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider, type ConfigProviderProps } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import 'antd/dist/antd.css';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { usePerson } from '#lib/person.ts';
import { onSignal } from '#lib/signals.ts';
import { useShellSetting } from '#lib/settings.ts';
import { useSizeLevel } from '#lib/size-level.ts';
import { isCalm } from '#lib/theme.ts';
import { answers, dropAnswers } from './answers.ts';
import './kit.css';
import { kitTheme } from './kit-theme.ts';
import { catchUp } from './live/catch-up.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
// One and the same each time: what is new here draws every part of the kit anew.
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
// Below the search box of the top bar and the titles of drawers.
const messages = { maxCount: 3, top: 64 };

/** The kit in our colours and language, the cache of answers, and the place where failures are told. */
export function Providers({ children }: { children: ReactNode }) {
  const density = useShellSetting('density');
  // Heard too: what reduces motion changes the kit's tokens.
  useShellSetting('motion');
  const calm = isCalm();
  const phone = useSizeLevel() === 0;
  const kit = useMemo(() => kitTheme(density, calm, phone), [density, calm, phone]);
  const [client] = useState(answers);
  useEffect(() => dropAnswers, []);
  useEffect(() => onSignal('ended', () => client.clear()), [client]);
  useEffect(() => catchUp(client), [client]);
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

// The same words at once from several calls are said once.
function Failures() {
  const { message } = App.useApp();
  useEffect(
    () => onSignal('failed', (error) => void message.error({ content: error.message, key: error.message })),
    [message],
  );
  return null;
}
