import { Form, type FormInstance } from 'antd';
import { Fragment, memo, useId } from 'react';
import { Anchors } from '#ui/anchors.tsx';
import { useGrowing } from '#ui/use-growing.ts';
import { FieldControl, type Control } from './controls.tsx';
import { applies, fieldProblem, isMasked, isRequired, rowsOf, type FormRow } from './field-rules.ts';
import { Whose } from './modules.ts';
import { ownerOf, specOf, textOf, type AnyResource, type AnyRow, type Values } from './resource.ts';

/** How a form differs from what the declaration says. */
export interface FormLook<K extends string = string> {
  /** A string is a whole row, `[a, b]` half and half, `[a]` leaves a gap; unnamed fields follow. */
  rows?: readonly FormRow<K>[];
  /** Fields that the form leaves out: a dialog of their own sets them. */
  without?: readonly K[];
  /** Controls of the page's own. */
  controls?: { readonly [P in K]?: Control };
}

interface Props {
  of: AnyResource;
  form: FormInstance<Values>;
  look: FormLook;
  row: AnyRow | null;
  /** Whether there are several enterprises to choose from. */
  several: boolean;
}

/** Whether the form has a field: what is typed once only for a new row, the enterprise where one chooses. */
const isThere = (of: AnyResource, key: string, { without = [] }: FormLook, row: AnyRow | null, several: boolean) => {
  const { immutable, own } = specOf(of, key);
  return !without.includes(key) && (row === null || !immutable) && (!own || several);
};

/** The values of a form without the fields that do not stand there. */
export const shownValues = (of: AnyResource, { without = [] }: FormLook, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !without.includes(key) && applies(of, key, values)));

/** What is wrong with each field that stands in the form, in their order. */
export function problemsOf(of: AnyResource, look: FormLook, values: Values, row: AnyRow | null, several: boolean) {
  return new Map(
    rowsOf(of, look.rows ?? [])
      .flat()
      .filter((key) => isThere(of, key, look, row, several) && applies(of, key, values))
      .flatMap((key) => {
        const problem = fieldProblem(of, key, values[key]);
        return problem === null ? [] : [[key, problem] as const];
      }),
  );
}

/** How many of its fields a form shows at once, and how many more each time that the page has time for them. */
const together = 6;

/** The fields of a form, in their rows. */
export function FormFields({ of, form, look, row, several }: Props) {
  const shown = rowsOf(of, look.rows ?? []).flatMap((one): [string, string][] => {
    const keys = typeof one === 'string' ? [one] : one;
    const place = typeof one === 'string' ? 'kit-form-all' : '';
    return keys
      .filter((key) => isThere(of, key, look, row, several))
      .map((key, at) => [key, place === '' && at === 0 ? 'kit-form-left' : place]);
  });
  const anchor = useId();
  const sections = shown.flatMap(([name]) => {
    const { section } = specOf(of, name);
    return section ? [{ id: anchor + name, label: section }] : [];
  });
  const parts = useGrowing(Math.ceil(shown.length / together), 1);
  const owner = ownerOf(of) ?? 'enterpriseId';
  const chosen: unknown = Form.useWatch(owner, { form, preserve: true });
  return (
    <Whose value={textOf(chosen) || textOf(row?.[owner]) || null}>
      <Anchors parts={sections} />
      <div className="kit-form-grid">
        {shown.slice(0, parts * together).map(([name, place]) => {
          const { section } = specOf(of, name);
          const Item = specOf(of, name).encrypted ? EncryptedField : FormField;
          const field = <Item {...{ of, form, name, row, place, look }} />;
          return (
            <Fragment key={name}>
              {section && (
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
    </Whose>
  );
}

// Watches the answer alone: watching all values would draw every field at every key.
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

// Drawn once: the fields that come after it, and what happens around the form, draw it no second time.
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
