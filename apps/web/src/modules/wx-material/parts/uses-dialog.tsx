import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callQuery } from '#lib/call-query.ts';
import { wxMaterials } from '#lib/wx-material-calls.ts';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';

interface Props {
  appId: string;
  mediaId: string;
  name: string;
  onClose: () => void;
}

const words = { menu: '菜单', autoReply: '自动回复', message: '消息' } as const;
const paths = {
  menu: '/wxmp/wxmenu/index',
  autoReply: '/wxmp/wxautoreply/index',
  message: '/views/wxmp/wxmsg/index',
} as const;

export function UsesDialog({ appId, mediaId, name, onClose }: Props) {
  const { data, error, refetch } = useQuery(
    callQuery(['wx-material', 'uses', appId, mediaId], wxMaterials.uses, { appId, mediaId }),
  );
  return (
    <TabModal open title={`“${name}”用在哪里`} footer={null} onCancel={onClose}>
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && <Empty icon="search" title="没有用到它的地方" />}
      <ul className="material-uses">
        {data?.map((one) => (
          <li key={`${one.where} ${one.id} ${one.at?.getTime() ?? ''}`}>
            <span className="tag tone-grey">{words[one.where]}</span>
            <Link
              className="link"
              to={
                one.where === 'message'
                  ? `${paths.message}?wxUserId=${one.id}`
                  : one.where === 'menu'
                    ? `${paths.menu}?appId=${appId}`
                    : paths.autoReply
              }
            >
              {one.name}
            </Link>
            {one.at && <span className="chat-meek">{formatInstant(one.at).slice(0, 16)}</span>}
          </li>
        ))}
      </ul>
    </TabModal>
  );
}
