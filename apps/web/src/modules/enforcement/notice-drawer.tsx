import { formatInstant } from '@anlan/contract/domain/instant';
import { measureKinds, type Enforcement, type NoticeReply } from '@anlan/contract/modules/enforcement/resource';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { History } from '#kit/history.tsx';
import { useMove } from '#kit/use-move.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { FileList } from '#widgets/file-list.tsx';
import { boundNotice, oneNotice } from './calls.ts';
import { paperOf } from './paths.ts';
import { ReplyForm } from './reply-form.tsx';
import { Turn } from './turn-cell.tsx';
import '#kit/form.css';
import './notice.css';

export function NoticeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useQuery(oneNotice(id));
  return (
    <TabDrawer open size={640} title={row?.title ?? '执法通知'} onClose={onClose} footer={row && <Foot row={row} />}>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : row ? (
        <Notice row={row} />
      ) : (
        <Skeleton height={360} />
      )}
    </TabDrawer>
  );
}

function Foot({ row }: { row: Enforcement }) {
  const { nickName } = useCurrentUser().sysUser;
  const looks = useMemo(
    () => ({
      receive: { begin: { receivedBy: nickName } },
      withdraw: {
        note: (
          <p>
            撤销后不再执行，文书编号 {row.no}{' '}
            保留，不会用于别的文书；打印时标明“已撤销”。已登记的隐患不随之作废，需要时在“待整改事项”中处理。
          </p>
        ),
      },
      lift: { note: <p>须全部隐患已销号，并上传复产复工的审查材料。</p> },
    }),
    [nickName, row.no],
  );
  const moves = useMove(boundNotice, looks, () => void refreshRedDots());
  return (
    <div className="spot-foot">
      <Link to={paperOf(row.id)}>查看文书</Link>
      {moves
        .actionsOf({ ...row })
        .toReversed()
        .map(({ key, label, danger = false, run }) => (
          <Button
            key={key}
            type={key === 'close' || key === 'receive' ? 'primary' : 'default'}
            danger={danger}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      {row.abilities.includes('reply') && (
        <Button type="primary" form="spot-reply" htmlType="submit">
          提交回复
        </Button>
      )}
      {moves.dialog}
    </div>
  );
}

function Notice({ row }: { row: Enforcement }) {
  const mayReply = row.abilities.includes('reply');
  return (
    <div className="spot">
      <p className="spot-state">
        <DictTag type="enforcementStatus" value={row.status} codes={statusCodes} />{' '}
        <DictTag type="enforcementKind" value={row.kind} />
        <Turn row={row} />
      </p>
      {row.withdrawnAt && (
        <Alert
          type="warning"
          showIcon
          title={`${row.withdrawnBy ?? ''} 已于 ${formatInstant(row.withdrawnAt)} 撤销，不再执行。撤销原因：${row.withdrawal ?? ''}`}
        />
      )}
      {row.stops && <Alert type="error" showIcon title="停产停业措施生效中：须全部隐患销号并经审查同意后解除" />}
      {row.liftedAt && <Alert type="success" showIcon title={`停产停业措施已于 ${formatInstant(row.liftedAt)} 解除`} />}
      <dl className="kit-details">
        <dt>文书编号</dt>
        <dd>{row.no}</dd>
        <dt>企业</dt>
        <dd>{row.enterpriseName}</dd>
        <dt>下发</dt>
        <dd>
          {row.issuedBy} {formatInstant(row.issuedAt)}
        </dd>
        {row.inspectors.length > 0 && (
          <>
            <dt>执法人员</dt>
            <dd>
              {row.inspectors.map(({ name, paperNo }) => (paperNo ? `${name}（证号 ${paperNo}）` : name)).join('、')}
            </dd>
          </>
        )}
        <dt>回复期限</dt>
        <dd>{row.dueOn}</dd>
        {row.receivedAt && (
          <>
            <dt>签收</dt>
            <dd>
              {row.receivedBy} {formatInstant(row.receivedAt)}
            </dd>
          </>
        )}
        {row.basis && (
          <>
            <dt>依据</dt>
            <dd>{row.basis}</dd>
          </>
        )}
        {row.files.length > 0 && (
          <>
            <dt>附件</dt>
            <dd>
              <FileList purpose="evidence" label="附件" value={row.files} readOnly />
            </dd>
          </>
        )}
        {row.opinion && (
          <>
            <dt>办结意见</dt>
            <dd>{row.opinion}</dd>
          </>
        )}
      </dl>
      {row.measures.length > 0 && (
        <section>
          <h2>现场处理措施</h2>
          <ul className="spot-measures">
            {row.measures.map(({ kind, scope, dueOn }, at) => (
              // Measures have no id, so their index is the React key. Their order never changes.
              <li key={at}>
                {measureKinds[kind]}：{scope}
                {dueOn && `（${dueOn} 前）`}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayReply ? <ReplyForm row={row} /> : <Matters row={row} />}
      <section>
        <h2>办理过程</h2>
        <History bound={boundNotice} row={row} />
      </section>
    </div>
  );
}
const statusCodes = { issued: '0', received: '1', replied: '2', closed: '3', withdrawn: '9' };

function Matters({ row: { items, replies } }: { row: Enforcement }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>事项</h2>
      <ol className="spot-items">
        {items.map(({ key, text, clause, photos = [] }) => (
          <li key={key}>
            <p>{text}</p>
            {clause && <small>{clause}</small>}
            <FileList purpose="photo" label="现场照片" value={photos} readOnly />
            <Reply reply={replies.find((one) => one.key === key)} />
          </li>
        ))}
      </ol>
    </section>
  );
}
const Reply = ({ reply }: { reply: NoticeReply | undefined }) =>
  reply && (
    <div className="spot-reply">
      <b>企业回复</b>
      <p>{reply.text}</p>
      <FileList purpose="evidence" label="证据" value={reply.evidence} readOnly />
    </div>
  );
