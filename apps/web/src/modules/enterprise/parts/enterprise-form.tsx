import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseSections, type EnterpriseSection } from '@anlan/contract/modules/enterprise/fields';
import { Alert, Button, Radio, type FormInstance } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { DraftNote } from '#ui/form/draft-note.tsx';
import { formFields, type FormValues } from '../rules.ts';
import { Conflict } from './conflict.tsx';
import { FormFields, useSections } from './form-fields.tsx';
import { RegisterPanel } from './register-panel.tsx';
import { RegionMove } from './region-move.ts';
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
  /** Opens the transfer to another region, where this person may. */
  onMove: (() => void) | undefined;
  drafted: boolean;
  onClear: () => void;
  /** Whether a new enterprise counts at once; only where this person may decide it. */
  entry: { value: 'draft' | 'active'; onChange: (value: 'draft' | 'active') => void } | undefined;
}

/** What is said of the form as a whole: whoever saves stands at its end, and is brought to its head. */
function AtHead({ stays = false, children }: { stays?: boolean; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const [moves] = useState(!stays);
  useEffect(() => {
    if (!moves) return;
    part.current?.scrollIntoView({ block: 'start' });
    part.current?.focus({ preventScroll: true });
  }, [moves]);
  return (
    <div ref={part} className="form-said" tabIndex={-1}>
      {children}
    </div>
  );
}

/** The file of an enterprise to fill in: sections with anchors, and what is said of it as a whole. */
export function EnterpriseForm({ form, row, initial, save, entry, ...props }: Props) {
  const anchor = useId();
  const body = useRef<HTMLDivElement>(null);
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
      <div className="form-body" ref={body} tabIndex={-1}>
        {props.drafted && <DraftNote missing="电话" onClear={props.onClear} />}
        {save.problem && (
          // Where a field is at fault, the person stands there already.
          <AtHead key={save.problem} stays={save.wrong.length > 0}>
            <Alert type="error" showIcon title={save.problem} />
          </AtHead>
        )}
        {save.clash && (
          <AtHead>
            <Conflict
              found={save.clash.found}
              others={save.clash.others}
              kept={save.clash.kept}
              mayKeep={save.clash.current.abilities.includes('update')}
              onKeepMine={save.keepMine}
              onTakeTheirs={() => {
                save.takeTheirs();
                props.onTaken();
                // The button goes with what it belongs to; the keyboard stays in the form.
                body.current?.focus({ preventScroll: true });
              }}
            />
          </AtHead>
        )}
        <RegisterPanel form={form} onTyped={props.onTyped} />
        <RegionMove value={props.onMove}>
          <FormFields
            form={form}
            row={row}
            initial={initial}
            anchor={anchor}
            whole={props.whole}
            onTyped={props.onTyped}
            onChecked={save.tellWrong}
          />
        </RegionMove>
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
