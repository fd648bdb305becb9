import { formatInstant } from '@anlan/contract/domain/instant';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { useQuery } from '@tanstack/react-query';
import { TabModal } from '#ui/tab-modal.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import {
  CopyButton,
  LinkRows,
  NewLinkForm,
  SecretAddress,
  useSecretLinks,
} from '#widgets/secret-links/secret-links.tsx';
import { dangerLinks, makeLink, revokeLink } from '../calls.ts';
import { repairPath } from '../rules.ts';
import { Problem } from './use-move.tsx';

const minuteOf = (at: Date) => formatInstant(at).slice(0, 16);

export function LinksDialog({ row, onClose }: { row: Danger; onClose: () => void }) {
  const query = dangerLinks(row.id);
  const { data } = useQuery(query);
  const { made, make, revoke } = useSecretLinks({
    queryKey: query.queryKey,
    make: (link) => makeLink({ id: row.id, ...link }),
    revoke: revokeLink,
    pathOf: repairPath,
    revoked: '已撤销，链接立即失效',
  });
  return (
    <TabModal open width={620} title={`维修链接 · ${row.title}`} footer={null} onCancel={onClose}>
      <div className="secret-links">
        <p className="sub">外部维修人员凭链接只能看到这一条隐患，上传照片和说明，不能看到其他内容。</p>
        {make.error && <Problem error={make.error} />}
        {made ? (
          <SecretAddress
            address={made.address}
            codeLabel="维修链接的二维码"
            addressLabel="链接"
            title={`给“${made.name}”的链接`}
            words="只显示这一次，关闭后不能再查看，请现在扫码或复制。"
          >
            <CopyButton text={made.address} noun="链接" />
          </SecretAddress>
        ) : (
          <NewLinkForm
            form="danger-link"
            make={make}
            label="给谁"
            example="维修单位或人员"
            missing="请填写单位或人员"
            days={7}
            most={30}
            verb="生成链接"
          />
        )}
        <LinkRows
          label="已生成的链接"
          links={data?.links}
          revoke={revoke}
          verb="撤销"
          actOf={({ name }) => `撤销给${name}的链接`}
          nameOf={({ name }) => name}
          noteOf={({ expiresAt, usedAt }) =>
            `${minuteOf(expiresAt)} 到期 · ${usedAt ? `${minuteOf(usedAt).slice(5)} 打开过` : '还没有打开'}`
          }
        />
        {data && data.entries.length > 0 && (
          <section aria-label="维修说明">
            <h3>维修说明</h3>
            {data.entries.map((entry) => (
              <div key={entry.id} className="danger-entry">
                <b>{entry.name}</b> <small>{minuteOf(entry.at)}</small>
                <p>{entry.note}</p>
                {entry.photos.length > 0 && <Gallery files={entry.photos} label="维修照片" />}
              </div>
            ))}
          </section>
        )}
      </div>
    </TabModal>
  );
}
