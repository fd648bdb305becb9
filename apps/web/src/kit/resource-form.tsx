import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, type FormInstance } from 'antd';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { useStableCallback } from '#ui/use-stable-callback.ts';
import { Uploading, useUploading } from '#widgets/upload-state.ts';
import { changesOf, defaultsOf, draftShape, filledOf, formOf, hiddenChanges, undraftedOf } from './field-rules.ts';
import { FormFields, problemsOf, shownValues, showProblems, type FormLook } from './form-fields.tsx';
import { fieldsOf, textOf, typedFields, type AnyResource, type AnyRow, type Bound, type Values } from './resource.ts';
import './form.css';

// Save conflicts are rare, so this component loads only when a conflict occurs.
const Conflict = lazyPart(async () => (await import('./conflict.tsx')).Conflict);

export interface FormTarget<T = AnyRow> {
  row: T | null;
  preset?: Values;
  /** The field that gets the focus when the form opens. */
  focus?: string | undefined;
}

interface Props {
  bound: Bound;
  target: FormTarget;
  look?: FormLook | undefined;
  several: boolean;
  /** The label of the button that saves a new row. */
  saveLabel?: string | undefined;
  /** Draws a part above the fields. It calls `onTyped` after it has set values. */
  above?: ((form: FormInstance<Values>, onTyped: (change: Values) => void) => ReactNode) | undefined;
  /** The row after this person changed it by another call while the form was open. */
  changedRow?: AnyRow | null;
  /** `answer`: what the call that saved the row returned. */
  onSaved: (isNew: boolean, answer: Pick<AnyRow, 'id'>) => void;
  onClose: () => void;
}

const size = 560;
const omitted = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
const titleOf = ({ of }: Bound, row: AnyRow | null) => `${row ? '编辑' : '新增'}${of.label}`;

export function ResourceForm(props: Props) {
  const { bound, target } = props;
  // A list leaves out large fields. When the resource has any, the form reads the whole row first.
  const reads = target.row !== null && fieldsOf(bound.of).some(([, { whole }]) => whole);
  return reads ? <WholeForm {...props} id={target.row?.id ?? ''} /> : <OpenForm {...props} />;
}

