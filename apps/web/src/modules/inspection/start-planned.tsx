import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { inspectionKey, onePlan, plans } from './calls.ts';
import { siteOf } from './paths.ts';
import { StartDrawer, type StartValues } from './start-drawer.tsx';

export function StartPlanned({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const plan = useQuery(onePlan(id));
  const start = useMutation({
    mutationFn: ({ title, checklistId, inspectors, place }: StartValues) =>
      plans.start({ id, title, checklistId, inspectors, place }, { quiet: true }),
    onSuccess: async (made) => {
      void client.invalidateQueries({ queryKey: inspectionKey });
      void client.invalidateQueries({ queryKey: ['inspectionPlan'] });
      await navigate(siteOf(made.id), { replace: true });
    },
  });
  const { data } = plan;
  if (!data) return null;
  return (
    <StartDrawer
      isRegulator
      begin={{
        enterpriseId: data.enterpriseId,
        enterpriseName: data.enterpriseName,
        kind: data.kind,
        title: data.subject.slice(0, 60),
        inspector: data.inspectors,
      }}
      problem={start.error}
      isSaving={start.isPending}
      onStart={start.mutate}
      onClose={onClose}
    />
  );
}
