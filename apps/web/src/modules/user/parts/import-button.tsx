import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import type { PagePart } from '#kit/resource-page.tsx';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { importCalls, importLimits, userKey } from '../calls.ts';

// Load this dialog on demand, because few users open it.
const ImportWizard = lazyPart(async () => (await import('#widgets/import/import-wizard.tsx')).ImportWizard);

/**
 * Import of users, with limits of its own. A to-do links here with the parameter `import`: the link opens the validated
 * import, which waits for confirmation.
 */
export const ImportButton: PagePart = () => {
  const client = useQueryClient();
  const mayImport = useHasPermit('sys:user:import');
  const { search } = useLocation();
  const [checked, setChecked] = useState(() => new URLSearchParams(search).get('import') ?? undefined);
  const [open, setOpen] = useState(checked !== undefined);
  if (!mayImport) return null;
  return (
    <>
      <Button icon={<Icon name="download" size={16} />} onClick={() => setOpen(true)}>
        导入
      </Button>
      {open && (
        <Suspense>
          <ImportWizard
            calls={importCalls}
            checked={checked}
            subject={{ noun: '用户', counter: '人', identity: '手机号', mayActivate: false, ...importLimits }}
            onWritten={() => void client.invalidateQueries({ queryKey: userKey })}
            onClose={() => {
              setOpen(false);
              setChecked(undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
