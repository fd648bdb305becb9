import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { callQuery } from '#lib/call-query.ts';
import { files } from '#lib/shared-calls.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { namedByContent } from '#widgets/upload-rules.ts';
import { ownKey, saveOwn } from '../calls.ts';

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog);

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
// Maximum size of the selected file. Only the small cropped picture is uploaded; this limit protects the browser's
// memory.
const largestBytes = 20 * 1024 * 1024;

export function Portrait({ url, name }: { url: string | null; name: string }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [selectedFile, setSelectedFile] = useState<File | null>(null);
  const { data } = useQuery(
    callQuery(['file', url], files.link, { id: idOf(url ?? '') }, { enabled: url !== null, staleTime: 240_000 }),
  );
  const remove = useMutation({
    mutationFn: () => saveOwn({ avatar: null }),
    onSuccess: async () => {
      void message.success('已恢复默认头像');
      await client.invalidateQueries({ queryKey: ownKey });
    },
    onError: (error) => void message.error(error.message),
  });
  const choose = async (selection: File | undefined) => {
    if (!selection) return;
    const file = await namedByContent(selection);
    if (!/\.(jpe?g|png)$/i.test(file.name) || file.size > largestBytes) void message.warning('请选择 jpg 或 png 图片');
    else setSelectedFile(file);
  };
  return (
    <div className="info-portrait">
      {url !== null && data ? (
        <img src={data.url} alt="我的头像" width={96} height={96} />
      ) : (
        <span className="face" data-letter={[...name][0]} aria-hidden="true" />
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="头像图片"
        accept=".jpg,.jpeg,.png"
        onChange={({ target }) => {
          void choose(target.files?.[0]);
          target.value = '';
        }}
      />
      <Button size="small" onClick={() => input.current?.click()}>
        更换头像
      </Button>
      {url !== null && (
        <Button size="small" type="text" loading={remove.isPending} onClick={() => remove.mutate()}>
          移除
        </Button>
      )}
      {selectedFile && (
        <Suspense fallback={null}>
          <CropDialog file={selectedFile} onClose={() => setSelectedFile(null)} />
        </Suspense>
      )}
    </div>
  );
}
