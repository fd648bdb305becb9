import type { OwnCertificates } from '@anlan/contract/modules/certificate/views';
import { useQuery } from '@tanstack/react-query';
import { startTransition, Suspense, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { DictTag, DictText } from '#widgets/dict-tag.tsx';
import { Gallery } from '#widgets/files/gallery.tsx';
import { mine } from '../calls.ts';
import '../parts/mine.css';

type Own = OwnCertificates['certificates'][number];
const UploadDrawer = lazyPart(async () => (await import('../parts/upload.tsx')).UploadDrawer);

export function Screen() {
  const { data, error, refetch } = useQuery(mine());
  const [open, setOpen] = useState<{ of: Own['certificate'] | null; kind?: string } | null>(null);
  const show = (of: Own['certificate'] | null, kind?: string) =>
    startTransition(() => setOpen(kind === undefined ? { of } : { of, kind }));
  return (
    <>
      <PageHead
        title="我的证件"
        sub={data?.name ? `${data.name} · 上传一次，档案、到期预警和班次放行都随之更新` : '　'}
        end={
          data?.name && (
            <button type="button" className="btn main" onClick={() => show(null)}>
              <Icon name="plus" size={16} />
              上传证件
            </button>
          )
        }
      />
      {error && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && data.name === null && (
        <Empty icon="card" title="账号还没有绑定从业人员">
          请联系本企业的安全管理人员，在“人员与证书”中绑定您的账号。
        </Empty>
      )}
      {data && data.lacking.length > 0 && (
        <section className="own-lacking" aria-label="缺少的证件">
          <b>本岗位还缺有效的证件</b>
          {data.lacking.map((kind) => (
            <button
              key={kind}
              type="button"
              className="btn"
              onClick={() => {
                const old = data.certificates.find(
                  ({ certificate: one }) => one.kind === kind && one.status !== 'voided',
                );
                show(old?.certificate ?? null, kind);
              }}
            >
              上传
              <DictText type="certificateKind" value={kind} />
            </button>
          ))}
        </section>
      )}
      {data?.name && data.certificates.length === 0 && <Empty icon="card" title="还没有登记您的证件" />}
      {data && data.certificates.length > 0 && (
        <ul className="own-certificates">
          {data.certificates.map((one) => (
            <OwnCard key={one.certificate.id} of={one} onRenew={() => show(one.certificate)} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {open && <UploadDrawer of={open.of} kind={open.kind} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

function OwnCard({ of: { certificate, places }, onRenew }: { of: Own; onRenew: () => void }) {
  return (
    <li>
      <header>
        <h2>
          <DictText type="certificateKind" value={certificate.kind} />
        </h2>
        <DictTag type="certificateStatus" value={certificate.status} />
      </header>
      <p className="sub">
        证号 {certificate.certNo} · 有效期至 {certificate.validTo}
        {certificate.nextReviewOn && ` · ${certificate.nextReviewOn} 复审`}
      </p>
      {certificate.returnReason && <p className="red">退回原因：{certificate.returnReason}</p>}
      {certificate.scan.length > 0 && <Gallery files={certificate.scan} label="证件影像" />}
      <dl aria-label="用在哪里">
        {places.map(({ place, text, ok }) => (
          <div key={place} className={ok ? 'ok' : 'bad'}>
            <dt>{place}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {certificate.abilities.includes('submit') && (
        <button type="button" className="btn" onClick={onRenew}>
          上传新证
        </button>
      )}
    </li>
  );
}
