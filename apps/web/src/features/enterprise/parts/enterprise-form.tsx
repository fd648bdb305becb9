import type { Enterprise } from '@anlan/contract/domain/enterprise';
import { enterpriseSections, type EnterpriseSection } from '@anlan/contract/domain/enterprise-fields';
import { Alert, Button, Form, Radio, type FormInstance } from 'antd';
import { useId } from 'react';
import { useHolds } from '#lib/person.ts';
import { useGrowing } from '#ui/use-growing.ts';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { formFields, sectionApplies, type FormValues } from '../rules.ts';
import { Conflict } from './conflict.tsx';
import { FormSection } from './form-section.tsx';
import type { Save } from './use-save.ts';
import './enterprise-form.css';

const sections = Object.keys(enterpriseSections).filter(isSection);
function isSection(section: string): section is EnterpriseSection {
  return Object.hasOwn(enterpriseSections, section);
}

interface Props {
  form: FormInstance<FormValues>;
  row: Enterprise | null;
  initial: FormValues;
  save: Save;
  /** Fields that are wrong now. */
  wrong: readonly string[];
  onWrong: (names: string[]) => void;
  onTyped: () => void;
  /** The stored row replaced what was typed. */
  onTaken: () => void;
  /** Whether all sections are there at once, for one who comes to a certain field. */
  whole: boolean;
  drafted: boolean;
  onClear: () => void;
  /** Whether a new enterprise counts at once; only where this person may decide it. */
  entry: { value: 'draft' | 'active'; onChange: (value: 'draft' | 'active') => void } | undefined;
}

/** The file of an enterprise to fill in: sections with anchors, checked by the contract's own schema. */
export function EnterpriseForm({ form, row, save, wrong, entry, ...props }: Props) {
  const without = useWithout();
  const kind: unknown = Form.useWatch('supervisionKind', form);
  const anchor = useId();
  const shown = sections.filter(
    (section) =>
      sectionApplies(section, { supervisionKind: kind }) && formFields(section).some(({ name }) => !without.has(name)),
  );
  const standing = useGrowing(shown.length, 2, props.whole || props.drafted);
  const isWrong = (section: EnterpriseSection) => formFields(section).some(({ name }) => wrong.includes(name));
  return (
    <Form<FormValues>
      form={form}
      className="enterprise-form"
      layout="vertical"
      initialValues={props.initial}
      scrollToFirstError={{ block: 'center', focus: true }}
      onValuesChange={(values: FormValues) => {
        const again = Object.keys(values).filter((name) => form.getFieldError(name).length > 0);
        if (again.length > 0) void form.validateFields(again).catch(() => undefined);
        props.onTyped();
      }}
      onFieldsChange={(_changed, all) =>
        props.onWrong(
          all.filter(({ errors }) => errors && errors.length > 0).map(({ name }) => String([name].flat()[0])),
        )
      }
      onFinish={save.submit}
    >
      <nav className="form-anchors" aria-label="分组">
        {shown.map((section) => (
          <Button
            key={section}
            type="text"
            size="small"
            danger={isWrong(section)}
            onClick={() => document.getElementById(anchor + section)?.scrollIntoView({ block: 'start' })}
          >
            {enterpriseSections[section]}
          </Button>
        ))}
      </nav>
      <div className="form-body">
        {props.drafted && <DraftNote missing="电话" onClear={props.onClear} />}
        {save.problem && <Alert type="error" showIcon title={save.problem} />}
        {save.clash && (
          <Conflict
            found={save.clash.found}
            others={save.clash.others}
            mayKeep={save.clash.current.abilities.includes('update')}
            onKeepMine={save.keepMine}
            onTakeTheirs={() => {
              save.takeTheirs();
              props.onTaken();
            }}
          />
        )}
        {shown.slice(0, standing).map((section) => (
          <FormSection
            key={section}
            section={section}
            id={anchor + section}
            row={{ id: row?.id, creditCode: row?.creditCode, officerName: row?.officerName }}
            without={without}
          />
        ))}
        {entry && (
          <section className="form-section">
            <h2 id={`${anchor}entry`}>保存为</h2>
            <Radio.Group
              aria-labelledby={`${anchor}entry`}
              value={entry.value}
              onChange={({ target }) => entry.onChange(target.value === 'active' ? 'active' : 'draft')}
              options={[
                { value: 'draft', label: '草稿，核对后再启用' },
                { value: 'active', label: '正常，立即启用' },
              ]}
            />
          </section>
        )}
      </div>
    </Form>
  );
}

// Choosing an officer or an organisation needs the list of them; who supervises is the authority's to say.
function useWithout(): ReadonlySet<string> {
  const organs = useHolds('sys:organ:index');
  const enterprises = useHolds('bus:enterprise:add');
  return new Set([
    ...(organs ? [] : ['officerId', 'authorityId']),
    ...(enterprises ? [] : ['parentId', 'supervisionKind', 'labels']),
  ]);
}
