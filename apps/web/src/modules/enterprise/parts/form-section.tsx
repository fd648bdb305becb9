import { enterpriseSections, type EnterpriseSection } from '@anlan/contract/modules/enterprise/fields';
import { Form } from 'antd';
import { memo } from 'react';
import { fieldProblem, formFields, type FormField } from '../rules.ts';
import { ChemicalsInput } from './chemicals-input.tsx';
import { FieldControl, type ControlContext } from './field-control.tsx';

const wide = new Set(['name', 'registeredAddress', 'businessAddress', 'industryCode']);
// Long texts and files stand last, so that the short fields fill their rows in pairs.
const late = new Set(['prose', 'file']);
const wideTypes = new Set(['prose', 'file', 'json']);

const rulesOf = (name: FormField) => [
  {
    validator: async (_rule: unknown, value: unknown) => {
      const problem = fieldProblem(name, value);
      if (problem) throw new Error(problem);
    },
  },
];

type Field = ReturnType<typeof formFields>[number];

/** How many fields are drawn together: the next ones come as the page has time for them. */
const together = 6;

/** The fields of a section as they stand in the form, in the parts that are drawn together. */
export function partsOf(section: EnterpriseSection, without: ReadonlySet<string>): readonly Field[][] {
  const fields = formFields(section)
    .filter(({ name }) => !without.has(name))
    .toSorted((one, other) => Number(late.has(one.type)) - Number(late.has(other.type)));
  return Array.from({ length: Math.ceil(fields.length / together) }, (_, at) =>
    fields.slice(at * together, (at + 1) * together),
  );
}

interface Props {
  section: EnterpriseSection;
  id: string;
  row: ControlContext;
  /** Those of its fields that stand so far. */
  parts: readonly Field[][];
}

/** One section of the form, as far as it stands. */
export function FormSection({ section, id, row, parts }: Props) {
  return (
    // A group, not a landmark: the file behind the drawer has sections of the same names.
    <div role="group" className="form-section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{enterpriseSections[section]}</h2>
      <div className="form-grid">
        {parts.map((fields) => (
          <Fields key={fields[0]?.name} fields={fields} row={row} />
        ))}
      </div>
    </div>
  );
}

// Drawn once; each field then follows its own value.
const Fields = memo(function Fields({ fields, row }: { fields: readonly Field[]; row: ControlContext }) {
  return fields.map((field) => {
    if (field.type === 'json')
      return (
        <fieldset key={field.name} className="form-all form-lines">
          <legend>{field.label}</legend>
          <ChemicalsInput />
        </fieldset>
      );
    const all = wide.has(field.name) || wideTypes.has(field.type) || field.list === true;
    return (
      <Form.Item
        key={field.name}
        name={field.name}
        className={all ? 'form-all' : ''}
        label={field.label}
        required={field.required === 'apply'}
        rules={rulesOf(field.name)}
        validateTrigger="onBlur"
      >
        <FieldControl field={field} row={row} />
      </Form.Item>
    );
  });
});
