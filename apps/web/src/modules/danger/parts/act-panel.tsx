import type { Danger } from '@anlan/contract/modules/danger/resource';
import { Button, Input } from 'antd';
import { useId, useRef, useState, type ComponentRef } from 'react';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { refusals, type MainMove, type MoveName } from '../rules.ts';
import { Problem } from './problem.tsx';
import { labelOf, useMove } from './use-move.ts';
import './act.css';

const leastReason = 5;

/** Acts of one line of text, with what it is called, whether it must be there, and phrases to begin with. */
const spoken: Partial<
  Record<MainMove, { field: string; label: string; required: boolean; phrases: readonly string[]; verb: string }>
> = {
  accept: {
    field: 'opinion',
    label: '复查意见',
    required: true,
    phrases: ['已现场核实', '照片与措施相符', '同意销号'],
    verb: '复查通过',
  },
  sign: { field: 'reason', label: '签字意见', required: false, phrases: ['已核实，同意销号'], verb: '负责人签字' },
  grantExtension: { field: 'reason', label: '审批意见', required: false, phrases: ['同意延期'], verb: '同意延期' },
  approvePlan: {
    field: 'reason',
    label: '批准意见',
    required: false,
    phrases: ['方案可行，同意实施'],
    verb: '批准方案',
  },
};

interface Props {
  row: Danger;
  move: MainMove;
  /** What follows the act where another one waits behind this: 并看下一项. */
  onward: string;
  onDone: (move: MoveName) => void;
  /** Opens the dialog of an act that asks more than a line. */
  onAsk: (move: MoveName) => void;
}

/** The one act that this person would do next, at the foot of the drawer. */
export function ActPanel({ row, move, onward, onDone, onAsk }: Props) {
  const said = spoken[move];
  if (move === 'receipt') return <Receipt key={row.id} row={row} onDone={onDone} />;
  if (!said)
    return (
      <div className="danger-act-buttons">
        <Button type="primary" onClick={() => onAsk(move)}>
          {labelOf(move)}
        </Button>
      </div>
    );
  // What was typed stays when somebody else has changed the danger meanwhile.
  return <Spoken key={`${row.id}${move}`} {...{ row, move, said, onward, onDone }} />;
}

type SpokenProps = Omit<Props, 'onAsk'> & { said: NonNullable<(typeof spoken)[MainMove]> };

function Spoken({ row, move, said, onward, onDone }: SpokenProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [tried, setTried] = useState<string | null>(null);
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const guard = useGuard({ changed: text.trim() !== '' });
  const step = useMove(row, (done) => {
    guard.clean();
    setText('');
    onDone(done);
  });
  const refusal = refusals[move];
  const mayRefuse = refusal !== undefined && row.abilities.includes(refusal);
  const given = text.trim();
  const send = () => {
    if (said.required && given === '') {
      setTried(`请填写${said.label}`);
      field.current?.focus();
      return;
    }
    step.mutate({ move, asked: given === '' ? {} : { [said.field]: given } });
  };
  const refuse = () => {
    if (refusal === undefined) return;
    if (given.length < leastReason) {
      setTried(`${labelOf(refusal)}请写明原因，至少 ${leastReason} 个字`);
      field.current?.focus();
      return;
    }
    step.mutate({ move: refusal, asked: { reason: given } });
  };
  const underWay = step.isPending ? step.variables.move : null;
  return (
    <div className="danger-act">
      {step.error && <Problem error={step.error} />}
      <div className="danger-act-field">
        <label htmlFor={id}>
          {said.label}
          {said.required && <i aria-hidden> *</i>}
        </label>
        <Input.TextArea
          ref={field}
          id={id}
          value={text}
          maxLength={500}
          autoSize={{ minRows: 1, maxRows: 4 }}
          placeholder={mayRefuse ? `${said.label}；不通过时在此写明原因（至少 ${leastReason} 个字）` : said.label}
          status={tried ? 'error' : ''}
          aria-describedby={`${id}told`}
          onChange={({ target }) => {
            setText(target.value);
            setTried(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            send();
          }}
        />
      </div>
      <div className="danger-act-buttons">
        <span className="danger-phrases">
          <small>常用</small>
          {said.phrases.map((phrase) => (
            <button
              key={phrase}
              type="button"
              onClick={() => {
                setText((before) => (before.trim() === '' ? phrase : `${before.trim()}，${phrase}`));
                setTried(null);
                field.current?.focus();
              }}
            >
              {phrase}
            </button>
          ))}
        </span>
        <span id={`${id}told`} className="danger-act-told" role="status">
          {tried}
        </span>
        {mayRefuse && (
          <Button danger disabled={step.isPending} loading={underWay === refusal} onClick={refuse}>
            {refusal === 'sendBack' ? '退回' : labelOf(refusal)}
          </Button>
        )}
        <Button type="primary" disabled={step.isPending} loading={underWay === move} onClick={send}>
          {said.verb}
          {onward}
        </Button>
      </div>
    </div>
  );
}

/** 签收: a major one says first how people are kept safe meanwhile. */
function Receipt({ row, onDone }: { row: Danger; onDone: (move: MoveName) => void }) {
  const id = useId();
  const asks = row.level === 'major' && !row.interimMeasures;
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const step = useMove(row, onDone);
  const send = () => {
    setTried(true);
    if (asks && text.trim() === '') return;
    step.mutate({ move: 'receipt', asked: text.trim() === '' ? {} : { interimMeasures: text.trim() } });
  };
  return (
    <div className="danger-act">
      {step.error && <Problem error={step.error} />}
      {asks && (
        <div className="danger-act-field">
          <label htmlFor={id}>
            防范措施<i aria-hidden> *</i>
          </label>
          <Input.TextArea
            id={id}
            value={text}
            maxLength={500}
            autoSize={{ minRows: 1, maxRows: 4 }}
            placeholder="整改前怎样保证安全，如停用、隔离、专人看护"
            status={tried && text.trim() === '' ? 'error' : ''}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      )}
      <div className="danger-act-buttons">
        <span className="danger-act-told" role="status">
          {asks && tried && text.trim() === '' ? '请填写整改前防范措施' : ''}
        </span>
        <Button type="primary" loading={step.isPending} onClick={send}>
          签收
        </Button>
      </div>
    </div>
  );
}
