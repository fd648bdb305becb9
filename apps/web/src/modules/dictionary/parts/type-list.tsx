import type { Dictionary } from '@anlan/contract/modules/dictionary/admin';
import { Input } from 'antd';
import { Icon } from '#ui/icon.tsx';
import { Skeleton, Empty } from '#ui/page-states.tsx';
import { editWords } from '../rules.ts';

interface Props {
  rows: readonly Dictionary[] | undefined;
  total: number;
  keyword: string;
  onKeyword: (keyword: string) => void;
  selectedId: string | null;
  onChoose: (row: Dictionary) => void;
}

export function TypeList({ rows, total, keyword, onKeyword, selectedId: chosen, onChoose }: Props) {
  return (
    <nav className="card dict-types" aria-label="字典类型">
      <div className="dict-search">
        <Input
          allowClear
          aria-label="查找字典"
          prefix={<Icon name="search" size={16} />}
          placeholder="名称、类型"
          value={keyword}
          maxLength={64}
          onChange={({ target }) => onKeyword(target.value)}
        />
      </div>
      {!rows ? (
        <div className="dict-bones" role="status" aria-label="正在读取">
          {[1, 2, 3, 4, 5].map((key) => (
            <Skeleton key={key} height={24} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        <Empty icon="book" title="没有符合的字典" />
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                className={row.id === chosen ? 'on' : ''}
                aria-current={row.id === chosen ? 'true' : undefined}
                onClick={() => onChoose(row)}
              >
                <span className="dict-name">
                  <span title={row.label}>{row.label}</span>
                  <small className="num">{row.type}</small>
                </span>
                {row.edit === 'tenant' && <span className="dict-open">{editWords.tenant}</span>}
                <span className="dict-count num">{row.items}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="dict-total">
        {total > (rows?.length ?? 0) ? `显示前 ${rows?.length} 个，共 ${total} 个` : `共 ${total} 个`}
      </p>
    </nav>
  );
}
