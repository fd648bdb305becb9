import { Alert, Button } from 'antd';
import { useState } from 'react';
import './form-drawer.css';

interface Props {
  /** Labels of fields that the user must enter again, for example 电话. */
  missing?: string | undefined;
  onClear: () => void;
}

/** Message above a form: the draft was restored. The user can discard it after a confirmation. */
export function DraftNote({ missing, onClear }: Props) {
  const [asking, setAsking] = useState<boolean>();
  return (
    <Alert
      type={asking ? 'warning' : 'info'}
      showIcon
      className="draft-note"
      title={
        asking
          ? '放弃上次填写的内容？放弃后不能恢复'
          : `已恢复上次没有保存的内容${missing ? `，${missing}需要重新填写` : ''}`
      }
      action={
        asking ? (
          <div className="draft-note-acts">
            <Button ref={focus} size="small" onClick={() => setAsking(false)}>
              保留
            </Button>
            <Button
              size="small"
              danger
              onClick={({ currentTarget }) => {
                focus(firstField(currentTarget.closest('[role=dialog]')));
                onClear();
              }}
            >
              放弃
            </Button>
          </div>
        ) : (
          <Button ref={asking === undefined ? undefined : focus} size="small" onClick={() => setAsking(true)}>
            放弃草稿
          </Button>
        )
      }
    />
  );
}

// Moves the focus before the focused button is removed; otherwise the focus would be lost.
const focus = (next: HTMLElement | null | undefined) => next?.focus();

const firstField = (around: Element | null) =>
  [...(around?.querySelectorAll<HTMLElement>('form :is(input, textarea, [role=switch])') ?? [])].find((field) =>
    field.checkVisibility(),
  );
