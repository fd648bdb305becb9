import type { Danger } from '@anlan/contract/modules/danger/resource';
import { Button, Input } from 'antd';
import { useId, useRef, useState, type ComponentRef } from 'react';
import { useDelayedMove } from '#kit/use-delayed-move.ts';
import { useGuard } from '#ui/form/form-drawer.tsx';
import { useWaiting } from '#widgets/undo/use-delayed.tsx';
import { bound } from '../calls.ts';
import { refusals, type MainMove, type MoveName } from '../rules.ts';
import { labelOf, Problem, useMove } from './use-move.tsx';
import './act.css';

const leastReason = 5;

/** Status changes (moves) that need one text: field label, required flag and suggested phrases. */
const textFields: Partial<
  Record<
    MainMove,
    { field: string; label: string; required: boolean; phrases: readonly string[]; verb: string; hint?: string }
  >
> = {
  accept: {
    field: 'opinion',
    label: '复查意见',
    required: true,
    phrases: ['已现场核实', '照片与措施相符', '同意销号'],
    verb: '复查通过',
  },
  receipt: {
    field: 'interimMeasures',
    label: '防范措施',
    required: true,
    phrases: [],
    verb: '签收',
    hint: '整改前怎样保证安全，如停用、隔离、专人看护',
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
  /** Suffix of the button label when another danger follows in the queue: 并看下一项. */
  onward: string;
  onDone: (move: MoveName) => void;
  onAsk: (move: MoveName) => void;
}

export function ActPanel({ row, move, onward, onDone, onAsk }: Props) {
  const textField = textFields[move];
  const takeBack = useWaiting(row.id);
  if (takeBack)
    return (
      <div className="danger-act-buttons">
        <span role="status">即将销号，可以撤回</span>
        <Button onClick={takeBack}>撤回</Button>
      </div>
    );
  if (!textField)
    return (
      <div className="danger-act-buttons">
        <Button type="primary" onClick={() => onAsk(move)}>
          {labelOf(move)}
        </Button>
      </div>
    );
  // The key does not contain the row version, so typed text survives when another person changes the row.
  return <TextMove key={`${row.id}${move}`} {...{ row, move, said: textField, onward, onDone }} />;
}

type TextMoveProps = Omit<Props, 'onAsk'> & { said: NonNullable<(typeof textFields)[MainMove]> };

function TextMove({ row, move, said: textField, onward, onDone }: TextMoveProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [tried, setTried] = useState<string | null>(null);
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const guard = useGuard({ changed: text.trim() !== '' });
  const left = (done: MoveName) => {
    guard.clean();
    setText('');
    onDone(done);
  };
  const step = useMove(row, left);
  const delay = useDelayedMove(bound);
  // Only a major danger without interim measures asks for them before its receipt.
  const asks = move !== 'receipt' || (row.level === 'major' && !row.interimMeasures);
  const refusal = refusals[move];
  const mayRefuse = refusal !== undefined && row.abilities.includes(refusal);
  const trimmedText = text.trim();
  const send = () => {
    if (asks && textField.required && trimmedText === '') {
      setTried(`请填写${textField.label}`);
      field.current?.focus();
      return;
    }
    if (move === 'accept') {
      delay(move, { ...row }, { opinion: trimmedText });
      return left(move);
    }
    step.mutate({ move, asked: trimmedText === '' ? {} : { [textField.field]: trimmedText } });
  };
  const refuse = () => {
    if (refusal === undefined) return;
    if (trimmedText.length < leastReason) {
      setTried(`${labelOf(refusal)}请写明原因，至少 ${leastReason} 个字`);
      field.current?.focus();
      return;
    }
    step.mutate({ move: refusal, asked: { reason: trimmedText } });
  };
  const underWay = step.isPending ? step.variables.move : null;
  return (
    <div className="danger-act">
      {step.error && <Problem error={step.error} />}
      {asks && (
        <div className="danger-act-field">
          <label htmlFor={id}>
            {textField.label}
            {textField.required && <i aria-hidden> *</i>}
          </label>
          <Input.TextArea
            ref={field}
            id={id}
            value={text}
            maxLength={500}
            autoSize={{ minRows: 1, maxRows: 4 }}
            placeholder={
              mayRefuse
                ? `${textField.label}；不通过时在此写明原因（至少 ${leastReason} 个字）`
                : (textField.hint ?? textField.label)
            }
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
      )}
      <div className="danger-act-buttons">
        <span className="danger-phrases">
          {textField.phrases.length > 0 && <small>常用</small>}
          {textField.phrases.map((phrase) => (
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
          {textField.verb}
          {move !== 'receipt' && onward}
        </Button>
      </div>
    </div>
  );
}
