import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { formatInstant } from '@anlan/contract/domain/instant';
import { duplicateReasons } from '@anlan/contract/modules/enterprise/merge';
import { limits } from '@anlan/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useId, useRef, useState, type ComponentRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { QueueBar } from '#widgets/queue/queue-bar.tsx';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { StoredFile } from '#widgets/stored-file.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import { DossierField } from './dossier-field.tsx';
import { applicantOf, duplicatesOf } from '../calls.ts';
import { dossierPath, enterpriseFieldRows } from '../rules.ts';
import { steps } from '../calls.ts';
import { StepProblem } from './step-problem.tsx';
import { useStep } from './use-status-change.ts';
import './lifecycle.css';
import './dossier.css';

const shown = new Set([
  'creditCode',
  'economicType',
  'establishedOn',
  'supervisionKind',
  'regionCode',
  'town',
  'registeredAddress',
  'businessAddress',
  'industryCode',
  'enterpriseSize',
  'headcount',
  'legalPerson',
  'headName',
  'safetyManagerName',
  'safetyManagerPhone',
  'hazardFeatures',
  'source',
]);
const facts = enterpriseFieldRows.filter(({ name }) => shown.has(name));

const isReason = (text: string): boolean => text.trim().length >= limits.reasonMin;
const decided = { approve: '已通过', reject: '已驳回' };

interface Props {
  row: Enterprise;
  queue?: QueueStep | undefined;
  news?: (skip: () => void) => ReactNode;
  onClose: () => void;
}

interface Decision {
  decision: keyof typeof decided;
  /** Whether to open the next application after this decision. */
  goesOn: boolean;
}

