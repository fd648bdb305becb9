import { numberText } from '@anlan/contract/domain/number-text';
import { codes, person } from '@anlan/contract/kit/field';
import { bulkActions, type BulkAction } from '@anlan/contract/modules/enterprise/bulk-actions';
import { enterpriseMoves } from '@anlan/contract/modules/enterprise/lifecycle';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { countOf, inputOf, type Selection } from '#ui/list/selection.ts';
import { useTasks } from '#widgets/tasks/job-state.ts';
import { startBulk, type EnterpriseFilter } from '../calls.ts';
import { moveLooks } from './move-looks.tsx';

interface Props {
  action: BulkAction;
  selection: Selection<EnterpriseFilter>;
  onDone: () => void;
  onClose: () => void;
}

const labels = { labels: codes('enterpriseLabel', '企业标签').required().example('选择一个或几个标签') };
const fields = {
  activate: {},
  approve: {},
  suspend: enterpriseMoves.suspend.ask,
  resume: enterpriseMoves.resume.ask,
  close: enterpriseMoves.close.ask,
  addLabels: labels,
  removeLabels: labels,
  assignOfficer: { officerId: person('监管责任人').required() },
};

const hints: Readonly<Record<BulkAction, string>> = {
  activate: '只有草稿会被启用；没有责任人的由您负责。',
  approve: '只有待审核的企业会通过；没有责任人的由您负责。',
  suspend: '只有在营企业会登记停产停业。',
  resume: '只有停产停业的企业会恢复生产经营。请逐项确认，全部确认后才能恢复。',
  close: '注销后档案只读，企业人员立即退出并不能再进入，不能撤销。',
  addLabels: '标签只有监管部门看得到，企业人员看不到。',
  removeLabels: '没有这些标签的企业保持不变。',
  assignOfficer: '已注销的企业保持不变。',
};

export function BulkDialog({ action, selection: chosen, onDone, onClose }: Props) {
  const { started } = useTasks();
  const count = `${numberText(countOf(chosen))}${chosen.kind === 'all' && chosen.capped ? '+' : ''} 家`;
  const label = bulkActions[action];
  const danger = action === 'close';
  return (
    <AskDialog
      title={`${label} · ${count}企业`}
      verb={danger ? `注销 ${count}` : '开始'}
      danger={danger}
      fields={fields[action]}
      look={action === 'suspend' || action === 'resume' || action === 'close' ? moveLooks[action] : {}}
      begin={action === 'suspend' || action === 'close' ? moveLooks[action].begin() : {}}
      act={(values) => startBulk({ action, ...inputOf(chosen), ...values })}
      done={({ total }) => `已开始${label}，共 ${total} 家；进度见右上角“任务”`}
      onDone={() => {
        started();
        onDone();
      }}
      onClose={onClose}
    >
      <p className="sub">{hints[action]}不符合条件的会逐家列出原因。</p>
    </AskDialog>
  );
}
