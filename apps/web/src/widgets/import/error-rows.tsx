import { Button } from 'antd';
import { Icon } from '#ui/icon.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import type { DryRun } from './rules.ts';

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
              <Remedy {...error} />
            </li>
          ))}
        </ul>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">列</th>
              <th scope="col">填写的内容</th>
              <th scope="col">原因与改法</th>
            </tr>
          </thead>
          <tbody>
            {found.errors.map(({ row, column, value, cause, remedy }) => (
              <tr key={`${row} ${column} ${cause}`}>
                <td>{row}</td>
                <td>{column}</td>
                <td className="import-value">{value || '（空）'}</td>
                <td>
                  {cause}
                  <Remedy cause={cause} remedy={remedy} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** What to do about it, where the cause has not said so itself. */
function Remedy({ cause, remedy }: Pick<DryRun['errors'][number], 'cause' | 'remedy'>) {
  if (!remedy || cause.includes(remedy)) return null;
  return <small className="import-remedy">{remedy}</small>;
}
