import { formatInstant } from '@anlan/contract/domain/instant';
import type { PageData } from '@anlan/contract/modules/page-design/views';
import { Button, Select } from 'antd';
import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useDesigner, useSteps } from '../state.ts';
import { usePage } from './page-context.ts';
import { pastePart } from './clipboard.ts';
import type { Autosave } from './use-autosave.ts';

const PublishDialog = lazyPart(async () => (await import('./publish-dialog.tsx')).PublishDialog);
const PreviewDialog = lazyPart(async () => (await import('./preview-dialog.tsx')).PreviewDialog);
const VersionsDialog = lazyPart(async () => (await import('./versions-dialog.tsx')).VersionsDialog);

const devices = [
  { width: 360, height: 780 },
  { width: 390, height: 844 },
  { width: 430, height: 932 },
];

interface Props {
  keeping: Autosave;
  device: { width: number; height: number };
  setDevice: (device: { width: number; height: number }) => void;
  dark: boolean;
  setDark: (dark: boolean) => void;
  data: PageData;
  open: OpenDialog;
  setOpen: (open: OpenDialog) => void;
}
export type OpenDialog = 'publish' | 'preview' | 'versions' | null;

/** Buttons for the whole page: save, undo, device, preview, versions, publish. */
export function TopBar({ keeping, device, setDevice, dark, setDark, data, open, setOpen }: Props) {
  const { acts } = useDesigner();
  const { page, mayEdit } = usePage();
  const mayPublish = useHasPermit('mall:pagedevise:publish');
  const { canUndo, canRedo } = useSteps();
  const close = () => setOpen(null);
  const saved = {
    kept: `${formatInstant(keeping.savedAt).slice(11, 16)} 已自动保存`,
    changed: '有修改，即将保存',
    saving: '正在保存…',
    failed: keeping.problem ?? '没有保存',
  }[keeping.state];
  return (
    <header className="pd-bar">
      <Link to="/mall/pagedevise/index" aria-label="返回页面列表" className="pd-back">
        <Icon name="left" size={18} />
      </Link>
      <h1>{page.name}</h1>
      {keeping.edition === null ? (
        <span className="tag tone-grey">草稿 · 第 {keeping.version} 次保存</span>
      ) : (
        <span className="tag tone-green">
          第 {keeping.edition} 版{keeping.edition === page.edition ? '' : ' · 等待发布'}
        </span>
      )}
      <span className={keeping.state === 'failed' ? 'pd-saved bad' : 'pd-saved'} role="status">
        {saved}
      </span>
      {keeping.state === 'failed' && (
        <Button size="small" onClick={() => void keeping.keep()}>
          再保存一次
        </Button>
      )}
      <span className="pd-tasks" role="toolbar" aria-label="编辑">
        <Button type="text" disabled={!canUndo} icon={<Icon name="left" size={16} />} onClick={acts.undo}>
          撤销
        </Button>
        <Button type="text" disabled={!canRedo} icon={<Icon name="right" size={16} />} onClick={acts.redo}>
          重做
        </Button>
        {mayEdit && (
          <Button type="text" onClick={() => pastePart(acts)}>
            粘贴组件
          </Button>
        )}
        <Select
          aria-label="手机尺寸"
          value={device.width}
          options={devices.map(({ width, height }) => ({ value: width, label: `${width} × ${height}` }))}
          onChange={(width: number) => setDevice(devices.find((one) => one.width === width) ?? device)}
        />
        <Button type="text" aria-pressed={dark} onClick={() => setDark(!dark)} icon={<Icon name="moon" size={16} />}>
          深色检查
        </Button>
      </span>
      <span className="pd-ends">
        {keeping.others.length > 0 && <span className="pd-others">{keeping.others.join('、')} 也在编辑</span>}
        <Button onClick={() => setOpen('versions')} icon={<Icon name="clock" size={16} />}>
          版本
        </Button>
        <Button onClick={() => setOpen('preview')} icon={<Icon name="phone" size={16} />}>
          手机预览
        </Button>
        {mayPublish && (
          <Button type="primary" onClick={() => setOpen('publish')}>
            发布…
          </Button>
        )}
      </span>
      {open === 'publish' && <PublishDialog keeping={keeping} data={data} onClose={close} />}
      {open === 'preview' && <PreviewDialog keeping={keeping} onClose={close} />}
      {open === 'versions' && <VersionsDialog keeping={keeping} onClose={close} />}
    </header>
  );
}
