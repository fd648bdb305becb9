import { Button } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { SlowNote } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useClean, useDirty } from '#ui/tab-context.tsx';
import { DraftNote } from './draft-note.tsx';
import './form-drawer.css';
import type { FormDraft } from './use-draft.ts';

interface Props {
  title: string;
  size: number;
  isSaving: boolean;
  canSave?: boolean;
  verb?: string;
  isDanger?: boolean;
  status?: string;
  guard: Guard;
  /** Labels of fields that the draft does not contain, for example 电话. */
  undrafted?: string;
  onSave: () => void;
  /** An action that saves and opens the next record. When set, it is the primary button and runs on Ctrl+Enter. */
  onward?: { verb: string; onSave: () => void } | undefined;
  /** Called after the drawer has opened. */
  onOpened?: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

interface Guarding {
  changed?: boolean;
  draft?: FormDraft;
}

export function useGuard({ changed, draft }: Guarding = {}) {
  const [typed, setTyped] = useState(draft?.isRestored ?? false);
  const [leaving, setLeaving] = useState(false);
  // Whether the draft lacks some input. An unload of the page would lose this input.
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
    clean: () => {
      draft?.drop();
      clean();
    },
    isRestored: draft?.isRestored ?? false,
    onClear: () => {
      draft?.clear();
      forget();
    },
    onTaken: ({ version }: { version: number }) => {
      draft?.take(version);
      forget();
    },
  };
}
export type Guard = ReturnType<typeof useGuard>;

/** A drawer with a form. Closing with unsaved input asks first, and the tab is marked as unsaved. */
export function FormDrawer(props: Props) {
  const { title, size, isSaving, canSave = true, verb = '保存', isDanger = false, guard, onSave, onClose } = props;
  const { status = '', onward, onOpened, children } = props;
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
    // Removes the focus first, because some fields commit their input only on blur. A shortcut causes no blur.
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
      {...(onOpened ? { afterOpenChange: (open: boolean) => open && onOpened() } : {})}
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
