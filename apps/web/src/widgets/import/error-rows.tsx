import { Button } from 'antd';
import { Fragment, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useNarrow } from '#ui/list/use-narrow.ts';
import { faultGroups, type DryRun, type Fault } from './rules.ts';

/** Number of errors shown per group before the user expands the group. */
const shownFirst = 3;

export function ErrorRows({ found: dryRun, onDownload }: { found: DryRun; onDownload: () => Promise<void> }) {
  const narrow = useNarrow();
  const [opened, setOpened] = useState<readonly string[]>([]);
  const groups = faultGroups(dryRun.errors).map(({ key, column, faults }) => {
    const shown = opened.includes(key) ? faults : faults.slice(0, shownFirst);
    return {
      key,
      title: faults.length > 1 ? `${column}：同类错误 ${faults.length} 处` : null,
      shown,
      more:
        shown.length < faults.length ? (
          <Button type="link" onClick={() => setOpened([...opened, key])}>
            再看 {faults.length - shown.length} 处
          </Button>
        ) : null,
    };
  });
  return (
    <section className="import-errors" aria-label="有错误的行">
      <header>
        <b>有错误的行</b>
        <small>{dryRun.errors.length < dryRun.bad ? `先列出 ${dryRun.errors.length} 处` : ''}</small>
        <Button icon={<Icon name="download" size={16} />} onClick={() => void onDownload()}>
          下载错误行
        </Button>
      </header>
      {narrow ? (
        <ul>
          {groups.map(({ key, title, shown, more }) => (
            <Fragment key={key}>
              {title && <li className="import-kind">{title}</li>}
              {shown.map((fault, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <li key={`${fault.row} ${at}`}>
                  <b>
                    第 {fault.row} 行 · {fault.column}
                  </b>
                  <Typed {...fault} />
                  <Cause {...fault} />
                </li>
              ))}
              {more && <li>{more}</li>}
            </Fragment>
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
          {groups.map(({ key, title, shown, more }) => (
            <tbody key={key}>
              {title && (
                <tr>
                  <th scope="rowgroup" colSpan={4} className="import-kind">
                    {title}
                  </th>
                </tr>
              )}
              {shown.map((fault, at) => (
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={`${fault.row} ${at}`}>
                  <td>{fault.row}</td>
                  <td>{fault.column}</td>
                  <td>
                    <Typed {...fault} />
                  </td>
                  <td>
                    <Cause {...fault} />
                  </td>
                </tr>
              ))}
              {more && (
                <tr>
                  <td colSpan={4}>{more}</td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      )}
    </section>
  );
}

const Typed = ({ value }: Fault) => (
  <span className="import-value" title={value ?? undefined}>
    {value || '（空）'}
  </span>
);

/** Shows the cause of an error. The remedy shows only when the cause does not include it. */
function Cause({ cause, remedy }: Fault) {
  return (
    <>
      <span className="import-cause" title={cause}>
        {cause}
      </span>
      {remedy && !cause.includes(remedy) && <small className="import-remedy">{remedy}</small>}
    </>
  );
}
