import type { Move } from '@anlan/contract/kit/state-machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button, Form } from 'antd';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { isOutdated } from '#lib/api-error.ts';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { focusFirstField, TabModal } from '#ui/tab-modal.tsx';
import { useClean } from '#ui/tab-context.tsx';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import { draftShape, formOf, undraftedOf } from './field-rules.ts';
import { FormFields, shownValues, type FormLook } from './form-fields.tsx';
import { moveFieldsOf, asksAny, doneWord, initialValuesOf, moveOf, sentOf, conflictResourceOf } from './move-rules.ts';
import { titleOf, type AnyRow, type Bound, type Left, type Values } from './resource.ts';
import { useMoveMessage } from './use-move-message.ts';
import './form.css';

// Save conflicts are rare, so this component loads only when a conflict occurs.
const Conflict = lazyPart(async () => (await import('./conflict.tsx')).Conflict);

export interface MoveLook<R = AnyRow> extends FormLook {
  begin?: Values | ((row: R) => Values);
  /**
   * In a queue, the button that also opens the next record sends the values of `begin` without the form. The call waits
   * for five seconds, in which the person can take it back.
   */
  atOnce?: true;
  /** Text above the form of the state change. For a state change without fields, the confirmation shows it. */
  note?: ReactNode | ((row: R) => ReactNode);
}

interface Props {
  bound: Bound;
  row: AnyRow;
  name: string;
  look?: MoveLook | undefined;
  queue?: QueueStep | undefined;
  onMoved?: (() => void) | undefined;
  onClose: () => void;
}

export function MoveDialog(props: Props) {
  const move = moveOf(props.bound.of, props.name);
  return asksAny(move) ? <AskDrawer {...props} move={move} /> : <Question {...props} move={move} />;
}

type OpenProps = Props & { move: Move };

const noteOf = ({ note }: MoveLook, row: AnyRow) => (typeof note === 'function' ? note(row) : note);

function useMoved({ bound, move, name, row, queue, onMoved, onClose }: OpenProps) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const showMoved = useMoveMessage(bound);
  return {
    again: () => client.invalidateQueries({ queryKey: bound.key }),
    done: (left: Left | null, goesOn: boolean) => {
      onClose();
      onMoved?.();
      if (left) void showMoved(name, row, left);
      else void message.success(doneWord(move));
      queue?.acted(row.id, goesOn);
    },
  };
}

