import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { factorState } from '#lib/factor-state.ts';
import { FactorDialog } from '#modules/info/parts/factor-dialog.tsx';
import { EnrolPage } from '#modules/session-own/outside/enrol-page.tsx';
import { Providers } from './providers.tsx';
import '#modules/info/parts/info.css';

export const Enrol = () => (
  <Providers>
    <Enrolling />
  </Providers>
);

function Enrolling() {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  // The user may close the dialog before the setup is complete. So the state of the factor is read again, and the user
  // continues only if the factor is enabled.
  const close = async () => {
    setOpen(false);
    const state = await client.fetchQuery({ ...factorState, staleTime: 0 });
    if (state.enabled) location.replace('/');
  };
  return (
    <EnrolPage onBegin={() => setOpen(true)}>
      {open && <FactorDialog doing="enrol" onClose={() => void close().catch(() => undefined)} />}
    </EnrolPage>
  );
}
