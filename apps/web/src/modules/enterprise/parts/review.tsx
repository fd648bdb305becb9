import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { formatInstant } from '@anlan/contract/domain/instant';
import { duplicateReasons } from '@anlan/contract/modules/enterprise/merge';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { ResourceDetails } from '#kit/resource-details.tsx';
import { Card } from '#ui/page-head.tsx';
import type { QueueStep } from '#widgets/queue/use-queue.ts';
import { StoredFile } from '#widgets/stored-file.tsx';
import { applicantOf, duplicatesOf, enterpriseReview } from '../calls.ts';
import { dossierPath } from '../rules.ts';
import { moveLooks } from './move-looks.tsx';
import './lifecycle.css';
import './dossier.css';

interface Props {
  row: Enterprise;
  queue?: QueueStep;
  onClose: () => void;
}

export const Review = ({ row, ...rest }: Props) => (
  <ResourceDetails
    bound={enterpriseReview}
    row={{ ...row }}
    several
    moves={moveLooks}
    page={dossierPath(row.id)}
    above={
      <div className="review">
        <Twins id={row.id} />
        <Applied id={row.id} />
        <section aria-label="营业执照">
          {row.licence ? <StoredFile url={row.licence} label="营业执照" /> : <p className="sub">没有上传营业执照</p>}
        </section>
      </div>
    }
    {...rest}
  />
);

/** The applicant, if the enterprise applied for admission. */
export function Applied({ id }: { id: string }) {
  const { data } = useQuery(applicantOf(id));
  if (!data) return null;
  const applicantRows = [
    ['申请人', data.applicant],
    ['申请人手机号', data.phone],
    ['申请编号', data.number],
    ['申请时间', formatInstant(data.submittedAt).slice(0, 16)],
  ];
  return (
    <Card title="入驻申请">
      <dl className="dossier-fields">
        {applicantRows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Enterprises that may be the same as this one. */
export function Twins({ id }: { id: string }) {
  const { data } = useQuery(duplicatesOf(id));
  const others = (data?.rows ?? []).flatMap(({ reasons, enterprises }) =>
    enterprises.filter((each) => each.id !== id).map((each) => ({ reasons, each })),
  );
  if (others.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`可能与 ${new Set(others.map(({ each }) => each.id)).size} 家企业重复`}
      description={
        <ul className="review-twins">
          {others.map(({ reasons, each }) => (
            <li key={`${each.id}${reasons.join()}`}>
              <Link className="link" to={dossierPath(each.id)}>
                {each.name}
              </Link>
              <small>{reasons.map((reason) => duplicateReasons[reason]).join('、')}</small>
            </li>
          ))}
        </ul>
      }
    />
  );
}