function Question(props: OpenProps) {
  const { bound, row, name, look = {}, move, queue, onClose } = props;
  const { again, done } = useMoved(props);
  const send = useMutation({
    mutationFn: (_goesOn: boolean) => bound.move(name, row, {}, false),
    onSuccess: async (left, goesOn) => {
      queue?.acted(row.id, false);
      await again();
      done(left, goesOn);
    },
    onError: async (error) => {
      await again();
      if (isOutdated(error)) onClose();
    },
  });
  const note = noteOf(look, row);
  const isDanger = move.danger === true;
  useEffect(() => {
    if (!queue) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || send.isPending) return;
      event.preventDefault();
      send.mutate(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  return (
    <TabModal
      open
      title={`${move.label}“${titleOf(bound.of, row)}”？`}
      okText={move.label}
      cancelText="取消"
      {...(move.danger ? { cancelButtonProps: { autoFocus: true } } : {})}
      okButtonProps={{
        danger: isDanger,
        type: queue ? 'default' : 'primary',
        loading: send.isPending && !send.variables,
        disabled: send.isPending,
      }}
      onOk={() => send.mutate(false)}
      onCancel={onClose}
      {...(queue
        ? {
            footer: (buttons: ReactNode) => (
              <>
                {buttons}
                <Button
                  type="primary"
                  danger={isDanger}
                  title="Ctrl+Enter"
                  disabled={send.isPending}
                  loading={send.isPending && send.variables}
                  onClick={() => send.mutate(true)}
                >
                  {move.label}
                  {queue.onward}
                </Button>
              </>
            ),
          }
        : {})}
    >
      {note ?? (move.danger ? <p>{move.label}后不能撤回。</p> : null)}
    </TabModal>
  );
}

function AskDrawer(props: OpenProps) {
  const { bound, row, name, look = {}, move, queue, onClose } = props;
  const { of } = bound;
  const { again, done } = useMoved(props);
  const [form] = Form.useForm<Values>();
  const [moveFields] = useState(() => moveFieldsOf(of, name));
  const [conflictFields] = useState(() => conflictResourceOf(of, name));
  const [begun] = useState(() =>
    initialValuesOf(of, name, row, typeof look.begin === 'function' ? look.begin(row) : look.begin),
  );
  const [shape] = useState(() => draftShape(moveFields));
  const draft = useDraft({ form, name: `${of.name}-${row.id}-${name}`, shape, base: begun, version: row.version });
  const { isUploading, tell } = useUploading();
  const guard = useGuard({ draft });
  const typed = (): Values =>
    Object.fromEntries(
      Object.entries(shownValues(conflictFields, look, form.getFieldsValue(true))).filter(([key]) =>
        Object.hasOwn(moveFields.fields, key),
      ),
    );
  const leaveTab = useClean();
  // Whether the user pressed the button that also opens the next record.
  const goesOn = useRef(false);
  const save = useSaving<Values, AnyRow, { left: Left; isAsSeen: boolean }>({
    form,
    row,
    begun: draft.version,
    onTaken: guard.onTaken,
    // Fields that exist only in the state change, such as a reason, are left out, so they keep the value that the
    // user typed.
    formOf: (one) =>
      Object.fromEntries(Object.entries(formOf(conflictFields, one)).filter(([key]) => Object.hasOwn(of.fields, key))),
    write: async (_values, base, version) => {
      const sent = sentOf(of, name, base, typed());
      try {
        return { left: await bound.move(name, { id: row.id, version }, sent, true), isAsSeen: version === row.version };
      } catch (error) {
        // The record was changed by somebody else, so the record behind the dialog is refetched too.
        if (queue && error instanceof Error && isOutdated(error)) void again();
        throw error;
      }
    },
    ...(bound.has('get') ? { read: bound.read } : {}),
    gone: `这${of.counter}${of.label}已被删除，不能${move.label}`,
    onSaved: async ({ left, isAsSeen }) => {
      queue?.acted(row.id, false);
      await again();
      guard.clean();
      done(isAsSeen ? left : null, goesOn.current);
    },
  });
  const submit = (on: boolean) => {
    goesOn.current = on;
    form.submit();
  };
  // Skips this record: the draft stores the typed values until the user comes back to the record.
  const skip = () => {
    leaveTab();
    onClose();
    queue?.next();
  };
  const isOlder = draft.version !== row.version && draft.isRestored && draft.before === undefined;
  return (
    <FormDrawer
      title={`${move.label}“${titleOf(of, row)}”`}
      size={480}
      isSaving={save.isPending}
      verb={move.label}
      isDanger={move.danger === true}
      canSave={!isUploading}
      status={isUploading ? '文件正在上传，请稍候' : ''}
      guard={guard}
      undrafted={undraftedOf(moveFields)}
      onSave={() => submit(false)}
      onward={queue && { verb: `${move.label}${queue.onward}`, onSave: () => submit(true) }}
      // Without a focused field, Ctrl+Enter would not reach the form.
      onOpened={focusFirstField}
      onClose={onClose}
    >
      <Form<Values>
        form={form}
        // Makes the ids of the fields unique: a form behind the drawer may have fields with the same names.
        name={`move-${name}`}
        className="kit-form"
        layout="vertical"
        initialValues={draft.initial}
        scrollToFirstError={{ block: 'center', focus: true }}
        onValuesChange={(values: Values) => {
          const wrong = Object.keys(values).filter((key) => form.getFieldError(key).length > 0);
          if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined);
          guard.onTyped(values);
        }}
        onFinish={save.submit}
      >
        {save.newer ? (
          <Suspense fallback={<Skeleton height={120} />}>
            <Conflict
              of={conflictFields}
              form={form}
              save={save}
              typed={typed}
              opened={isOlder ? {} : { ...save.base, ...draft.before }}
              ability={[name, move.label]}
            />
          </Suspense>
        ) : (
          <div className="kit-problem">
            <SaveProblem save={save} />
          </div>
        )}
        {queue && save.problem !== null && (
          <p className="kit-problem">
            <Button onClick={skip}>先跳过这一条，填写的内容会保留</Button>
          </p>
        )}
        {noteOf(look, row)}
        <Uploading value={tell}>
          <FormFields of={moveFields} form={form} look={look} row={row} several />
        </Uploading>
      </Form>
    </FormDrawer>
  );
}
