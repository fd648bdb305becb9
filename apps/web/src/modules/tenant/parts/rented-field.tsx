import { Checkbox } from 'antd';
import { rentableGroups } from '../rules.ts';

interface Props {
  value?: string[];
  onChange?: (stems: string[]) => void;
}

export function RentedField({ value = [], onChange }: Props) {
  const held = new Set(value);
  return (
    <div className="tenant-rented">
      {rentableGroups.map(({ group, parts }) => {
        const stems = parts.map(({ stem }) => stem);
        const count = stems.filter((stem) => held.has(stem)).length;
        const others = value.filter((stem) => !stems.includes(stem));
        return (
          <fieldset key={group}>
            <legend>
              <Checkbox
                checked={count === stems.length}
                indeterminate={count > 0 && count < stems.length}
                onChange={({ target }) => onChange?.(target.checked ? [...others, ...stems] : others)}
              >
                {group}
              </Checkbox>
            </legend>
            <Checkbox.Group
              value={stems.filter((stem) => held.has(stem))}
              onChange={(selectedStems) => onChange?.([...others, ...selectedStems.map(String)])}
              options={parts.map(({ stem, label }) => ({ value: stem, label }))}
            />
          </fieldset>
        );
      })}
    </div>
  );
}
