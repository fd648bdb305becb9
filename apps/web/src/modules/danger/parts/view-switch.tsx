import { Segmented } from 'antd';

interface Props {
  byEnterprise: boolean;
  onChange: (byEnterprise: boolean) => void;
}

/** Whether dangers are listed one by one, or by the enterprise whose they are; comes once the rows stand. */
export const ViewSwitch = ({ byEnterprise, onChange }: Props) => (
  <Segmented
    aria-label="查看方式"
    value={byEnterprise ? 'enterprise' : 'danger'}
    options={[
      { value: 'danger', label: '按隐患' },
      { value: 'enterprise', label: '按企业' },
    ]}
    onChange={(view) => onChange(view === 'enterprise')}
  />
);
