import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { Link } from 'react-router';
import { useCurrentUser } from '#lib/current-user.ts';
import { enterpriseOne } from '../calls.ts';
import { dossierPath } from '../rules.ts';

interface Props {
  row: Enterprise;
  onSubmit: (() => void) | undefined;
}

/**
 * Notes about an inactive enterprise: its application was rejected or is in review, or the enterprise was merged into
 * another.
 */
export function RejectedNote({ row, onSubmit }: Props) {
  if (row.mergedInto !== null) return <MergedNote id={row.mergedInto} />;
  if (row.status === 'underReview') return <ReviewNote />;
  if (row.status !== 'rejected') return null;
  return (
    <Alert
      type="error"
      showIcon
      title="审核已驳回"
      description={row.reviewNote ?? '没有填写原因'}
      action={
        onSubmit && (
          <Button type="primary" onClick={onSubmit}>
            重新提交
          </Button>
        )
      }
    />
  );
}

/** For an enterprise in review: regulators see what they must do, enterprises see that they must wait. */
function ReviewNote() {
  const { sysUser } = useCurrentUser();
  return sysUser.type === 'regulator' ? (
    <Alert
      type="info"
      showIcon
      title="等待审核"
      description="请核对资料和营业执照，通过后企业启用；不符合的请驳回并写明原因。"
    />
  ) : (
    <Alert type="info" showIcon title="档案正在审核" description="审核通过后启用，审核期间仍可补充资料。" />
  );
}

function MergedNote({ id }: { id: string }) {
  const { data } = useQuery(enterpriseOne(id));
  return (
    <Alert
      type="warning"
      showIcon
      title={
        <>
          本档案已合并入
          <Link className="link" to={dossierPath(id)}>
            {data ? `“${data.name}”` : '另一家企业'}
          </Link>
          ，只供查阅
        </>
      }
    />
  );
}
