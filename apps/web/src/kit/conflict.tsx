import type { FieldSpec } from '@anlan/contract/kit/field';
import { nameKey } from '@anlan/contract/kit/resource';
import { Alert, Button, Radio, type FormInstance } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Save } from '#ui/form/use-saving.ts';
import { IndustryName } from '#widgets/industry-name.tsx';
import { RegionName } from '#widgets/region-select.tsx';
import { none, valueText } from './cells.tsx';
import { changesOf, compare, formOf, type FieldError } from './field-rules.ts';
import { textOf, type AnyResource, type AnyRow, type Values } from './resource.ts';

interface Props {
  of: AnyResource;
  form: FormInstance<Values>;
  save: Save<AnyRow> & { base: Values | null };
  /** What the form would send. */
  typed: () => Values;
  /** What stood in each field when it was begun on; without those of which nobody knows. */
  opened: Values;
  /** What must still be allowed, and what it is called. */
  ability?: readonly [name: string, label: string];
}

const change = ['update', '修改'] as const;

/** Somebody else saved in between: what both changed is chosen field by field, the rest of both sides stays. */
export function Conflict({ of, form, save, typed, opened, ability = change }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const top = useRef<HTMLDivElement>(null);
  // Whoever saved at the end of a long form would not see it.
  useEffect(() => {
    // The newest browsers answer with a promise, which is no clean-up.
    void top.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { newer, base } = save;
  if (newer === null) return null;
  const mine = changesOf(of, base ?? {}, typed());
  const { both, others, kept } = compare(of, mine, opened, formOf(of, newer));
  const mayKeep = newer.abilities.includes(ability[0]);
  const choose = (key: string, isTheirs: boolean) =>
    setTheirs(new Set([...theirs].filter((one) => one !== key).concat(isTheirs ? key : [])));
  const side = ({ key, spec }: FieldError, value: unknown, isTheirs: boolean) => {
    const text = <ValueText name={key} spec={spec} value={value} row={newer} />;
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
    const given = [...theirs].filter((key) => Object.hasOwn(mine, key));
    if (given.length > 0 && given.length === Object.keys(mine).length) return save.takeTheirs();
    // What equals the base is not sent, and so stays as the others have it.
    form.setFieldsValue(Object.fromEntries(given.map((key) => [key, base?.[key]])));
    return save.keepMine();
  };
  return (
    <div ref={top} className="kit-conflict">
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
                  heads={['我的修改', '最新内容']}
                  rows={both.map((one) => ({
                    ...one,
                    cells: [side(one, one.mine, false), side(one, one.theirs, true)],
                  }))}
                />
              </>
            )}
            {others.length > 0 && (
              <>
                <p>{mayKeep ? '他人的修改，会保留：' : '他人的修改：'}</p>
                <Sides
                  heads={['您打开时', '最新内容']}
                  rows={others.map(({ key, spec, before, now }) => ({
                    key,
                    spec,
                    cells: [
                      <ValueText key="before" name={key} spec={spec} value={before} row={newer} />,
                      <ValueText key="now" name={key} spec={spec} value={now} row={newer} />,
                    ],
                  }))}
                />
              </>
            )}
            {mayKeep && kept.length > 0 && (
              <p>只有您改过的内容会一并保存：{kept.map(({ spec }) => spec.label).join('、')}。</p>
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

interface SidesProps {
  heads: readonly [string, string];
  rows: readonly (FieldError & { cells: readonly [ReactNode, ReactNode] })[];
}

/** Fields with two values each. */
const Sides = ({ heads, rows }: SidesProps) => (
  <table>
    <thead>
      <tr>
        {['字段', ...heads].map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, spec, cells: [one, other] }) => (
        <tr key={key}>
          <th scope="row">{spec.label}</th>
          <td>{one}</td>
          <td>{other}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A value without a row of its own: the name of a reference is known of the newest row alone. */
function ValueText({ name, spec, value, row }: { name: string; spec: FieldSpec; value: unknown; row: AnyRow }) {
  const text = textOf(value);
  if (spec.kind === 'region' && text) return <RegionName code={text} />;
  if (spec.kind === 'industry' && text) return <IndustryName code={text} />;
  if ((spec.kind === 'ref' || spec.kind === 'person') && text)
    return <>{(text === row[name] && textOf(row[nameKey(name)])) || '另一项'}</>;
  return <>{valueText(spec, value, true) ?? none}</>;
}