function WholeForm({ id, ...props }: Props & { id: string }) {
  const { bound, onClose } = props;
  const { data, error, refetch } = useQuery({ ...bound.one(id), gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  if (data) return <OpenForm {...props} target={{ row: data }} />;
  return (
    <TabDrawer open size={size} title={titleOf(bound, props.target.row)} onClose={onClose}>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />}
    </TabDrawer>
  );
}

const asDeclared: FormLook = {};

/** A copy has a draft of its own: its source is a preset value that only the input has. */
const draftName = (of: AnyResource, row: AnyRow | null, preset: Values): string => {
  const sources = typedFields(of).flatMap(([key, { inputOnly }]) =>
    inputOnly && preset[key] ? [textOf(preset[key])] : [],
  );
  return [of.name, row?.id ?? 'new', ...sources].join('-');
};

function OpenForm({ bound, target, look = asDeclared, several, ...props }: Props) {
  const { of, key } = bound;
  // The row as it was when editing began. A later read would change the version, and saving would miss a conflict.
  const [{ row, preset = {}, focus }] = useState(target);
  const { saveLabel, above, changedRow, onSaved, onClose } = props;
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [begun] = useState<Values>(() => (row ? formOf(of, row) : { ...defaultsOf(of), ...preset }));
  const [shape] = useState(() => draftShape(of));
  const draft = useDraft({
    form,
    name: draftName(of, row, preset),
    shape,
    base: begun,
    version: row?.version ?? 0,
  });
  const { isUploading, tell } = useUploading();
  const guard = useGuard({ draft });
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const mark = (names: readonly string[]) => setWrong((before) => (before.join() === names.join() ? before : names));
  /** Masked fields that another person may have changed although the mask is the same. */
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const read = async (id: string) => {
    const newer = await bound.read(id);
    const mine = changesOf(of, formOf(of, row ?? {}), form.getFieldsValue(true));
    const hidden = (history: Parameters<typeof hiddenChanges>[3]) =>
      hiddenChanges(mine, formOf(of, row ?? {}), formOf(of, newer), history, row?.['updatedAt']);
    const isUnsure = hidden(null).length > 0;
    setUnknown(
      isUnsure
        ? hidden(bound.has('history') ? await client.fetchQuery(bound.history(id)).catch(() => null) : null)
        : [],
    );
    return newer;
  };
  const save = useSaving<Values, AnyRow, Pick<AnyRow, 'id'>>({
    form,
    row,
    begun: draft.version,
    onTaken: guard.onTaken,
    formOf: (one) => formOf(of, one),
    write: (values, base, version) =>
      row
        ? bound.update({ id: row.id, version }, changesOf(of, base, shownValues(of, look, values)), true)
        : bound.create(filledOf(of, shownValues(of, look, values))),
    ...(bound.has('get') ? { read } : {}),
    gone: `这${of.counter}${of.label}已被删除，无法保存`,
    onSaved: async (answer) => {
      await client.invalidateQueries({ queryKey: key });
      guard.clean();
      onSaved(row === null, answer);
    },
  });
  const submit = () => {
    const problems = problemsOf(of, look, form.getFieldsValue(true), row, several);
    mark([...problems.keys()]);
    if (showProblems(form, problems)) save.submit();
  };
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus is on the first invalid field, if there is one.
    const isShown = form.getFieldsError().some(({ errors }) => errors.length > 0);
    if (save.problem && !isShown) top.current?.scrollIntoView({ block: 'nearest' });
  }, [form, save.problem]);
  const rebase = useStableCallback((changed: AnyRow) => {
    save.rebase(changed, changesOf(of, save.base ?? {}, form.getFieldsValue(true)));
  });
  useEffect(() => {
    if (changedRow) rebase(changedRow);
  }, [changedRow, rebase]);
  // The draft began with an older version of the row and knows the former values only of the fields it contains.
  const isOlder = row !== null && draft.version !== row.version && draft.isRestored && draft.before === undefined;
  return (
    <FormDrawer
      title={titleOf(bound, row)}
      size={size}
      isSaving={save.isPending}
      {...(row === null && saveLabel ? { verb: saveLabel } : {})}
      canSave={!isUploading}
      status={isUploading ? '文件正在上传，请稍候' : wrong.length > 0 ? `有 ${wrong.length} 处需要修改` : ''}
      guard={guard}
      undrafted={undraftedOf(of)}
      onSave={submit}
      onOpened={focus ? () => form.scrollToField(focus, { block: 'center', focus: true }) : undefined}
      onClose={onClose}
    >
      <Form<Values>
        form={form}
        className="kit-form"
        layout="vertical"
        initialValues={draft.initial}
        onValuesChange={(values: Values) => {
          const again = Object.keys(values).filter((name) => form.getFieldError(name).length > 0);
          if (again.length > 0) void form.validateFields(again).catch(() => undefined);
          guard.onTyped(values);
        }}
        onFieldsChange={(_changed, all) =>
          mark(all.flatMap(({ name, errors = [] }) => (errors.length > 0 ? [String([name].flat()[0])] : [])))
        }
        onFinish={submit}
      >
        {save.newer ? (
          <Suspense fallback={<Skeleton height={120} />}>
            <Conflict
              of={of}
              form={form}
              look={look}
              save={save}
              typed={() => shownValues(of, look, form.getFieldsValue(true))}
              opened={omitted(isOlder ? {} : { ...save.base, ...draft.before }, unknown)}
            />
          </Suspense>
        ) : (
          <div ref={top} className="kit-problem">
            <SaveProblem save={save} />
          </div>
        )}
        <Uploading value={tell}>
          {above?.(form, guard.onTyped)}
          <FormFields {...{ of, form, look, several, wrong }} row={changedRow ?? row} whole={focus !== undefined} />
        </Uploading>
      </Form>
    </FormDrawer>
  );
}
