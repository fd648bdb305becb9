import { Pagination } from 'antd';

interface Props {
  page: number;
  size: number;
  total: number;
  narrow: boolean;
  onChange: (page: number, size: number) => void;
}

export const Pager = ({ page, size, total, narrow, onChange }: Props) => (
  <Pagination
    size="small"
    simple={narrow ? { readOnly: true } : false}
    current={page}
    pageSize={size}
    total={total}
    showSizeChanger={narrow ? false : { 'aria-label': '每页条数' }}
    pageSizeOptions={[10, 20, 50, 100]}
    onChange={onChange}
  />
);
