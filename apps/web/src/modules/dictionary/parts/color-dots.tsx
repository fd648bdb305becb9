import { colorChoices, type ItemColor } from '../rules.ts';

interface Props {
  name: string;
  value: ItemColor;
  onChange: (color: ItemColor) => void;
}

export const ColorDots = ({ name, value, onChange }: Props) => (
  <fieldset className="dict-dots">
    <legend className="unseen">颜色</legend>
    {colorChoices.map(({ color, label }) => (
      <label key={label} title={label} className={color === value ? 'on' : ''}>
        <input type="radio" name={name} checked={color === value} onChange={() => onChange(color)} />
        <span className={`dict-dot tone-${color ?? 'grey'}`} />
        <span className="unseen">{label}</span>
      </label>
    ))}
  </fieldset>
);
