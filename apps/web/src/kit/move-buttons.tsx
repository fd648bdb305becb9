import { Button } from 'antd';
import { DropMenu } from '#ui/drop-menu.tsx';
import type { Action } from './actions.ts';

interface Props {
  /** The first is nearest to the end. */
  acts: readonly Action[];
  /** Under 更多. */
  rest: readonly Action[];
  /** Key of the primary button. */
  primary?: string | undefined;
  isMoving: boolean;
  onward?: string | undefined;
}

/** Buttons of the available state changes, in reverse order: the first state change comes last. */
export function MoveButtons({ acts, rest, primary, isMoving, onward = '' }: Props) {
  const [first] = acts;
  return (
    <>
      {rest.length > 0 && (
        <DropMenu
          within="body"
          placement="bottomRight"
          items={rest.map(({ key, label, danger = false }) => ({ key, label, danger }))}
          onChoose={(key) => rest.find((one) => one.key === key)?.run?.()}
        >
          <Button disabled={isMoving}>更多</Button>
        </DropMenu>
      )}
      {acts.toReversed().map(({ key, label, danger = false, run }) => (
        <Button
          key={key}
          type={key === primary && !first?.goOn ? 'primary' : 'default'}
          danger={danger}
          disabled={isMoving}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {first?.goOn && (
        <Button
          type="primary"
          danger={first.danger === true}
          disabled={isMoving}
          title="Ctrl+Enter"
          onClick={first.goOn}
        >
          {first.label}
          {onward}
        </Button>
      )}
    </>
  );
}
