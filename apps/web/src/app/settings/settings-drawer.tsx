import { App, Button, Radio, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { defaultSettings, setShellSettings, useShellSettings, type ShellSettings } from '#lib/settings.ts';
import { useSizeLevel, type SizeLevel } from '#lib/size-level.ts';
import { TabDrawer } from '#ui/tab-modal.tsx';
import type { DialogProps } from '../dialogs/registry.ts';
import { AutoLockChoice } from '../lock/auto-lock-choice.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import './settings.css';

type SwitchName = { [K in keyof ShellSettings]: ShellSettings[K] extends boolean ? K : never }[keyof ShellSettings];

// Each row: setting, label, description, and the smallest window size level at which the part fits.
const parts: readonly (readonly [SwitchName, string, string, SizeLevel])[] = [
  ['tabs', '页签栏', '打开的页面排成一行', 0],
  ['search', '搜索', '顶栏的搜索框', 0],
  ['log', '日志', '顶栏的本地错误日志', 0],
  ['fullScreen', '全屏', '顶栏的全屏按钮', 1],
  ['lock', '锁屏', '顶栏的锁屏按钮', 1],
  ['theme', '主题', '顶栏的主题按钮', 1],
  ['themeColor', '主题色', '顶栏的主题色按钮', 1],
  ['collapse', '折叠菜单', '顶栏的折叠按钮', 2],
];

/**
 * The drawer 外观与设置: all shell settings of a user. Each applies at once and syncs to the user's other browsers (LY-14).
 */
export function Dialog({ onClose }: DialogProps) {
  const { modal } = App.useApp();
  const settings = useShellSettings();
  const level = useSizeLevel();
  const reset = () =>
    modal.confirm({
      title: '恢复默认设置',
      content: '主题、主题色、密度和各项开关都将恢复为默认值，在您的其他浏览器上同样生效。',
      okText: '恢复默认',
      cancelText: '取消',
      onOk: () => setShellSettings(defaultSettings),
    });
  return (
    <TabDrawer
      open
      title="外观与设置"
      size={384}
      onClose={onClose}
      footer={
        <Button block onClick={reset}>
          恢复默认设置
        </Button>
      }
    >
      <div className="settings">
        <Section title="主题">
          <ThemeChoice />
          <Row name="followSystem" title="跟随系统" note="系统为深色时使用深色主题" />
        </Section>
        <Section title="主题色">
          <ColourChoice />
        </Section>
        <Section title="密度">
          <Radio.Group
            aria-label="密度"
            optionType="button"
            buttonStyle="solid"
            block
            value={settings.density}
            options={[
              { value: 'compact', label: '紧凑' },
              { value: 'middle', label: '适中' },
              { value: 'loose', label: '宽松' },
            ]}
            onChange={({ target }) => setShellSettings({ density: target.value })}
          />
        </Section>
        <Section title="锁屏">
          <AutoLockChoice />
        </Section>
        <Section title="界面显示">
          {parts.map(([name, title, note, from]) => (
            <Row key={name} name={name} title={title} note={level < from ? `${note}，窗口更宽时显示` : note} />
          ))}
        </Section>
        <Section title="动效">
          <SwitchRow
            title="减少动态效果"
            note="关闭界面中的过渡和动画"
            checked={settings.motion === 'reduced'}
            onChange={(on) => setShellSettings({ motion: on ? 'reduced' : 'system' })}
          />
        </Section>
      </div>
    </TabDrawer>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="settings-part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

function Row({ name, title, note }: { name: SwitchName; title: string; note: string }) {
  const checked = useShellSettings()[name];
  return <SwitchRow title={title} note={note} checked={checked} onChange={(on) => setShellSettings({ [name]: on })} />;
}

interface SwitchRowProps {
  title: string;
  note: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function SwitchRow({ title, note, checked, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="settings-row">
      <label htmlFor={id}>{title}</label>
      <small id={`${id}-note`}>{note}</small>
      <Switch id={id} checked={checked} onChange={onChange} aria-describedby={`${id}-note`} />
    </div>
  );
}