export function ReviewDrawer({ row, queue, news, onClose }: Props) {
  const id = useId();
  const { sysUser } = useCurrentUser();
  const [officerId, setOfficerId] = useState<string | null>(row.officerId ?? sysUser.id);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const guard = useGuard({ changed: reason.trim() !== '' });
  // The navigation to continue if the user discards the unsaved input.
  const [wish, setWish] = useState<() => void>(() => onClose);
  const { step, moved } = useStep<Decision>(
    row,
    async ({ decision, goesOn: _goesOn, ...seen }) => {
      if (decision === 'approve') await steps.approve({ ...seen, officerId, note: reason.trim() || undefined });
      else await steps.reject({ ...seen, reason: reason.trim() });
      // Mark this row as decided by this user, so that the change is not shown as made by somebody else.
      queue?.acted(row.id, false);
    },
    {
      said: ({ decision }) => `${decided[decision]}“${row.name}”`,
      onDone: ({ goesOn }) => {
        guard.clean();
        setReason('');
        if (queue) queue.acted(row.id, goesOn);
        else onClose();
      },
    },
  );
  const underWay = step.isPending ? step.variables : null;
  const isOpen = !queue || row.abilities.includes('approve');
  const approve = (goesOn: boolean) => step.mutate({ decision: 'approve', goesOn });
  const reject = (goesOn: boolean) => {
    setTried(true);
    if (isReason(reason)) step.mutate({ decision: 'reject', goesOn });
    else field.current?.focus();
  };
  // A keyboard shortcut must not discard typed text, so ask before leaving.
  const pass = (go: () => void) => () => {
    if (step.isPending) return;
    setWish(() => go);
    if (guard.isChanged) guard.setLeaving(true);
    else go();
  };
  const leave = pass(onClose);
  const bar = queue && { ...queue, before: queue.before && pass(queue.before), next: pass(queue.next) };
  const short = tried && !isReason(reason);
  return (
    <TabDrawer
      open
      size={640}
      {...(queue ? { rootClassName: 'queue-still' } : {})}
      title="审核企业"
      extra={
        bar && (
          <QueueBar
            step={bar}
            isAsking={step.isPending || guard.leaving}
            act={isOpen ? () => approve(true) : undefined}
          />
        )
      }
      mask={{ closable: !guard.isChanged }}
      onClose={leave}
      footer={
        <div className="review-foot">
          <span role="status">
            {guard.leaving ? '有未保存的修改' : short ? `驳回原因至少 ${limits.reasonMin} 个字` : ''}
          </span>
          {guard.leaving ? (
            <>
              <Button onClick={() => guard.setLeaving(false)}>继续填写</Button>
              <Button
                danger
                onClick={() => {
                  guard.clean();
                  wish();
                }}
              >
                放弃修改
              </Button>
            </>
          ) : (
            <>
              <Button onClick={leave}>取消</Button>
              <Button
                danger
                disabled={step.isPending || !isOpen}
                loading={underWay?.decision === 'reject'}
                onClick={() => reject(queue !== undefined)}
              >
                驳回{queue?.onward}
              </Button>
              <Button
                type={queue ? 'default' : 'primary'}
                disabled={step.isPending || !isOpen}
                loading={underWay?.decision === 'approve' && !underWay.goesOn}
                onClick={() => approve(false)}
              >
                通过
              </Button>
              {queue && (
                <Button
                  type="primary"
                  title="Ctrl+Enter"
                  disabled={step.isPending || !isOpen}
                  loading={underWay?.decision === 'approve' && underWay.goesOn}
                  onClick={() => approve(true)}
                >
                  通过{queue.onward}
                </Button>
              )}
            </>
          )}
        </div>
      }
    >
      <div className="review">
        <header>
          <h2>{row.name}</h2>
          <Link className="link" to={dossierPath(row.id)}>
            查看完整档案
          </Link>
        </header>
        {queue && news?.(pass(queue.next))}
        <StepProblem error={step.error} moved={moved} />
        <Twins id={row.id} />
        <Applied id={row.id} />
        <dl className="dossier-fields">
          {facts.map((field) => (
            <DossierField key={field.name} field={field} row={row} onFill={undefined} />
          ))}
        </dl>
        <section aria-label="营业执照">
          <h3>营业执照</h3>
          {row.licence ? <StoredFile url={row.licence} label="营业执照" /> : <p className="sub">没有上传</p>}
        </section>
        <section className="review-decision" aria-label="审核决定">
          <label htmlFor={`${id}officer`}>监管责任人</label>
          <OfficerSelect
            id={`${id}officer`}
            value={officerId}
            valueName={row.officerName ?? sysUser.nickName}
            onChange={setOfficerId}
          />
          <label htmlFor={`${id}reason`}>审核意见（驳回时必填，企业会看到）</label>
          <Input.TextArea
            ref={field}
            id={`${id}reason`}
            rows={3}
            maxLength={limits.noteMax}
            showCount
            value={reason}
            status={short ? 'error' : ''}
            onChange={({ target }) => {
              guard.setLeaving(false);
              setReason(target.value);
            }}
          />
        </section>
      </div>
    </TabDrawer>
  );
}

function Applied({ id }: { id: string }) {
  const { data } = useQuery(applicantOf(id));
  if (!data) return null;
  const applicantRows = [
    ['申请人', data.applicant],
    ['申请人手机号', data.phone],
    ['申请编号', data.number],
    ['申请时间', formatInstant(data.submittedAt).slice(0, 16)],
  ];
  return (
    <dl className="dossier-fields" aria-label="入驻申请">
      {applicantRows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Twins({ id }: { id: string }) {
  const { data } = useQuery(duplicatesOf(id));
  const others = (data?.rows ?? []).flatMap(({ reasons, enterprises }) =>
    enterprises.filter((each) => each.id !== id).map((each) => ({ reasons, each })),
  );
  if (others.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`可能与 ${new Set(others.map(({ each }) => each.id)).size} 家企业重复`}
      description={
        <ul className="review-twins">
          {others.map(({ reasons, each }) => (
            <li key={`${each.id}${reasons.join()}`}>
              <Link className="link" to={dossierPath(each.id)}>
                {each.name}
              </Link>
              <small>{reasons.map((reason) => duplicateReasons[reason]).join('、')}</small>
            </li>
          ))}
        </ul>
      }
    />
  );
}
