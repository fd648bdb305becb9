import { numberText } from '@anlan/contract/domain/number-text';
import { featureReasons, type CatalogueCategory, type CatalogueItem } from '@anlan/contract/modules/archive/catalogue';
import type { ArchiveCategory, ArchiveItem } from '@anlan/contract/modules/archive/views';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMove } from '#kit/use-move.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { StoredFile } from '#widgets/stored-file.tsx';
import { boundDocument, boundWaiver, categoryOf } from '../calls.ts';
import { stateWords } from '../rules.ts';

interface Props {
  enterpriseId: string | undefined;
  of: CatalogueCategory;
  states: ReadonlyMap<string, ArchiveItem>;
  mayAdd: boolean;
  onAdd: (kind: 'document' | 'waiver' | 'phone', item: string) => void;
}
const needWords = { required: '必备', optional: '选备，不计入完整率', when: '必备', system: '系统归档' } as const;

export function Category({ enterpriseId, of, states, mayAdd, onAdd }: Props) {
  const { data, error, refetch } = useQuery(categoryOf(enterpriseId, of.code));
  const waiving = useMove(boundWaiver);
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <section className="archive-items" aria-label={of.label}>
      <h2>{of.label}</h2>
      {of.items.map((item) => {
        const held = states.get(item.code);
        const [word, tone] = stateWords[held?.state ?? 'none'];
        const waiver = held?.waiver;
        return (
          <article key={item.code} aria-label={item.label}>
            <header>
              <h3>{item.label}</h3>
              <small>{reasonOf(item)}</small>
              <span className={`archive-state archive-${tone}`}>
                {held?.state === 'good' ? `${held.good} 份有效` : word}
              </span>
              <span className="archive-acts">
                {mayAdd && held?.state === 'missing' && (
                  <Button size="small" type="text" onClick={() => onAdd('waiver', item.code)}>
                    不适用
                  </Button>
                )}
                {mayAdd && item.need !== 'system' && (
                  <>
                    <Button
                      size="small"
                      type="text"
                      className="archive-phone"
                      aria-label={`用手机拍${item.label}`}
                      onClick={() => onAdd('phone', item.code)}
                    >
                      手机拍
                    </Button>
                    <Button size="small" aria-label={`上传${item.label}`} onClick={() => onAdd('document', item.code)}>
                      上传
                    </Button>
                  </>
                )}
              </span>
            </header>
            {waiver && (
              <p className="archive-waiver">
                <DictTag type="waiverStatus" value={waiver.status} /> {waiver.reason}
                {waiver.opinion && `（${waiver.reviewer ?? '监管人员'}：${waiver.opinion}）`}
                {waiving.actionsOf(waiver).map(({ key, label, run }) => (
                  <Button key={key} size="small" onClick={run}>
                    {label}
                  </Button>
                ))}
              </p>
            )}
            {data ? <Rows of={data} item={item.code} /> : <Skeleton height={48} />}
          </article>
        );
      })}
      {waiving.dialog}
    </section>
  );
}

const reasonOf = ({ need, when }: CatalogueItem): string =>
  when === null ? needWords[need] : `${needWords[need]}：${featureReasons[when]}`;

function Rows({ of: { documents, filled }, item }: { of: ArchiveCategory; item: string }) {
  const { actionsOf, dialog } = useMove(boundDocument);
  const [all, setAll] = useState(false);
  const mine = documents.filter(({ document }) => document.item === item);
  const others = filled.filter((row) => row.item === item);
  const few = 5;
  return (
    <>
      <ul className="archive-rows">
        {mine.map(({ document, former }) => (
          <li key={document.id}>
            <span className="archive-name">
              <b>{document.name}</b>
              <small>
                {document.no ?? '无文号'} · {document.issuedOn} 形成 · {validWords(document.validTo)} · v
                {document.edition}
              </small>
              <Files of={document.files ?? []} name={document.name} />
              {former.map((one) => (
                <span key={one.edition} className="archive-former">
                  <small>
                    第 {one.edition} 版（已替换） {one.no ?? ''} {one.issuedOn}
                  </small>
                  <Files of={one.files} name={`${one.name}第${one.edition}版`} />
                </span>
              ))}
            </span>
            {document.status === 'withdrawn' ? (
              <DictTag type="dossierStatus" value={document.status} />
            ) : (
              <Left days={document.leftDays} />
            )}
            <span className="archive-acts">
              {actionsOf(document).map(({ key, label, run, danger }) => (
                <Button key={key} size="small" danger={danger === true} onClick={run}>
                  {label}
                </Button>
              ))}
            </span>
          </li>
        ))}
        {(all ? others : others.slice(0, few)).map((row, at) => (
          <li key={at}>
            <span className="archive-name">
              <b>{row.name}</b>
              <small>
                {row.no ?? '无文号'} · {validWords(row.validTo)}
              </small>
              <Files of={row.files} name={row.name} />
            </span>
            <Link className="link" to={row.href}>
              来自：{row.from}
            </Link>
          </li>
        ))}
      </ul>
      {others.length > few && !all && (
        <Button size="small" type="link" onClick={() => setAll(true)}>
          全部 {others.length} 份
        </Button>
      )}
      {dialog}
    </>
  );
}

const validWords = (to: string | null) => (to === null ? '长期有效' : `有效期至 ${to}`);

const Files = ({ of, name }: { of: readonly { id: string; name: string }[]; name: string }) => (
  <span className="archive-files">
    {of.map(({ id, name: file }) => (
      <StoredFile key={id} url={`/upms/file/${id}`} label={`${name} ${file}`} />
    ))}
  </span>
);
function Left({ days }: { days: number | null }) {
  if (days === null || days > 30) return <span className="archive-state archive-good">有效</span>;
  if (days < 0) return <span className="archive-state archive-bad">已过期 {numberText(-days)} 天</span>;
  return <span className="archive-state archive-warn">剩 {days} 天</span>;
}
