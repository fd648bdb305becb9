import { enterpriseSections, type EnterpriseSection } from '@anlan/contract/domain/enterprise-fields';
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

interface Props {
  section: EnterpriseSection;
  id: string;
  row: ControlContext;
  /** Fields that this person may not choose from. */
  without: ReadonlySet<string>;
}

/** The fields of one section of the form; drawn once, each field then follows its own value. */
export const FormSection = memo(function FormSection({ section, id, row, without }: Props) {
  return (
    // A group, not a landmark: the file behind the drawer has sections of the same names.
    <div role="group" className="form-section" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{enterpriseSections[section]}</h2>
      <div className="form-grid">
        {formFields(section)
          .filter(({ name }) => !without.has(name))
          .toSorted((one, other) => Number(late.has(one.type)) - Number(late.has(other.type)))
          .map((field) => {
            const all = wide.has(field.name) || wideTypes.has(field.type) || field.list === true;
            if (field.type === 'json')
              return (
                <fieldset key={field.name} className="form-all form-lines">
                  <legend>{field.label}</legend>
                  <ChemicalsInput />
                </fieldset>
              );
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
          })}
      </div>
    </div>
  );
});
