import { useMutation, useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { useTabActive } from '#ui/tab-context.tsx';
import { downloadPaper, noticePaper } from '../calls.ts';
import { Paper } from '../parts/notice-document.tsx';
import '../parts/notice-document.css';

export function Screen() {
  const id = new URLSearchParams(useLocation().search).get('id') ?? '';
  const { data, error, refetch } = useQuery(noticePaper(id));
  const { message } = App.useApp();
  const taking = useMutation({
    mutationFn: downloadPaper,
    onError: (failed) => void message.error(failed.message),
  });
  const isActive = useTabActive();
  useEffect(() => {
    if (!isActive) return undefined;
    // While this page is open, printing includes only the document, without the app layout.
    document.documentElement.dataset['print'] = 'paper';
    return () => {
      delete document.documentElement.dataset['print'];
    };
  }, [isActive]);
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={640} />;
  return (
    <>
      <div className="paper-head">
        <PageHead
          title="执法文书"
          sub={data.notice.no}
          end={
            <>
              <Button onClick={() => window.print()}>打印</Button>
              <Button
                type="primary"
                icon={<Icon name="file" size={16} />}
                loading={taking.isPending}
                onClick={() => taking.mutate(id)}
              >
                下载 PDF
              </Button>
            </>
          }
        />
        <p className="paper-hint">
          文书样式和法律用语供演示，正式使用前由本单位法制机构核对；印章为演示图样，没有效力。
        </p>
      </div>
      <div className="paper-scroll">
        <Paper paper={data} />
      </div>
    </>
  );
}
