import type { Enterprise } from '@anlan/contract/domain/enterprise';
import { enterpriseSections, type EnterpriseSection } from '@anlan/contract/domain/enterprise-fields';
import { Alert, Button, Radio, type FormInstance } from 'antd';
import { useId } from 'react';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { formFields, type FormValues } from '../rules.ts';
import { Conflict } from './conflict.tsx';
import { FormFields, useSections } from './form-fields.tsx';
import type { Save } from './use-save.ts';
import './enterprise-form.css';

interface Props {
  form: FormInstance<FormValues>;
  row: Enterprise | null;
  initial: FormValues;
  save: Save;
  onTyped: () => void;
  /** The stored row replaced what was typed. */
  onTaken: () => void;
  /** Whether all sections are there at once. */
  whole: boolean;
  drafted: boolean;
  onClear: () => void;
  /** Whether a new enterprise counts at once; only where this person may decide it. */
  entry: { value: 'draft' | 'active'; onChange: (value: 'draft' | 'active') => void } | undefined;
}

// Whoever saves stands at the end of a long form, and what speaks of it at its head.
const intoSight = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'nearest' });

/** The file of an enterprise to fill in: sections with anchors, and what is said of it as a whole. */
export function EnterpriseForm({ form, row, initial, save, entry, ...props }: Props) {
  const anchor = useId();
  const shown = useSections(form);
  const isWrong = (section: EnterpriseSection) => formFields(section).some(({ name }) => save.wrong.includes(name));
  return (
    <div className="enterprise-form">
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
        {save.problem && (
          <div ref={intoSight} key={save.problem}>
            <Alert type="error" showIcon title={save.problem} />
          </div>
        )}
        {save.clash && (
          <div ref={intoSight}>
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
          </div>
        )}
        <FormFields
          form={form}
          row={row}
          initial={initial}
          anchor={anchor}
          whole={props.whole}
          onTyped={props.onTyped}
          onChecked={save.tellWrong}
        />
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
    </div>
  );
}
