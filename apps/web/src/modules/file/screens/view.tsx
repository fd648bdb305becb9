import { useSearchParams } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { Empty } from '#ui/page-states.tsx';
import { FileViewer } from '#widgets/file-viewer/file-viewer.tsx';

export function Screen() {
  const [params] = useSearchParams();
  const fileId = params.get('fileId') ?? '';
  const isValidId = /^[0-9a-f-]{36}$/.test(fileId);
  return (
    <>
      <PageHead title="查看文件" sub="文件只对有权的人打开，链接几分钟后失效" />
      <section className="card" aria-label="文件内容">
        <div className={isValidId ? 'card-body file-view' : 'card-body'}>
          {isValidId ? <FileViewer fileId={fileId} /> : <Empty icon="file" title="地址里没有文件编号" />}
        </div>
      </section>
    </>
  );
}
