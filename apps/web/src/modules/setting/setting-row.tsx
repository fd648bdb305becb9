import { settings, settingWords, type SettingKey, type SettingSpec } from '@anlan/contract/modules/setting/settings';
import { Button, InputNumber, Radio } from 'antd';

interface Props {
  name: SettingKey;
  value: unknown;
  isOwn: boolean;
  mayEdit: boolean;
  problem: string | undefined;
  onChange: (value: unknown) => void;
  onReset: () => void;
}

export function SettingRow({ name, value, isOwn, mayEdit, problem, onChange, onReset }: Props) {
  const spec: Omit<SettingSpec, 'schema'> = settings[name];
  const described = `setting-${name}-note`;
  const numbers = Array.isArray(value) ? value : [];
  return (
    <div className="setting-row" role="group" aria-label={spec.label}>
      <div className="setting-what">
        <span className="setting-label">{spec.label}</span>
        {spec.help && <span className="setting-help">{spec.help}</span>}
      </div>
      <div className="setting-value">
        {!mayEdit ? (
          <span>{settingWords(spec, value)}</span>
        ) : spec.kind === 'choice' ? (
          <Radio.Group
            aria-label={spec.label}
            value={value}
            options={Object.entries(spec.choices ?? {}).map(([each, label]) => ({ value: each, label }))}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : spec.kind === 'list' ? (
          <span className="setting-list">
            {numbers.map((one: unknown, at) => (
              <InputNumber<number>
                // The numbers of a setting have no id. The index defines the meaning of each, so it is the React key.
                key={at}
                className="setting-number"
                aria-label={`${spec.label}第 ${at + 1} 个`}
                aria-describedby={described}
                status={problem ? 'error' : ''}
                precision={0}
                controls={false}
                value={typeof one === 'number' ? one : null}
                onChange={(next) => onChange(numbers.map((old: unknown, place) => (place === at ? next : old)))}
              />
            ))}
            <span>{spec.unit}</span>
          </span>
        ) : (
          <InputNumber<number>
            className="setting-number setting-whole"
            aria-label={spec.label}
            aria-describedby={described}
            status={problem ? 'error' : ''}
            precision={0}
            controls={false}
            suffix={spec.unit}
            value={typeof value === 'number' ? value : null}
            onChange={onChange}
          />
        )}
        <span
          id={described}
          className={problem ? 'setting-problem' : 'setting-note'}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? (isOwn ? `默认 ${settingWords(spec, spec.value)}` : '默认值')}
        </span>
        {mayEdit && isOwn && (
          <Button type="link" size="small" onClick={onReset}>
            恢复默认
          </Button>
        )}
      </div>
    </div>
  );
}
