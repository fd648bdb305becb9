import { dangerStates, type Danger } from '@anlan/contract/modules/danger/resource';
import { dayOf } from '@anlan/contract/domain/instant';
import { useWho } from '#lib/person.ts';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { isOwnTurn, leftOf, turnWait, turnWork } from '../rules.ts';
import './danger.css';

const today = () => dayOf(new Date());

/** How grave a danger is: a shape and a word, the colour never alone. */
export const LevelMark = ({ level, whole = false }: { level: Danger['level']; whole?: boolean }) => (
  <span className={`danger-level ${level}`}>
    {level === 'major' ? '重大' : '一般'}
    {whole && '隐患'}
  </span>
);

/** The state of a danger in the colour of its dictionary. */
export const StateTag = ({ status }: Pick<Danger, 'status'>) => (
  <DictTag type="rectificationStatus" value={status} codes={dangerStates} />
);

/** Where a danger came from. */
export const SourceText = ({ source }: Pick<Danger, 'source'>) => <DictText type="hiddenDangerSource" value={source} />;

/** The first character of a name in a circle; one's own says 我 and is the only filled one. */
function Avatar({ name, isMe }: { name: string; isMe: boolean }) {
  return (
    <span className={`danger-avatar ${isMe ? 'me' : ''}`} aria-hidden>
      {isMe ? '我' : name.slice(0, 1)}
    </span>
  );
}

/** How the one is called whose turn it is, and whether that is the signed-in person. */
export function useTurn(): (row: Danger) => { name: string; isMe: boolean } {
  const { sysUser } = useWho();
  return (row) => {
    const isMe = row.turn !== 'nobody' && isOwnTurn(row, sysUser.nickName);
    const named = row.turnName ?? (row.turn === 'regulator' ? '监管人员' : '企业');
    return { name: isMe ? sysUser.nickName : named, isMe };
  };
}

/** Whose turn it is, with what, and since when. */
export function TurnChip({ row }: { row: Danger }) {
  const { name, isMe } = useTurn()(row);
  const work = turnWork(row);
  const wait = turnWait(row, today());
  if (row.turn === 'nobody') return <span className="kit-none">—</span>;
  return (
    <span className="danger-turn" title={`${name} · ${work}`}>
      <Avatar name={name} isMe={isMe} />
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

/** Whether the one who verifies is late by themself; the enterprise is not charged with it. */
const isRecheckLate = ({ status, recheckDueOn }: Danger): boolean =>
  status === 'submitted' && recheckDueOn !== null && recheckDueOn < today();

/** The deadline and what is left of it. */
export function DeadlineCell({ row }: { row: Danger }) {
  const left = leftOf(row, today());
  return (
    <span className="list-two">
      <span>{row.deadlineOn}</span>
      {left && <small className={left.tone}>{left.text}</small>}
    </span>
  );
}

/** What stands beside a danger's number: listed, seen before, asks for more time. */
export function Flags({ row }: { row: Danger }) {
  return (
    <>
      {row.listedOn !== null && row.delistedOn === null && (
        <span className="danger-flag red">
          <DictText type="listingLevel" value={row.listingLevel ?? ''} />
        </span>
      )}
      {row.repeats > 0 && <span className="danger-flag purple">第 {row.repeats + 1} 次</span>}
      {row.urgedAt !== null && row.turn !== 'nobody' && (
        <span className="danger-flag amber" title={`最近一次催办：${dayOf(row.urgedAt)}`}>
          已催办
        </span>
      )}
      {row.extensionStatus === 'pending' && <span className="danger-flag blue">申请延期</span>}
      {row.sampledOn !== null && row.sampleResult === null && <span className="danger-flag blue">待抽样复核</span>}
    </>
  );
}
