import type { EnterpriseField } from '@anlan/contract/modules/enterprise/fields';
import { Alert, Button, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Clash, OthersChange } from '../rules.ts';
import { FieldText } from './field-text.tsx';

interface Props {
  /** What both changed, each otherwise; of a file that cannot be saved any more, all of mine. */
  found: readonly Clash[];
  /** What only others changed. */
  others: readonly OthersChange[];
  /** What only I changed. */
  kept: readonly EnterpriseField[];
  /** Whether the file may still be saved at all; a closed one may not. */
  mayKeep: boolean;
  /** Saves mine but for these fields. */
  onKeepMine: (theirs: ReadonlySet<string>) => void;
  onTakeTheirs: () => void;
}

/** Somebody else saved in between: what both changed is chosen field by field, the rest of both sides stays. */
export function Conflict({ found, others, kept, mayKeep, onKeepMine, onTakeTheirs }: Props) {
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
          {found.length > 0 && (
            <>
              {mayKeep && <p>双方都改了以下内容，请选择保留哪一个：</p>}
              <Sides
                heads={['字段', '我的修改', '最新内容']}
                rows={found.map((clash) => ({ field: clash.field, cells: [side(clash, false), side(clash, true)] }))}
              />
            </>
          )}
          {others.length > 0 && (
            <>
              <p>{mayKeep ? '他人的修改，会保留：' : '他人的修改：'}</p>
              <Sides
                heads={['字段', '您打开时', '最新内容']}
                rows={others.map(({ field, before, now }) => ({
                  field,
                  cells: [
                    <FieldText key="before" field={field} value={before} />,
                    <FieldText key="now" field={field} value={now} />,
                  ],
                }))}
              />
            </>
          )}
          {mayKeep && kept.length > 0 && (
            <p>只有您改过的内容会一并保存：{kept.map(({ label }) => label).join('、')}。</p>
          )}
          {mayKeep && found.length === 0 && <p>您的修改与他人的没有冲突，可以直接保存。</p>}
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

interface SidesProps {
  heads: readonly [string, string, string];
  rows: readonly { field: EnterpriseField; cells: readonly [ReactNode, ReactNode] }[];
}

/** Fields with two values each. */
function Sides({ heads, rows }: SidesProps) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, cells: [one, other] }) => (
          <tr key={field.name}>
            <th scope="row">{field.label}</th>
            <td>{one}</td>
            <td>{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
