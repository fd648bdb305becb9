import type { BulkAction } from '@anlan/contract/modules/enterprise/bulk';
import { Button } from 'antd';
import { Icon } from '#ui/icon.tsx';
import { DropMenu } from '#ui/drop-menu.tsx';
import { useHolds } from '#lib/person.ts';

interface Props {
  mayEdit: boolean;
  mayAudit: boolean;
  mayExport: boolean;
  officers: boolean;
  onAct: (action: BulkAction) => void;
  onExport: () => void;
}

const steps: readonly { key: BulkAction; label: string; danger?: boolean }[] = [
  { key: 'activate', label: '启用草稿' },
  { key: 'approve', label: '通过审核' },
  { key: 'suspend', label: '停产停业' },
  { key: 'resume', label: '复工复产' },
  { key: 'close', label: '注销', danger: true },
];
const isStep = (key: string): key is BulkAction => steps.some((step) => step.key === key);

/** What can be done with the chosen enterprises, as far as this person may. */
export function BulkButtons({ mayEdit, mayAudit, mayExport, officers, onAct, onExport }: Props) {
  const maySuspend = useHolds('bus:enterprise:suspend');
  const open = steps.filter(({ key }) => key !== 'suspend' || maySuspend);
  return (
    <>
      {mayEdit && <Button onClick={() => onAct('addLabels')}>添加标签</Button>}
      {mayEdit && <Button onClick={() => onAct('removeLabels')}>移除标签</Button>}
      {mayEdit && officers && <Button onClick={() => onAct('assignOfficer')}>指派责任人</Button>}
      {mayAudit && (
        <DropMenu
          within=".list-bulk"
          items={open.map(({ key, label, danger }) => ({ key, label, danger: danger ?? false }))}
          onChoose={(key) => {
            if (isStep(key)) onAct(key);
          }}
        >
          <Button>
            变更状态
            <Icon name="down" size={14} />
          </Button>
        </DropMenu>
      )}
      {mayExport && <Button onClick={onExport}>导出所选</Button>}
    </>
  );
}
