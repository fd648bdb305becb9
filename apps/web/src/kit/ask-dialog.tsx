import type { Field, Fields } from '@anlan/contract/kit/field';
import type { AskedValues } from '@anlan/contract/kit/state-machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import type { Control } from './controls.tsx';
import { defaultsOf } from './field-rules.ts';
import { FormFields, shownValues, type FormLook } from './form-fields.tsx';
import { textOf, type AnyResource, type AnyRow, type Values } from './resource.ts';
import './form.css';

const resourceOf = (fields: Readonly<Record<string, Field>>): AnyResource => ({
  name: 'ask',
  label: '',
  counter: '',
  title: '',
  subtitle: undefined,
  permits: '',
  order: undefined,
  fields,
  filterLabels: {},
  sortable: [],
  importKey: undefined,
  states: undefined,
});

interface Props<F extends Fields, A> {
  title: ReactNode;
  verb: string;
  danger?: boolean;
  width?: number;
  /** Absent: the dialog only asks whether to act. */
  fields?: F;
  look?: FormLook;
  begin?: Values;
  /** Row with the names of references that the fields show. */
  row?: AnyRow | null;
  canAct?: boolean;
  act: (values: AskedValues<F>) => Promise<A>;
  /** Keys of the queries that are read again after the act, also after a failure. */
  renews?: readonly (readonly unknown[])[];
  /** Message after the act. */
  done?: string | ((answer: A) => string);
  /** Returns 'open' if it shows the answer in the place of the dialog. */
  onDone?: (answer: A, values: AskedValues<F>) => unknown;
  onClose: () => void;
  children?: ReactNode;
}

/**
 * A dialog that asks for declared fields, or only for a confirmation, and then makes one call. It shows errors at
 * their fields, and keeps the input after a failure.
 */
export function AskDialog<const F extends Fields, A>(props: Props<F, A>) {
  const { title, verb, danger = false, width, row = null, canAct = true, renews = [], onClose } = props;
  const client = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const [of] = useState(() => resourceOf(props.fields ?? {}));
  const look = { alone: Object.keys(of.fields), ...props.look };
  const { isUploading, tell } = useUploading();
  const renew = () => Promise.all(renews.map((queryKey) => client.invalidateQueries({ queryKey })));
  const act = useMutation({
    mutationFn: props.act,
    onSuccess: async (answer, values) => {
      await renew();
      const { done } = props;
      if (done !== undefined) void message.success(typeof done === 'function' ? done(answer) : done);
      if ((await props.onDone?.(answer, values)) !== 'open') onClose();
    },
    onError: (error) => {
      void renew();
      const faults =
        error instanceof ApiError ? error.errors.filter(({ field }) => Object.hasOwn(of.fields, field)) : [];
      form.setFields(faults.map(({ field, msg }) => ({ name: field, errors: [msg] })));
    },
  });
  // The fields were checked before, so their values have the declared types.
  const send = () => act.mutate(shownValues(of, look, clearedOf(form.getFieldsValue(true))) as AskedValues<F>);
  return (
    <TabModal
      open
      title={title}
      okText={verb}
      cancelText="取消"
      {...(width === undefined ? {} : { width })}
      okButtonProps={{ danger, loading: act.isPending, disabled: !canAct || isUploading }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="ask"
        layout="vertical"
        className="kit-form"
        initialValues={{ ...defaultsOf(of), ...props.begin }}
        scrollToFirstError={{ block: 'center', focus: true }}
        // The Enter key submits too, also while the button is disabled.
        onFinish={() => canAct && !isUploading && send()}
      >
        {act.error && <Alert type="error" showIcon title={act.error.message} />}
        {props.children}
        <Uploading value={tell}>
          <FormFields of={of} form={form} look={look} row={row} several />
        </Uploading>
        {isUploading && <p role="status">文件正在上传，请稍候</p>}
      </Form>
    </TabModal>
  );
}

// A cleared text field has ''.
const clearedOf = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === '' ? null : value]));

/** A field for a password or another secret. */
export const secretControl =
  (autoComplete: 'current-password' | 'new-password'): Control =>
  ({ name: _name, spec, row: _row, value, onChange, ...rest }) => (
    <Input.Password
      {...rest}
      autoComplete={autoComplete}
      maxLength={spec.max}
      placeholder={spec.example}
      value={textOf(value)}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
/** A field for the code of the second factor. */
export const CodeControl: Control = ({ name: _name, spec, row: _row, value, onChange, ...rest }) => (
  <Input
    {...rest}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={spec.max}
    value={textOf(value)}
    onChange={({ target }) => onChange?.(target.value)}
  />
);
