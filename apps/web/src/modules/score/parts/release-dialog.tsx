import { useQueryClient } from '@tanstack/react-query';
import { ReasonedDialog } from '#widgets/reason-dialog.tsx';
import { releaseColor } from '#lib/score-calls.ts';

export function ReleaseDialog({ enterpriseId, onClose }: { enterpriseId: string; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ReasonedDialog
      name="release-color"
      title="解除暂定颜色"
      verb="解除"
      reason="解除原因"
      example="例如：现场复核已整改到位"
      act={(reason) => releaseColor({ enterpriseId, reason }, { quiet: true })}
      onDone={async () => {
        await client.invalidateQueries({ queryKey: ['score'] });
        onClose();
      }}
      onClose={onClose}
    >
      <p>解除后颜色回到计算出的结果。</p>
    </ReasonedDialog>
  );
}
