import { Form, type FormInstance } from 'antd';
import { Fragment, memo, useId, type ReactNode } from 'react';
import { Anchors } from '#ui/anchors.tsx';
import { useIncrementalRender } from '#ui/use-incremental-render.ts';
import { FieldControl, type Control } from './controls.tsx';
import { applies, fieldProblem, isMasked, isRequired, rowsOf, type FormRow } from './field-rules.ts';
import { OwnerContext } from './modules.ts';
import { ownerOf, specOf, textOf, type AnyResource, type AnyRow, type Values } from './resource.ts';

export interface FormLook<K extends string = string> {
  /**
   * The lines of the form. A string is a full-width field, `[a, b]` two half-width fields, `[a]` one with a gap. Fields
   * not listed follow.
   */
  rows?: readonly FormRow<K>[];
  /** Fields without a place in `rows` that have a line of their own. */
  alone?: readonly K[];
  without?: readonly K[];
  controls?: { readonly [P in K]?: Control };
  /** Texts of values in a save conflict, for fields whose values are only ids or codes. */
  texts?: { readonly [P in K]?: (props: { value: unknown; row: AnyRow }) => ReactNode };
}

interface Props {
  of: AnyResource;
  form: FormInstance<Values>;
  look: FormLook;
  row: AnyRow | null;
  several: boolean;
  /** Invalid fields. Their sections are marked. */
  wrong?: readonly string[];
  /** Whether to render all fields at once, because one of them gets the focus. */
  whole?: boolean;
}

const isThere = (of: AnyResource, key: string, { without = [] }: FormLook, row: AnyRow | null, several: boolean) => {
  const { immutable, own } = specOf(of, key);
  return !without.includes(key) && (row === null || !immutable) && (!own || several);
};

export const shownValues = (of: AnyResource, { without = [] }: FormLook, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !without.includes(key) && applies(of, key, values)));

export function problemsOf(of: AnyResource, look: FormLook, values: Values, row: AnyRow | null, several: boolean) {
  return new Map(
    rowsOf(of, look.rows ?? [], look.alone)
      .flat()
      .filter((key) => isThere(of, key, look, row, several) && applies(of, key, values))
      .flatMap((key) => {
        const problem = fieldProblem(of, key, values[key]);
        return problem === null ? [] : [[key, problem] as const];
      }),
  );
}

/**
 * Shows problems at their fields and focuses the first. Returns whether there are none. Renders only the fields whose
 * error changed; the validation of antd would render each field three times.
 */
export function showProblems(form: FormInstance<Values>, problems: ReadonlyMap<string, string>): boolean {
  const cleared = form.getFieldsError().flatMap(({ name, errors }) => {
    const key = name.join('.');
    return errors.length > 0 && !problems.has(key) ? [{ name: key, errors: [] }] : [];
  });
  const faults = [...problems].map(([name, problem]) => ({ name, errors: [problem] }));
  form.setFields([...cleared, ...faults]);
  const [first] = faults;
  if (first) form.scrollToField(first.name, { block: 'center', focus: true });
  return first === undefined;
}

/** The number of fields that render at once. The others render when the browser is idle. */
const together = 6;

export function FormFields({ of, form, look, row, several, wrong = [], whole = false }: Props) {
  const shown = rowsOf(of, look.rows ?? [], look.alone).flatMap((one): [string, string][] => {
    const keys = typeof one === 'string' ? [one] : one;
    const place = typeof one === 'string' ? 'kit-form-all' : '';
    return keys
      .filter((key) => isThere(of, key, look, row, several))
      .map((key, at) => [key, place === '' && at === 0 ? 'kit-form-left' : place]);
  });
  const anchor = useId();
  const unmet = useUnmetSections(of, form, shown);
  const sections: { id: string; label: string; wrong: number }[] = [];
  for (const [name] of shown) {
    const { section } = specOf(of, name);
    if (section && !unmet.includes(name)) sections.push({ id: anchor + name, label: section, wrong: 0 });
    const last = sections.at(-1);
    if (last && wrong.includes(name)) last.wrong += 1;
  }
  const parts = useIncrementalRender(Math.ceil(shown.length / together), 1, whole);
  const owner = ownerOf(of) ?? 'enterpriseId';
  const ownerId: unknown = Form.useWatch(owner, { form, preserve: true });
  return (
    <OwnerContext value={textOf(ownerId) || textOf(row?.[owner]) || null}>
      <Anchors parts={sections} />
      <div className="kit-form-grid">
        {shown.slice(0, parts * together).map(([name, place]) => {
          const { section } = specOf(of, name);
          const Item = specOf(of, name).encrypted ? EncryptedField : FormField;
          const field = <Item {...{ of, form, name, row, place, look }} />;
          return (
            <Fragment key={name}>
              {section && !unmet.includes(name) && (
                <h2 id={anchor + name} tabIndex={-1} className="kit-form-section">
                  {section}
                </h2>
              )}
              {specOf(of, name).when ? (
                <When of={of} form={form} name={name}>
                  {field}
                </When>
              ) : (
                field
              )}
            </Fragment>
          );
        })}
      </div>
    </OwnerContext>
  );
}

// Names of the fields that begin a section and do not apply: their headings and anchors are left out.
function useUnmetSections(of: AnyResource, form: FormInstance, shown: readonly (readonly [string, string])[]) {
  const conditional = shown.flatMap(([name]) => (specOf(of, name).section && specOf(of, name).when ? [name] : []));
  const unmet: unknown = Form.useWatch(
    (values: Values) => conditional.filter((name) => !applies(of, name, values)).join(),
    { form, preserve: true },
  );
  return typeof unmet === 'string' ? unmet.split(',') : conditional;
}

// Renders a field only when its condition is met. Watches only the field of that condition: watching all values would
// render every field at each key press.
function When({
  of,
  form,
  name,
  children,
}: {
  of: AnyResource;
  form: FormInstance;
  name: string;
  children: React.ReactNode;
}) {
  const isShown: unknown = Form.useWatch((values: Values) => applies(of, name, values), { form, preserve: true });
  return isShown === true ? children : null;
}

interface FieldProps {
  of: AnyResource;
  form: FormInstance<Values>;
  name: string;
  row: AnyRow | null;
  place: string;
  look: FormLook;
  hint?: string;
}

// Memoized: when more fields appear or the page around the form changes, a rendered field does not render again.
const FormField = memo(function FormField({ of, name, row, place, look, hint }: FieldProps) {
  const spec = specOf(of, name);
  const Filled = look.controls?.[name] ?? FieldControl;
  const rules = [
    {
      validator: async (_rule: unknown, value: unknown) => {
        const problem = fieldProblem(of, name, value);
        if (problem) throw new Error(problem);
      },
    },
  ];
  return (
    <Form.Item
      name={name}
      label={spec.label}
      className={place}
      required={isRequired(spec)}
      rules={rules}
      validateTrigger="onBlur"
      extra={hint ?? spec.help}
    >
      <Filled name={name} spec={spec} row={row} />
    </Form.Item>
  );
});

function EncryptedField(props: FieldProps) {
  const value: unknown = Form.useWatch(props.name, props.form);
  return <FormField {...props} {...(isMasked(value) ? { hint: '中间四位已隐藏，不修改则保持原号码' } : {})} />;
}
