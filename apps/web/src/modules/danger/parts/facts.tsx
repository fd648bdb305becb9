import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { settlementKinds, type SettlementKind } from '@anlan/contract/modules/danger/treatment-plan';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DictText } from '#widgets/dict-tag.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import { moneyText } from '#widgets/money.ts';
import { criteria, earlierDangers } from '../calls.ts';
import { dangerPath, daysUsed, leftOf, turnWait, turnTask } from '../rules.ts';
import { RowsLink } from './rows-link.tsx';
import { useTurn } from './danger-tags.tsx';
import { planParts } from './plan-fields.tsx';

const today = () => dayOf(new Date());

export function TurnFacts({ row }: { row: Danger }) {
  const { name, isMe } = useTurn()(row);
  const left = leftOf(row, today());
  const used = daysUsed(row, today());
  const total = used.enterprise + used.verifier;
  const approved = row.extensions?.filter(({ status }) => status === 'approved').length ?? 0;
  const side = row.source === 'self' || row.source === 'report' ? '复查' : '监管';
  return (
    <div className="danger-clock">
      <div>
        <small>轮到谁</small>
        <b>{row.turn === 'nobody' ? turnTask(row) : `${isMe ? '我' : name} · ${turnTask(row)}`}</b>
        <span>
          {turnWait(row, today()) ?? (row.verifiedAt ? `${dayOf(row.verifiedAt)} 结束` : '')}
          {row.status === 'submitted' && row.recheckDueOn && ` · 应于 ${row.recheckDueOn} 前复查`}
        </span>
      </div>
      <div>
        <small>整改期限</small>
        <b>
          {row.deadlineOn.slice(5)} {left && <em className={left.tone}>{left.text}</em>}
        </b>
        <span>{approved > 0 ? `已延期 ${approved} 次` : '首次期限，未延期'}</span>
      </div>
      <div>
        <small>用时 {total} 天</small>
        <span className="danger-used" aria-hidden>
          <i style={{ flexGrow: Math.max(used.enterprise, total === 0 ? 1 : 0) }} />
          {used.verifier > 0 && <i className="verifier" style={{ flexGrow: used.verifier }} />}
        </span>
        <span className="danger-used-words">
          <i /> 企业 {used.enterprise} 天 {used.verifier > 0 && <i className="verifier" />}{' '}
          {used.verifier > 0 && `${side} ${used.verifier} 天`}
        </span>
      </div>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

export function Facts({ row }: { row: Danger }) {
  const facts: [string, ReactNode][] = [
    ['整改措施', row.measures],
    ['隐患描述', row.description],
    ['责任人', [row.dutyPersonName ?? '主要负责人', row.dutyDepartment].filter(Boolean).join(' · ')],
    ['隐患类别', <DictText key="category" type="hiddenDangerCategory" value={row.category} />],
    ['隐患来源', <DictText key="source" type="hiddenDangerSource" value={row.source} />],
    ['发现', `${row.foundBy} · ${formatInstant(row.foundAt).slice(0, 16)}`],
    ['场站', row.stationName],
    ['检查记录', row.inspectionNo],
    ['防范措施', row.interimMeasures],
    ['整改资金', row.costFen === null ? null : moneyText(row.costFen)],
    ['提交人', row.fixerName],
    ['负责人签字', row.headSignedAt && `${row.headSignerName ?? ''} ${formatInstant(row.headSignedAt).slice(0, 16)}`],
    ['复查意见', row.opinion],
    ['复查人', row.verifierName],
    ['验收报告', papers(row.acceptanceReport, '验收报告')],
    ['公示', row.publishedOn && <Dated key="published" on={row.publishedOn} files={row.publishedFiles} />],
    ['职代会通报', row.congressOn && <Dated key="congress" on={row.congressOn} files={row.congressFiles} />],
    ['抽样复核', row.sampleResult && <DictText key="sample" type="dangerSampleResult" value={row.sampleResult} />],
  ];
  return (
    <dl className="danger-facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
    </dl>
  );
}

const papers = (files: Danger['publishedFiles'], label: string) =>
  files.length > 0 && <Gallery files={files} label={label} />;

const Dated = ({ on, files }: { on: string; files: Danger['publishedFiles'] }) => (
  <>
    {on} {papers(files, '材料')}
  </>
);

export function Notes({ row }: { row: Danger }) {
  return (
    <>
      {row.repeats > 0 && <RepeatNote row={row} />}
      {(row.duplicatePhotos ?? []).length > 0 && (
        <div className="danger-note">
          <b>疑似重复照片</b> 与 {(row.duplicatePhotos ?? []).map(({ no }) => no ?? '其他企业的一条隐患').join('、')}{' '}
          的照片相同，请核对是否为本次现场拍摄。
        </div>
      )}
    </>
  );
}

function RepeatNote({ row }: { row: Danger }) {
  const { data } = useQuery(
    earlierDangers({ enterpriseId: row.enterpriseId, category: row.category, place: row.place }),
  );
  const earlier = (data?.rows ?? []).filter(({ id }) => id !== row.id);
  return (
    <div className="danger-note">
      <b>180 天内第 {row.repeats + 1} 次</b> 同一部位同类隐患
      {earlier.length > 0 && (
        <>
          {' '}
          {earlier.map(({ id, foundOn, no }, at) => (
            <span key={id}>
              {at > 0 && '、'}
              <RowsLink to={dangerPath(id)} meaning={no}>
                {foundOn.slice(5)}
              </RowsLink>
            </span>
          ))}{' '}
          已出现过
        </>
      )}
      。{row.repeatCause ? `企业填写的原因：${row.repeatCause}` : '建议重新评估该部位的风险与管控措施。'}
    </div>
  );
}

export function MajorBasis({ row }: { row: Danger }) {
  const { data } = useQuery({ ...criteria(row.enterpriseId), enabled: row.majorCriterion !== null });
  if (row.level !== 'major') return null;
  const criterion = data?.find(({ code }) => code === row.majorCriterion);
  return (
    <section className="danger-block" aria-label="重大隐患判定">
      <h3>重大隐患判定</h3>
      {criterion && (
        <p>
          {criterion.text}
          <small>
            《{criterion.document}》{criterion.edition} {criterion.clause}
          </small>
        </p>
      )}
      {row.majorBasis && <p>{row.majorBasis}</p>}
    </section>
  );
}

const planWords: Readonly<Record<Danger['planState'], string>> = {
  none: '还没有编制',
  waiting: '待主要负责人批准',
  approved: '已批准',
  returned: '已退回修改',
};

export function Plan({ row }: { row: Danger }) {
  const { plan } = row;
  if (row.level !== 'major') return null;
  return (
    <section className="danger-block" aria-label="治理方案">
      <h3>
        治理方案 <small>{planWords[row.planState]}</small>
        {row.planApprovedAt && (
          <small>
            {row.planApproverName} {dayOf(row.planApprovedAt)}
          </small>
        )}
      </h3>
      {plan && (
        <>
          <ul className="danger-settled" aria-label="五落实">
            {(Object.keys(settlementKinds) as SettlementKind[]).map((kind) => {
              const { done, evidence } = plan.settlements[kind];
              return (
                <li key={kind} className={done ? 'done' : ''}>
                  <i aria-hidden>{done ? '✓' : '○'}</i>
                  <span>
                    {settlementKinds[kind]}
                    <small>{done ? evidence : '未落实'}</small>
                  </span>
                </li>
              );
            })}
          </ul>
          <dl className="danger-facts">
            {planParts
              .filter(([key]) => plan[key] !== '')
              .map(([key, label]) => (
                <Fact key={key} label={label}>
                  {plan[key]}
                </Fact>
              ))}
            <Fact label="经费">{moneyText(plan.fundsFen)}</Fact>
            {row.planFiles.length > 0 && (
              <Fact label="方案附件">
                <Gallery files={row.planFiles} label="方案附件" />
              </Fact>
            )}
          </dl>
        </>
      )}
    </section>
  );
}

const extensionWords = { pending: '待审批', approved: '已同意', refused: '未同意' } as const;

export function Extensions({ row }: { row: Danger }) {
  const all = row.extensions ?? [];
  if (all.length === 0) return null;
  return (
    <section className="danger-block" aria-label="延期申请">
      <h3>延期申请</h3>
      {all.map((one) => (
        <p key={one.askedAt}>
          <b>{extensionWords[one.status]}</b> {one.oldDeadlineOn} → {one.newDeadlineOn}：{one.reason}
          <small>
            {one.askedBy} 申请{one.decidedBy && `，${one.decidedBy} 审批`}
            {one.opinion && `：${one.opinion}`}
          </small>
        </p>
      ))}
    </section>
  );
}

/** Shows which authority supervises a major danger. */
export function SupervisionNotice({ row }: { row: Danger }) {
  if (row.listedOn === null) return null;
  return (
    <section className="danger-block" aria-label="挂牌督办">
      <h3>
        挂牌督办 <small>{row.delistedOn ? `${row.delistedOn} 摘牌` : '督办中'}</small>
      </h3>
      <p>
        <DictText type="listingLevel" value={row.listingLevel ?? ''} /> · {row.listingAuthority} · {row.listingNo}
        <small>
          {row.listedOn} 挂牌，督办期限 {row.listingDueOn}
        </small>
      </p>
    </section>
  );
}
