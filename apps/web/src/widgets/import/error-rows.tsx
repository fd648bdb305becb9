import { Button, Table, type TableColumnsType } from 'antd';
import { Icon } from '#ui/icon.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import type { DryRun, RowError } from './rules.ts';

const columns: TableColumnsType<RowError> = [
  { key: 'row', title: '行', width: 64, render: (_, { row }) => row },
  { key: 'column', title: '列', width: 132, render: (_, { column }) => column },
  {
    key: 'value',
    title: '填写的内容',
    width: 168,
    render: (_, { value }) => <span className="import-value">{value || '（空）'}</span>,
  },
  {
    key: 'cause',
    title: '原因与改法',
    render: (_, { cause, remedy }) => (
      <>
        {cause}
        {remedy && <small className="import-remedy">{remedy}</small>}
      </>
    ),
  },
];

/** The first wrong cells with cause and remedy, and all of them as a file. */
export function ErrorRows({ found, onDownload }: { found: DryRun; onDownload: () => Promise<void> }) {
  const narrow = useNarrow();
  return (
    <section className="import-errors" aria-label="有错误的行">
      <header>
        <b>有错误的行</b>
        <small>{found.errors.length < found.bad ? `先列出 ${found.errors.length} 处` : ''}</small>
        <Button icon={<Icon name="download" size={16} />} onClick={() => void onDownload()}>
          下载错误行
        </Button>
      </header>
      {narrow ? (
        <ul>
          {found.errors.map((error, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${error.row} ${error.column} ${at}`}>
              <b>
                第 {error.row} 行 · {error.column}
              </b>
              <span className="import-value">{error.value || '（空）'}</span>
              <span>{error.cause}</span>
              {error.remedy && <small className="import-remedy">{error.remedy}</small>}
            </li>
          ))}
        </ul>
      ) : (
        <Table
          size="small"
          rowKey={(error) => `${error.row} ${error.column} ${error.cause}`}
          columns={columns}
          dataSource={found.errors}
          pagination={false}
          tableLayout="fixed"
        />
      )}
    </section>
  );
}
