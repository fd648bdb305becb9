import { percentText, numberText } from '@anlan/contract/domain/number-text';
import { certificateCalls } from '@anlan/contract/modules/certificate/calls';
import { certificate, type Certificate } from '@anlan/contract/modules/certificate/resource';
import { useQuery } from '@tanstack/react-query';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { textOf } from '#kit/resource.ts';
import { usePerson } from '#lib/current-user.ts';
import { DictText } from '#widgets/dict-tag.tsx';
import { rateOf } from './calls.ts';
import { page } from './index.ts';
import { Measured, ShareParts } from '#widgets/measured.tsx';
import { certificateMeasures } from '@anlan/contract/modules/certificate/measures';

function DueCell({ row: { validTo, nextReviewOn, leftDays, status } }: { row: Certificate }) {
  const left = leftDays ?? 0;
  const isReview = nextReviewOn !== null && nextReviewOn < validTo;
  const counts = status === 'submitted' || status === 'verified';
  const dueText =
    left < 0
      ? `${isReview ? '复审逾期' : '已过期'} ${numberText(-left)} 天`
      : `${isReview ? '复审' : ''}还有 ${numberText(left)} 天`;
  return (
    <span className="list-two">
      <span>{isReview ? `${nextReviewOn} 复审` : validTo}</span>
      {counts && <small className={left < 0 ? 'red' : left <= 30 ? 'org' : ''}>{dueText}</small>}
    </span>
  );
}

const measure = certificateMeasures.certified;

const Rate: PagePart = ({ use }) => {
  const own = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  const requestedEnterpriseId = textOf(use.asked.filter['enterpriseId']) || undefined;
  const { data } = useQuery({ ...rateOf(requestedEnterpriseId), enabled: own || requestedEnterpriseId !== undefined });
  if (!data) return own || requestedEnterpriseId !== undefined ? '　' : '选择一家企业，查看持证率';
  const lacking = data.needed - data.held;
  return (
    <>
      {measure.label}{' '}
      <Measured measure={measure} figure={data.figure}>
        {percentText(data.figure.value)}
      </Measured>
      （<ShareParts measure={measure} figure={data.figure} />）
      {data.lacking.length > 0 && (
        <>
          {' '}
          · 缺证{' '}
          {data.lacking.slice(0, 3).map(({ employeeId, name, kinds }, at) => (
            <span key={employeeId}>
              {at > 0 && '、'}
              {name}
              {kinds[0] !== undefined && (
                <>
                  （<DictText type="certificateKind" value={kinds[0]} />）
                </>
              )}
            </span>
          ))}
          {lacking > 3 && <span data-measure={measure.key}> 等 {lacking} 人</span>}
        </>
      )}
    </>
  );
};

export const Screen = resourcePage(certificate, certificateCalls, {
  ...page,
  columns: [
    title({ width: 220 }),
    tag('status'),
    one('kind', { width: 150 }),
    column<Certificate, 'validTo'>('validTo', '有效期 / 复审', (row) => <DueCell row={row} />, {
      width: 150,
      sort: 'validTo',
    }),
    tag('source', { width: 100 }),
    one('enterpriseId'),
    two('issuer', 'issuedOn', { width: 150, extra: true }),
  ],
  filters: ['kind', 'status', 'validTo', 'enterpriseId', 'employeeId'],
  form: {
    rows: [
      'enterpriseId',
      'employeeId',
      ['kind', 'certNo'],
      ['category', 'item'],
      'issuer',
      ['firstIssuedOn', 'issuedOn'],
      ['validTo', 'nextReviewOn'],
      'scan',
    ],
  },
  moves: {
    renew: {
      rows: [['validTo', 'issuedOn'], ['nextReviewOn'], 'files', 'reason'],
      begin: { validTo: undefined, issuedOn: undefined, nextReviewOn: undefined, files: undefined },
      note: (row) => (
        <p className="sub">原有效期至 {row.validTo}，旧证影像会保留。换证后到期预警自动结束，班次放行按新证判断。</p>
      ),
    },
    verify: { note: '影像与证号、有效期一致。' },
  },
  summary: Rate,
  empty: '还没有登记人员证件。可以导入，也可以由本人在手机上上传。',
  removing: '只用于登记有误；证件不再使用请办理“作废”，记录会保留。',
});
