import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormTarget } from '#kit/resource-form.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { useNavigate } from 'react-router';
import { inspectionKey, inspections } from './calls.ts';
import { siteOf } from './paths.ts';
import { StartDrawer, type StartValues } from './start-drawer.tsx';

interface Props {
  target: FormTarget;
  onSaved: (isNew: boolean) => void;
  onClose: () => void;
}

export function StartForm({ target, onSaved, onClose }: Props) {
  const who = useCurrentUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isRegulator = who.sysUser.type !== 'enterprise';
  const start = useMutation({
    mutationFn: ({ enterpriseId, ...values }: StartValues) =>
      inspections.create({ ...values, ...(isRegulator && enterpriseId ? { enterpriseId } : {}) }, { quiet: true }),
    onSuccess: async ({ id }) => {
      onSaved(true);
      void client.invalidateQueries({ queryKey: inspectionKey });
      await navigate(siteOf(id));
    },
  });
  const whose = target.preset?.['enterpriseId'];
  return (
    <StartDrawer
      isRegulator={isRegulator}
      begin={{ enterpriseId: typeof whose === 'string' ? whose : null, inspector: who.sysUser.nickName }}
      problem={start.error}
      isSaving={start.isPending}
      onStart={start.mutate}
      onClose={onClose}
    />
  );
}
