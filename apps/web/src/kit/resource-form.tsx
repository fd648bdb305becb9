import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FormDrawer, useGuard } from '#ui/form/form-drawer.tsx';
import { SaveProblem } from '#ui/form/save-problem.tsx';
import { useDraft } from '#ui/form/use-draft.ts';
import { useSaving } from '#ui/form/use-saving.ts';
import { later } from '#ui/later.tsx';
import { Bones, LoadFailed } from '#ui/states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { Uploading, useUploading } from '#widgets/uploading.ts';
import { changesOf, defaultsOf, draftShape, filledOf, formOf, undraftedOf } from './field-rules.ts';
import { FormFields, problemsOf, shownValues, type FormLook } from './form-fields.tsx';
import { fieldsOf, type AnyRow, type Bound, type Values } from './resource.ts';
import './form.css';

// Two people seldom change one row at the same time.
const Conflict = later(async () => (await import('./conflict.tsx')).Conflict);

/** What a form is open for: a row to change, or a new one and what it begins with. */
export interface FormTarget {
  row: AnyRow | null;
  preset?: Values;
}

interface Props {
  bound: Bound;
  target: FormTarget;
  look?: FormLook | undefined;
  /** Whether there are several enterprises to choose from. */
  several: boolean;
  onSaved: (isNew: boolean) => void;
  onClose: () => void;
}

const size = 560;
const titleOf = ({ of }: Bound, row: AnyRow | null) => `${row ? '编辑' : '新增'}${of.label}`;

/** The drawer to enter or change a row. */
export function ResourceForm(props: Props) {
  const { bound, target } = props;
  // A list leaves heavy fields empty: the row is read whole first.
  const reads = target.row !== null && fieldsOf(bound.of).some(([, { whole }]) => whole);
  return reads ? <WholeForm {...props} id={target.row?.id ?? ''} /> : <OpenForm {...props} />;
}

function WholeForm({ id, ...props }: Props & { id: string }) {
  const { bound, onClose } = props;
  const { data, error, refetch } = useQuery({ ...bound.one(id), gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
  if (data) return <OpenForm {...props} target={{ row: data }} />;
  return (
    <TabDrawer open size={size} title={titleOf(bound, props.target.row)} onClose={onClose}>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Bones height={320} />}
    </TabDrawer>
  );
}

const asDeclared: FormLook = {};

function OpenForm({ bound, target: { row, preset = {} }, look = asDeclared, several, onSaved, onClose }: Props) {
  const { of, key } = bound;
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [begun] = useState<Values>(() => (row ? formOf(of, row) : { ...defaultsOf(of), ...preset }));
  const [shape] = useState(() => draftShape(of));
  const draft = useDraft({
    form,
    name: `${of.name}-${row?.id ?? 'new'}`,
    shape,
    base: begun,
    version: row?.version ?? 0,
  });
  const { isUploading, tell } = useUploading();
  const guard = useGuard({ draft });
  const save = useSaving<Values, AnyRow, unknown>({
    form,
    row,
    begun: draft.version,
    onTaken: guard.onTaken,
    formOf: (one) => formOf(of, one),
    write: (values, base, version) =>
      row
        ? bound.update({ id: row.id, version }, changesOf(of, base, shownValues(of, look, values)), true)
        : bound.create(filledOf(of, shownValues(of, look, values))),
    ...(bound.has('get') ? { read: bound.read } : {}),
    gone: `这${of.counter}${of.label}已被删除，无法保存`,
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: key });
      guard.clean();
      onSaved(row === null);
    },
  });
  // Only what is wrong, or no longer is, is drawn anew: the kit's own check of a form draws each field three times.
  const submit = () => {
    const problems = problemsOf(of, look, form.getFieldsValue(true), row, several);
    const cleared = form.getFieldsError().flatMap(({ name, errors }) => {
      const key = name.join('.');
      return errors.length > 0 && !problems.has(key) ? [{ name: key, errors: [] }] : [];
    });
    const wrong = [...problems].map(([name, problem]) => ({ name, errors: [problem] }));
    form.setFields([...cleared, ...wrong]);
    const [first] = wrong;
    if (first) form.scrollToField(first.name, { block: 'center', focus: true });
    else save.submit();
  };
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (save.problem) top.current?.scrollIntoView({ block: 'nearest' });
  }, [save.problem]);
  // Of a draft that began on an older row only its own fields tell what stood there.
  const isOlder = row !== null && draft.version !== row.version && draft.isRestored && draft.before === undefined;
  return (
    <FormDrawer
      title={titleOf(bound, row)}
      size={size}
      isSaving={save.isPending}
      canSave={!isUploading}
      status={isUploading ? '文件正在上传，请稍候' : ''}
      guard={guard}
      undrafted={undraftedOf(of)}
      onSave={submit}
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
        onFinish={submit}
      >
        {save.newer ? (
          <Suspense fallback={<Bones height={120} />}>
            <Conflict
              of={of}
              form={form}
              save={save}
              typed={() => shownValues(of, look, form.getFieldsValue(true))}
              opened={isOlder ? {} : { ...save.base, ...draft.before }}
            />
          </Suspense>
        ) : (
          <div ref={top} className="kit-problem">
            <SaveProblem save={save} />
          </div>
        )}
        <Uploading value={tell}>
          <FormFields of={of} form={form} look={look} row={row} several={several} />
        </Uploading>
      </Form>
    </FormDrawer>
  );
}
