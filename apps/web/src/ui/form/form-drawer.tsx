import { Button } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { SlowNote } from '#ui/states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useClean, useDirty } from '#ui/tab-scope.tsx';
import { DraftNote } from './draft-note.tsx';
import './form-drawer.css';
import type { FormDraft } from './use-draft.ts';

interface Props {
  title: string;
  size: number;
  isSaving: boolean;
  /** Whether there is anything to save; always where left out. */
  canSave?: boolean;
  /** Word of the button that saves. */
  verb?: string;
  /** Whether what is saved cannot be taken back. */
  isDanger?: boolean;
  /** What is said beside the buttons. */
  status?: string;
  guard: Guard;
  /** What of a draft has to be typed again, for example 电话. */
  undrafted?: string;
  onSave: () => void;
  /** Saves and goes on to what comes next; then it is the first way, of Ctrl+Enter too. */
  onward?: { verb: string; onSave: () => void } | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** What a drawer does with what was typed in it. */
interface Guarding {
  /** Whether anything was typed, where the drawer knows better. */
  changed?: boolean;
  /** Where what is typed is kept. */
  draft?: FormDraft;
}

/** What a drawer knows of what was typed in it. */
export function useGuard({ changed, draft }: Guarding = {}) {
  const [typed, setTyped] = useState(draft?.isRestored ?? false);
  const [leaving, setLeaving] = useState(false);
  // What stands in no draft would be lost with the page.
  const [losable, setLosable] = useState(false);
  const clean = useClean();
  const isChanged = changed ?? typed;
  const forget = () => {
    setTyped(false);
    setLosable(false);
  };
  useDirty(isChanged, draft !== undefined && !losable, draft?.name);
  return {
    isChanged,
    leaving,
    setLeaving,
    onTyped: (change: object = {}) => {
      setLeaving(false);
      setTyped(true);
      draft?.keep();
      if (draft && !Object.keys(change).every(draft.keeps)) setLosable(true);
    },
    /** What was typed is saved or given up: the tab holds it no longer. */
    clean: () => {
      draft?.drop();
      clean();
    },
    isRestored: draft?.isRestored ?? false,
    /** Puts the form back to how it was opened. */
    onClear: () => {
      draft?.clear();
      forget();
    },
    /** What stands in the form is what somebody else saved. */
    onTaken: ({ version }: { version: number }) => {
      draft?.take(version);
      forget();
    },
  };
}
/** What a drawer knows of what was typed in it. */
export type Guard = ReturnType<typeof useGuard>;

/** A drawer with a form: closing it with unsaved input asks first, and the tab is marked as long as it holds any. */
export function FormDrawer(props: Props) {
  const { title, size, isSaving, canSave = true, verb = '保存', isDanger = false, guard, onSave, onClose } = props;
  const { status = '', onward, children } = props;
  const { isChanged, leaving, setLeaving, clean } = guard;
  const close = () => {
    clean();
    onClose();
  };
  const leave = () => (isChanged ? setLeaving(true) : close());
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target, nativeEvent } = event;
    if (key !== 'Enter' || !(ctrlKey || metaKey) || nativeEvent.isComposing || isSaving || !canSave || leaving) return;
    event.preventDefault();
    // A field makes what was typed its value when it is left, as it is by a press of the button.
    if (target instanceof HTMLElement) {
      target.blur();
      target.focus({ preventScroll: true });
    }
    (onward?.onSave ?? onSave)();
  };
  return (
    <TabDrawer
      open
      size={size}
      title={title}
      mask={{ closable: !isChanged }}
      onClose={leave}
      onKeyDown={onKeyDown}
      footer={
        <div className="form-drawer-foot">
          <span role="status">{leaving ? '有未保存的修改' : isSaving ? null : status}</span>
          {isSaving && <SlowNote>服务器响应较慢，仍在{verb}…</SlowNote>}
          {leaving ? (
            <>
              <Button onClick={() => setLeaving(false)}>继续填写</Button>
              <Button danger onClick={close}>
                放弃修改
              </Button>
            </>
          ) : (
            <>
              <Button onClick={leave}>取消</Button>
              <Button
                type={onward ? 'default' : 'primary'}
                danger={isDanger}
                loading={isSaving && !onward}
                disabled={!canSave || (isSaving && onward !== undefined)}
                {...(onward ? {} : { title: 'Ctrl+Enter' })}
                onClick={onSave}
              >
                {verb}
              </Button>
              {onward && (
                <Button
                  type="primary"
                  danger={isDanger}
                  loading={isSaving}
                  disabled={!canSave}
                  title="Ctrl+Enter"
                  onClick={onward.onSave}
                >
                  {onward.verb}
                </Button>
              )}
            </>
          )}
        </div>
      }
    >
      {guard.isRestored && <DraftNote missing={props.undrafted} onClear={guard.onClear} />}
      {children}
    </TabDrawer>
  );
}
