import type { BulkAction } from '@anlan/contract/modules/enterprise/bulk-actions';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import type { Use } from '#kit/use-resource.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { toggled, type ColumnUse } from '#ui/list/columns.ts';
import type { Selection } from '#ui/list/selection.ts';
import type { EnterpriseFilter } from '../calls.ts';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.tsx')).BulkDialog);

const steps: readonly { key: BulkAction; label: string; danger: boolean }[] = [
  { key: 'activate', label: '启用草稿', danger: false },
  { key: 'approve', label: '通过审核', danger: false },
  { key: 'suspend', label: '停产停业', danger: false },
  { key: 'resume', label: '复工复产', danger: false },
  { key: 'close', label: '注销', danger: true },
];

interface Props {
  use: Use;
  selection: Selection<EnterpriseFilter>;
  columns: ColumnUse;
  onDone: () => void;
}

export function BulkButtons({ use, selection, columns: { choice, choose }, onDone }: Props) {
  const mayEdit = useHasPermit('bus:enterprise:edit');
  const mayAssign = useHasPermit('sys:organ:index');
  const mayAudit = useHasPermit('bus:enterprise:audit');
  const maySuspend = useHasPermit('bus:enterprise:suspend');
  const [acting, setActing] = useState<BulkAction | null>(null);
  return (
    <>
      {mayEdit && <Button onClick={() => setActing('addLabels')}>添加标签</Button>}
      {mayEdit && <Button onClick={() => setActing('removeLabels')}>移除标签</Button>}
      {mayEdit && mayAssign && <Button onClick={() => setActing('assignOfficer')}>指派责任人</Button>}
      {mayAudit && (
        <DropMenu
          within=".list-bulk"
          items={steps.filter(({ key }) => key !== 'suspend' || maySuspend)}
          onChoose={(key) => setActing(steps.find((step) => step.key === key)?.key ?? null)}
        >
          <Button>
            变更状态
            <Icon name="down" size={14} />
          </Button>
        </DropMenu>
      )}
      {use.mayExport && <Button onClick={() => use.show({ kind: 'export' })}>导出所选</Button>}
      {acting && (
        <Suspense>
          <BulkDialog
            action={acting}
            selection={selection}
            onClose={() => setActing(null)}
            onDone={() => {
              // After labels were added, show the label column.
              if (acting === 'addLabels' && choice.hidden.includes('labels')) choose(toggled(choice, 'labels'));
              onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
