import { Alert, Button, Radio } from 'antd';
import { useState } from 'react';
import type { Clash, OthersChange } from '../rules.ts';
import { FieldText } from './field-text.tsx';

interface Props {
  found: readonly Clash[];
  /** What else others changed meanwhile. */
  others: readonly OthersChange[];
  /** Whether the file may still be saved at all; a closed one may not. */
  mayKeep: boolean;
  /** Saves mine but for these fields. */
  onKeepMine: (theirs: ReadonlySet<string>) => void;
  onTakeTheirs: () => void;
}

/** Somebody else saved in between: both sides, and the choice, field by field. */
export function Conflict({ found, others, mayKeep, onKeepMine, onTakeTheirs }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (name: string, isTheirs: boolean) =>
    setTheirs((before) => new Set([...before].filter((one) => one !== name).concat(isTheirs ? name : [])));
  const side = ({ field, mine, theirs: other }: Clash, isTheirs: boolean) => {
    const text = <FieldText field={field} value={isTheirs ? other : mine} />;
    if (!mayKeep) return text;
    return (
      <Radio
        name={`side-${field.name}`}
        checked={theirs.has(field.name) === isTheirs}
        onChange={() => choose(field.name, isTheirs)}
        aria-label={`${field.label} ${isTheirs ? '用最新内容' : '用我的修改'}`}
      >
        {text}
      </Radio>
    );
  };
  return (
    <Alert
      className="form-conflict"
      type="warning"
      showIcon
      title="这家企业刚刚被他人修改过，请核对后再保存"
      description={
        <>
          {found.length > 0 ? (
            <table>
              <thead>
                <tr>
                  <th scope="col">字段</th>
                  <th scope="col">我的修改</th>
                  <th scope="col">最新内容</th>
                </tr>
              </thead>
              <tbody>
                {found.map((clash) => (
                  <tr key={clash.field.name}>
                    <th scope="row">{clash.field.label}</th>
                    <td>{side(clash, false)}</td>
                    <td>{side(clash, true)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            mayKeep && <p>您改动的字段与最新内容没有冲突，可以直接保存。</p>
          )}
          {others.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th scope="col">他人的修改</th>
                  <th scope="col">您打开时</th>
                  <th scope="col">最新内容</th>
                </tr>
              </thead>
              <tbody>
                {others.map(({ field, before, now }) => (
                  <tr key={field.name}>
                    <th scope="row">{field.label}</th>
                    <td>
                      <FieldText field={field} value={before} />
                    </td>
                    <td>
                      <FieldText field={field} value={now} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {!mayKeep && <p>企业已注销，档案只读，您的修改不能再保存，可以先抄录下来。</p>}
          <span className="form-choices">
            {mayKeep && (
              <Button type="primary" onClick={() => onKeepMine(theirs)}>
                {theirs.size > 0 ? '按所选内容保存' : '保留我的修改并保存'}
              </Button>
            )}
            <Button onClick={onTakeTheirs}>放弃修改，载入最新内容</Button>
          </span>
        </>
      }
    />
  );
}
