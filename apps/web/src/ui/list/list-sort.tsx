import { Select } from 'antd';

interface Props {
  columns: readonly { title: string; sort?: string }[];
  now: { by: string; desc: boolean } | undefined;
  onSort: (by: string | undefined, desc: boolean) => void;
}

export function SortSelect({ columns, now, onSort }: Props) {
  const ways = columns.flatMap(({ title, sort }) =>
    sort
      ? [
          { value: `${sort} 0`, label: `${title} ↑` },
          { value: `${sort} 1`, label: `${title} ↓` },
        ]
      : [],
  );
  return (
    <Select
      className="list-sort"
      aria-label="排序"
      placeholder="排序"
      options={ways}
      value={now ? `${now.by} ${Number(now.desc)}` : null}
      onChange={(way: string) => {
        const [by, desc] = way.split(' ');
        onSort(by, desc === '1');
      }}
    />
  );
}
