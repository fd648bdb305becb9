import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { allowImpersonation, recentImpersonations, impersonationsKey } from '../calls.ts';
import './impersonations-card.css';

const hours = 2;
const minute = (at: Date) => formatInstant(at).slice(5, 16);

/** Lists recent impersonations by platform staff, with reason and write access (S36). */
export function ImpersonationsCard() {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const { data } = useQuery(recentImpersonations);
  const allow = useMutation({
    mutationFn: allowImpersonation,
    onSuccess: (_, grantedHours) =>
      message.success(grantedHours === 0 ? '已收回' : `已允许修改，${grantedHours} 小时后自动收回`),
    onSettled: () => client.invalidateQueries({ queryKey: impersonationsKey }),
  });
  if (!data || (data.entries.length === 0 && data.until === null)) return null;
  const { entries, until, allowers, notAllowers } = data;
  const ask = () =>
    modal.confirm({
      title: '允许平台人员修改本单位的数据？',
      content: `${hours} 小时内，进入本单位的平台人员可以新增、修改和删除业务数据，但不能改动账号、角色、机构和外部网站，也不能审核企业；到时自动收回，也可以随时收回。每一步都记入日志。`,
      okText: '允许修改',
      onOk: () => allow.mutateAsync(hours),
    });
  return (
    <section className="visits" aria-label="平台人员进入">
      <div className="visits-head">
        <div>
          <h2>平台人员进入</h2>
          <p className="sub">
            {until === null ? '最近 24 小时；目前只能查看，不能修改' : `已允许修改，${minute(until)} 自动收回`}
          </p>
        </div>
        {until === null ? (
          <Button disabled={!entries.some(({ open }) => open) || allowers.length === 0} onClick={() => void ask()}>
            允许修改
          </Button>
        ) : (
          <Button danger loading={allow.isPending} onClick={() => allow.mutate(0)}>
            收回
          </Button>
        )}
      </div>
      {until === null && notAllowers.length > 0 && (
        <p className="sub">
          {allowers.length > 0
            ? `可以允许修改的人：${allowers.join('、')}。`
            : '现在没有人可以允许修改，在此之前平台人员只能查看，需要修改的请由本单位人员办理。'}
          {notAllowers.map(({ name, reason }) => `${name}暂不能允许：${reason}`).join('；')}
        </p>
      )}
      {entries.length > 0 && (
        <ul>
          {entries.map(({ id, userName, reason, startedAt, until: end, open }) => (
            <li key={id}>
              <span className={`tag tone-${open ? 'orange' : 'grey'}`}>{open ? '进行中' : '已结束'}</span>
              <b>{userName}</b>
              <span className="visits-why" title={reason}>
                {reason}
              </span>
              <small>
                {minute(startedAt)} — {minute(end).slice(6)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
