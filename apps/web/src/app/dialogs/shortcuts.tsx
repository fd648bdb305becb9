import { Switch } from 'antd';
import { useState } from 'react';
import { setSingleKeys, singleKeys } from '#lib/single-key-shortcuts.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import type { DialogProps } from './registry.ts';
import { paletteKey } from '../use-shortcuts.ts';
import './shortcuts.css';

const groups: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: '随处可用',
    keys: [
      [paletteKey, '搜索菜单、记录和操作'],
      ['/', '到顶部搜索框'],
      ['?', '显示本页'],
      ['Tab', '到下一处；页面开头可直接跳到正文'],
      ['Esc', '关闭菜单、对话框和抽屉'],
    ],
  },
  {
    title: '页签栏',
    keys: [
      ['← →', '前一个、后一个页签'],
      ['Home End', '第一个、最后一个页签'],
      ['Delete', '关闭页签'],
    ],
  },
  {
    title: '菜单、列表和表单',
    keys: [
      ['↑ ↓', '上一项、下一项'],
      ['Enter', '打开或选定'],
      ['空格', '勾选、展开'],
      ['Ctrl Enter', '保存正在填写的表单'],
      ['Ctrl Z', '提示里有“撤销”时，撤销刚才的操作'],
    ],
  },
  {
    title: '连续处理',
    keys: [
      ['J →', '下一条'],
      ['K ←', '上一条'],
      ['Ctrl Enter', '办理这一条并看下一条'],
    ],
  },
];

export function Dialog({ onClose }: DialogProps) {
  const [on, setOn] = useState(singleKeys);
  return (
    <TabModal open title="键盘快捷键" width={520} footer={null} onCancel={onClose}>
      {groups.map(({ title, keys }) => (
        <section key={title} className="keys-group" aria-label={title}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className="keys-switch">
        <Switch
          checked={on}
          aria-label="单键快捷键"
          onChange={(next) => {
            setOn(next);
            setSingleKeys(next);
          }}
        />
        <span>
          单键快捷键（/、?、J 和 K）<small>使用语音输入时可关闭，以免误触</small>
        </span>
      </div>
    </TabModal>
  );
}
