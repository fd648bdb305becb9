import { Input } from 'antd';
import { MaterialChoice } from '#widgets/wx-material/material-choice.tsx';
import type { Draft } from './drafts.ts';

interface Props {
  appId: string;
  value: Draft['music'];
  onChange: (music: Draft['music']) => void;
}

export function Music({ appId, value, onChange }: Props) {
  const field = (name: 'name' | 'description' | 'url' | 'hqUrl', label: string, maxLength: number) => (
    <Input
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={value[name]}
      onChange={({ target }) => onChange({ ...value, [name]: target.value })}
    />
  );
  return (
    <div className="reply-music">
      {field('name', '音乐标题', 64)}
      {field('description', '音乐描述', 200)}
      {field('url', '音乐链接', 1000)}
      {field('hqUrl', '高品质链接（无线网络下优先播放，可不填）', 1000)}
      <MaterialChoice
        appId={appId}
        kind="image"
        label="缩略图"
        value={value.thumb}
        onChange={(thumb) => onChange({ ...value, thumb })}
      />
    </div>
  );
}
