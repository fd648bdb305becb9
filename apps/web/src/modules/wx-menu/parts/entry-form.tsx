import {
  bytesOf,
  wxMenuKinds,
  wxMenuLimits,
  type WxMenuEntry,
  type WxMenuKind,
  type WxMenuProblem,
} from '@anlan/contract/modules/wx-menu/menu';
import { Button, Input, Select } from 'antd';
import { useId, type ReactNode } from 'react';
import { MaterialChoice } from '#widgets/wx-material/material-choice.tsx';
import { kindNames } from '../rules.ts';

interface FieldProps {
  label: string;
  problem: string | undefined;
  extra?: string;
  children: (id: string, described: string) => ReactNode;
}

function Field({ label, problem, extra, children }: FieldProps) {
  const id = useId();
  return (
    <div className="menu-field">
      <label htmlFor={id}>{label}</label>
      {children(id, `${id}-said`)}
      <span id={`${id}-said`} className={problem ? 'bad' : 'chat-meek'}>
        {problem ?? extra}
      </span>
    </div>
  );
}

interface Props {
  appId: string;
  entry: WxMenuEntry;
  /** Whether the entry has sub-entries. Such an entry has no action. */
  opens: boolean;
  isButton: boolean;
  problem: WxMenuProblem | undefined;
  mayEdit: boolean;
  onChange: (change: Partial<WxMenuEntry>) => void;
  mayMove: { back: boolean; on: boolean };
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const keyed = (type: WxMenuKind | undefined) =>
  type !== undefined && type !== 'view' && type !== 'miniprogram' && type !== 'media_id';

export function EntryForm({
  appId,
  entry,
  opens,
  isButton,
  problem,
  mayEdit,
  mayMove,
  onChange,
  onMove,
  onRemove,
}: Props) {
  const { name, type, key = '', url = '', appid = '', pagepath = '', mediaId = '' } = entry;
  const wrong = (field: WxMenuProblem['field']) => (problem?.field === field ? problem.msg : undefined);
  const most = isButton ? wxMenuLimits.buttonBytes : wxMenuLimits.entryBytes;
  const line = (
    label: string,
    field: 'key' | 'url' | 'appid' | 'pagepath',
    value: string,
    more: { placeholder?: string; extra?: string; maxLength: number },
  ) => (
    <Field label={label} problem={wrong(field)} {...(more.extra ? { extra: more.extra } : {})}>
      {(id, descriptionId) => (
        <Input
          id={id}
          aria-describedby={descriptionId}
          disabled={!mayEdit}
          status={wrong(field) ? 'error' : ''}
          value={value}
          maxLength={more.maxLength}
          placeholder={more.placeholder}
          onChange={({ target }) => onChange({ [field]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="menu-form">
      <Field
        label="菜单名称"
        problem={wrong('name')}
        extra={`${bytesOf(name)} / ${most} 字节，一个汉字 3 字节${isButton ? '，约 5 个汉字' : ''}`}
      >
        {(id, descriptionId) => (
          <Input
            id={id}
            aria-describedby={descriptionId}
            disabled={!mayEdit}
            status={wrong('name') ? 'error' : ''}
            value={name}
            maxLength={60}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      {opens ? (
        <p className="chat-meek">有子菜单的一级菜单只用来展开，点击后做什么在子菜单里设置。</p>
      ) : (
        <>
          <Field label="点击后" problem={wrong('type')}>
            {(id, descriptionId) => (
              <Select
                id={id}
                aria-describedby={descriptionId}
                disabled={!mayEdit}
                value={type ?? null}
                placeholder="请选择"
                options={wxMenuKinds.map((value) => ({ value, label: kindNames[value] }))}
                onChange={(next: WxMenuKind) => onChange({ type: next })}
              />
            )}
          </Field>
          {keyed(type) &&
            line('事件名（Key）', 'key', key, {
              placeholder: '如 guide',
              extra: '粉丝点击后，聊天记录里会显示这个名字',
              maxLength: 128,
            })}
          {(type === 'view' || type === 'miniprogram') &&
            line(type === 'view' ? '网址' : '备用网址', 'url', url, {
              placeholder: 'https://',
              ...(type === 'miniprogram' ? { extra: '旧版微信打不开小程序时打开它' } : {}),
              maxLength: 1024,
            })}
          {type === 'miniprogram' && line('小程序 AppID', 'appid', appid, { placeholder: 'wx', maxLength: 40 })}
          {type === 'miniprogram' &&
            line('小程序页面', 'pagepath', pagepath, { placeholder: '如 pages/index', maxLength: 300 })}
          {type === 'media_id' && (
            <div className="menu-field">
              <MaterialChoice
                appId={appId}
                kind="image"
                label="图片"
                value={mediaId === '' ? null : { mediaId, name: '已选图片', url: null }}
                onChange={(material) => onChange({ mediaId: material?.mediaId ?? '' })}
              />
              {wrong('mediaId') && <span className="bad">{wrong('mediaId')}</span>}
            </div>
          )}
        </>
      )}
      {mayEdit && (
        <div className="menu-form-foot">
          <Button disabled={!mayMove.back} onClick={() => onMove(-1)}>
            {isButton ? '左移' : '上移'}
          </Button>
          <Button disabled={!mayMove.on} onClick={() => onMove(1)}>
            {isButton ? '右移' : '下移'}
          </Button>
          <Button danger onClick={onRemove}>
            删除{isButton ? '菜单' : '子菜单'}
          </Button>
        </div>
      )}
    </div>
  );
}
