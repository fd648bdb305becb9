import { Icon, iconNames } from '#ui/icon.tsx';

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (name: string | null) => void;
}

export const IconPicker = ({ id, value = null, onChange }: Props) => (
  <div className="icon-picker" role="radiogroup" aria-label="图标" id={id}>
    <label className={value === null ? 'icon-none on' : 'icon-none'} title="无图标">
      <input type="radio" name="menu-icon" checked={value === null} onChange={() => onChange?.(null)} />
      <span>无</span>
    </label>
    {iconNames.map((name) => (
      <label key={name} className={value === name ? 'on' : ''} title={name}>
        <input
          type="radio"
          name="menu-icon"
          aria-label={name}
          checked={value === name}
          onChange={() => onChange?.(name)}
        />
        <Icon name={name} />
      </label>
    ))}
  </div>
);
