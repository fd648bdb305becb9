import { type Danger } from '@anlan/contract/modules/danger/resource';
import { dangerStates } from '@anlan/contract/modules/danger/states';
import { dayOf } from '@anlan/contract/domain/instant';
import { useCurrentUser } from '#lib/current-user.ts';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { isOwnTurn, leftOf, turnWait, turnTask } from '../rules.ts';
import './danger.css';

const today = () => dayOf(new Date());

export const LevelMark = ({ level, whole = false }: { level: Danger['level']; whole?: boolean }) => (
  <span className={`danger-level ${level}`}>
    {level === 'major' ? '重大' : '一般'}
    {whole && '隐患'}
  </span>
);

export const StateTag = ({ status }: Pick<Danger, 'status'>) => (
  <DictTag type="rectificationStatus" value={status} codes={dangerStates} />
);

export function useTurn(): (row: Danger) => { name: string; isMe: boolean } {
  const { sysUser } = useCurrentUser();
  return (row) => {
    const isMe = row.turn !== 'nobody' && isOwnTurn(row, sysUser.nickName);
    const named = row.turnName ?? (row.turn === 'regulator' ? '监管人员' : '企业');
    return { name: isMe ? sysUser.nickName : named, isMe };
  };
}

export function TurnChip({ row }: { row: Danger }) {
  const { name, isMe } = useTurn()(row);
  const work = turnTask(row);
  const wait = turnWait(row, today());
  if (row.turn === 'nobody') return <span className="kit-none">—</span>;
  return (
    <span className="danger-turn" title={`${name} · ${work}`}>
      <span className={`danger-avatar ${isMe ? 'me' : ''}`} aria-hidden>
        {isMe ? '我' : name.slice(0, 1)}
      </span>
      <span className="list-two">
        <span>
          {name} · {work}
        </span>
        {wait && (
          <small className={isRecheckLate(row) ? 'is-late' : ''}>
            {isRecheckLate(row) ? `复查已晚 · ${wait}` : wait}
          </small>
        )}
      </span>
    </span>
  );
}

/** Whether verification is late. This delay is not charged to the enterprise. */
const isRecheckLate = ({ status, recheckDueOn }: Danger): boolean =>
  status === 'submitted' && recheckDueOn !== null && recheckDueOn < today();

export function DeadlineCell({ row }: { row: Danger }) {
  const left = leftOf(row, today());
  return (
    <span className="list-two">
      <span>{row.deadlineOn}</span>
      {left && <small className={left.tone}>{left.text}</small>}
    </span>
  );
}

export function Flags({ row }: { row: Danger }) {
  return (
    <>
      {row.listedOn !== null && row.delistedOn === null && (
        <span className="danger-flag tone-red">
          <DictText type="listingLevel" value={row.listingLevel ?? ''} />
        </span>
      )}
      {row.repeats > 0 && <span className="danger-flag tone-purple">第 {row.repeats + 1} 次</span>}
      {row.urgedAt !== null && row.turn !== 'nobody' && (
        <span className="danger-flag tone-orange" title={`最近一次催办：${dayOf(row.urgedAt)}`}>
          已催办
        </span>
      )}
      {row.extensionStatus === 'pending' && <span className="danger-flag tone-blue">申请延期</span>}
      {row.sampledOn !== null && row.sampleResult === null && <span className="danger-flag tone-blue">待抽样复核</span>}
    </>
  );
}
