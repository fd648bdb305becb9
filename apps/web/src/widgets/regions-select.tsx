import { useQueries } from '@tanstack/react-query';
import { Tag } from 'antd';
import { RegionName, RegionSelect } from './region-select.tsx';
import { townSearch } from './towns.ts';
import './regions-select.css';

interface Props {
  value?: readonly string[] | undefined;
  onChange?: (codes: string[]) => void;
  id?: string;
}

export function RegionPicks({ value = [], onChange, id }: Props) {
  const streets = value.filter((code) => code.length > 6);
  const results = useQueries({ queries: streets.map(townSearch) });
  const street = (code: string) => results[streets.indexOf(code)]?.data?.find((one) => one.code === code)?.path;
  return (
    <div className="region-picks">
      <RegionSelect
        {...(id === undefined ? {} : { id })}
        anyLevel
        towns
        value={null}
        placeholder="选择要加入的省、市、区县或街道"
        onChange={(code) => {
          if (code && !value.includes(code)) onChange?.([...value, code]);
        }}
      />
      {value.length > 0 && (
        <ul aria-label="已选区域">
          {value.map((code) => (
            <li key={code}>
              <Tag
                closable={{ 'aria-label': `移除 ${code}` }}
                onClose={(event) => {
                  event.preventDefault();
                  onChange?.(value.filter((one) => one !== code));
                }}
              >
                {code.length > 6 ? (street(code) ?? code) : <RegionName code={code} />}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
