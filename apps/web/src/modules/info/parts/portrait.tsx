import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { files } from '#lib/shared-calls.ts';
import { later } from '#ui/later.tsx';
import { ownKey, saveOwn } from '../calls.ts';

const CropDialog = later(async () => (await import('./crop-dialog.tsx')).CropDialog);

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
const pictures = /\.(jpe?g|png)$/i;
// What is cut out is small; this only spares the browser a picture that it cannot hold.
const largestBytes = 20 * 1024 * 1024;

/** The person's portrait, and the way to another. */
export function Portrait({ url, name }: { url: string | null; name: string }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const { data } = useQuery({
    queryKey: ['file', url],
    queryFn: ({ signal }) => files.link({ id: idOf(url ?? '') }, { signal, quiet: true }),
    enabled: url !== null,
    staleTime: 240_000,
  });
  const remove = useMutation({
    mutationFn: () => saveOwn({ avatar: null }),
    onSuccess: async () => {
      void message.success('已恢复默认头像');
      await client.invalidateQueries({ queryKey: ownKey });
    },
    onError: (error) => void message.error(error.message),
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (!pictures.test(file.name) || file.size > largestBytes) void message.warning('请选择 jpg 或 png 图片');
    else setChosen(file);
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
          choose(target.files?.[0]);
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
      {chosen && (
        <Suspense fallback={null}>
          <CropDialog file={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </div>
  );
}
