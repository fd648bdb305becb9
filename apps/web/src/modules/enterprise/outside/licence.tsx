import { useCallback, useId, type ChangeEvent } from 'react';
import { Icon } from '#ui/icon.tsx';
import { namedByContent } from '#widgets/upload-rules.ts';

const most = 10 * 1024 * 1024;
const kinds = /\.(png|jpe?g|pdf)$/i;

interface Props {
  file: File | null;
  hasLicence: boolean;
  fault: string | undefined;
  onChoose: (file: File | null) => void;
  onRefuse: (why: string) => void;
}

export function Licence({ file, hasLicence: kept, fault, onChoose, onRefuse }: Props) {
  const id = useId();
  const picture = file?.type.startsWith('image/') === true;
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null || file === null) return undefined;
      const address = URL.createObjectURL(file);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [selection] = event.target.files ?? [];
    event.target.value = '';
    if (!selection) return;
    const selectedFile = await namedByContent(selection);
    if (!kinds.test(selectedFile.name)) return onRefuse('只能上传 jpg、png、pdf 文件');
    if (selectedFile.size > most) return onRefuse('文件不能超过 10M');
    onChoose(selectedFile);
  };
  const named = file?.name ?? (kept ? '已上传营业执照' : '');
  return (
    <div className="field">
      <label htmlFor={id}>营业执照（jpg、png、pdf，不超过 10M）</label>
      <div className={fault ? 'licence bad' : 'licence'}>
        {picture && <img ref={show} alt="营业执照预览" />}
        {!picture && <Icon name={named === '' ? 'upload' : 'file'} size={28} />}
        <span className="named">{named === '' ? '点击选择文件，或拖到这里' : named}</span>
        <input
          id={id}
          type="file"
          accept=".png,.jpg,.jpeg,.pdf"
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => void take(event)}
        />
      </div>
      {file && (
        <button type="button" className="hint" onClick={() => onChoose(null)}>
          移除
        </button>
      )}
      {fault && (
        <span className="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
