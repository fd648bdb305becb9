import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import { Alert, Button, Radio, type FormInstance } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Save } from '#ui/form/use-saving.ts';
import { changesOf, compare, conditionsOf, formOf, type FieldError } from './field-rules.ts';
import type { FormLook } from './form-fields.tsx';
import { FieldText } from './field-text.tsx';
import { type AnyResource, type AnyRow, type Values } from './resource.ts';
import { Sides } from './sides.tsx';

interface Props {
  of: AnyResource;
  form: FormInstance<Values>;
  look?: Pick<FormLook, 'texts'>;
  save: Save<AnyRow> & { base: Values | null };
  typed: () => Values;
  /** The value of each field when editing began. A field with unknown former value is missing. */
  opened: Values;
  ability?: readonly [name: string, label: string];
}

const change = ['update', '修改'] as const;

/** Resolves a save conflict: the user selects a value for each field that both sides changed. */
export function Conflict({ of, form, look = {}, save, typed, opened, ability = change }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const top = useRef<HTMLDivElement>(null);
  // Scrolls to the conflict: at the end of a long form the user would not see it.
  useEffect(() => {
    // `void`: in the newest browsers the call returns a promise, and an effect must not return one.
    void top.current?.scrollIntoView({ block: 'nearest' });
    top.current?.focus({ preventScroll: true });
  }, []);
  const { newer, base } = save;
  if (newer === null) return null;
  const values = typed();
  const current = formOf(of, newer);
  const changes = changesOf(of, base ?? {}, values);
  const conditions = conditionsOf(of, changes, values, current);
  const mine = { ...changes, ...conditions };
  const { both, others, kept: mineOnly } = compare(of, mine, opened, current);
  const mayKeep = newer.abilities.includes(ability[0]);
  const choose = (key: string, isTheirs: boolean) =>
    setTheirs(new Set([...theirs].filter((one) => one !== key).concat(isTheirs ? key : [])));
  const textFor = ({ key, spec }: FieldError, value: unknown) => {
    const Text = look.texts?.[key];
    return Text && !isEmptyValue(value) ? (
      <Text value={value} row={newer} />
    ) : (
      <FieldText name={key} spec={spec} value={value} row={newer} />
    );
  };
  const side = ({ key, spec }: FieldError, value: unknown, isTheirs: boolean) => {
    const text = textFor({ key, spec }, value);
    if (!mayKeep) return text;
    return (
      <Radio
        name={`side-${key}`}
        checked={theirs.has(key) === isTheirs}
        onChange={() => choose(key, isTheirs)}
        aria-label={`${spec.label} ${isTheirs ? '用最新内容' : '用我的修改'}`}
      >
        {text}
      </Radio>
    );
  };
  const keepMine = () => {
    const theirKeys = [...theirs].filter((key) => Object.hasOwn(mine, key));
    if (theirKeys.length > 0 && theirKeys.length === Object.keys(mine).length) return save.takeTheirs();
    // A field that is equal to the base is not sent, so the value of the other user stays.
    form.setFieldsValue(Object.fromEntries(theirKeys.map((key) => [key, base?.[key]])));
    const sent = Object.keys(conditions).filter((key) => !theirs.has(key));
    return save.keepMine(Object.fromEntries(sent.map((key) => [key, current[key]])));
  };
  return (
    <div ref={top} className="kit-conflict" tabIndex={-1}>
      <Alert
        type="warning"
        showIcon
        title="内容已被他人修改，请核对后再保存"
        description={
          <>
            {both.length > 0 && (
              <>
                {mayKeep && <p>双方都改了以下内容，请选择保留哪一个：</p>}
                <Sides
                  heads={['字段', '我的修改', '最新内容']}
                  rows={both.map((one) => ({
                    key: one.key,
                    label: one.spec.label,
                    cells: [side(one, one.mine, false), side(one, one.theirs, true)],
                    ...(mayKeep ? { chosen: theirs.has(one.key) ? 1 : 0 } : {}),
                  }))}
                />
              </>
            )}
            {others.length > 0 && (
              <>
                <p>{mayKeep ? '他人的修改，会保留：' : '他人的修改：'}</p>
                <Sides
                  heads={['字段', '您打开时', '最新内容']}
                  rows={others.map(({ before, now, ...one }) => ({
                    key: one.key,
                    label: one.spec.label,
                    cells: [textFor(one, before), textFor(one, now)],
                  }))}
                />
              </>
            )}
            {mayKeep && mineOnly.length > 0 && (
              <p>只有您改过的内容会一并保存：{mineOnly.map(({ spec }) => spec.label).join('、')}。</p>
            )}
            {mayKeep && both.length === 0 && <p>您的修改与他人的没有冲突，可以直接保存。</p>}
            {!mayKeep && (
              <p>
                这{of.counter}
                {of.label}现在不能{ability[1]}，您的内容不能再保存，可以先抄录下来。
              </p>
            )}
            <span className="kit-conflict-choices">
              {mayKeep && (
                <Button type="primary" onClick={keepMine}>
                  {ability === change ? (theirs.size > 0 ? '按所选内容保存' : '仍保存我的') : `仍${ability[1]}`}
                </Button>
              )}
              <Button onClick={save.takeTheirs}>用最新的</Button>
            </span>
          </>
        }
      />
    </div>
  );
}
