import { contrast } from '@anlan/contract/domain/colour-contrast';
import { Input } from 'antd';
import { useId, useState } from 'react';
import { accentPresets, accentVars } from '#lib/accent.ts';
import { isDark, setTheme, useTheme } from '#lib/theme.ts';
import './settings.css';
import { Tick } from './tick.tsx';

const names: Record<(typeof accentPresets)[number], string> = {
  '#409EFF': '默认蓝',
  '#67C23A': '草绿',
  '#E6A23C': '琥珀',
  '#F56C6C': '珊瑚',
  '#909399': '石灰',
  '#C71539': '绛红',
};
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Selects the accent colour: six presets or any colour. Shows the contrast of the text shade (CN-04). */
export function ColourChoice() {
  const theme = useTheme();
  const { accent } = theme;
  const group = useId();
  const own = !accentPresets.some((preset) => same(preset, accent));
  return (
    <div className="colours">
      <div className="colour-presets" role="radiogroup" aria-label="主题色">
        {accentPresets.map((preset) => (
          <label key={preset} className="colour-dot" title={`${names[preset]} ${preset}`}>
            <input
              type="radio"
              className="over"
              name={group}
              checked={same(preset, accent)}
              onChange={() => setTheme({ accent: preset })}
            />
            <Swatch colour={preset} />
            <span className="unseen">{names[preset]}</span>
          </label>
        ))}
      </div>
      <div className={own ? 'colour-own on' : 'colour-own'}>
        <input
          type="color"
          aria-label="自选颜色"
          value={accent.toLowerCase()}
          onChange={({ target }) => setTheme({ accent: target.value })}
        />
        <Code accent={accent} />
      </div>
      <Shades accent={accent} dark={isDark(theme)} />
    </div>
  );
}

function Swatch({ colour }: { colour: string }) {
  return (
    <span className="colour-swatch" ref={(box) => void box?.style.setProperty('--swatch', colour)} aria-hidden="true">
      <Tick size={16} />
    </span>
  );
}

// Input for a colour code. Shows the typed text until the text is a valid colour. Stays mounted, so that it keeps the
// focus.
function Code({ accent }: { accent: string }) {
  const [text, setText] = useState(accent.toUpperCase());
  const [shown, setShown] = useState(accent);
  if (shown !== accent) {
    setShown(accent);
    if (!same(text, accent)) setText(accent.toUpperCase());
  }
  const wrong = !isColour(text);
  return (
    <>
      <Input
        className="colour-code"
        aria-label="颜色代码"
        aria-invalid={wrong}
        maxLength={7}
        value={text}
        status={wrong ? 'error' : ''}
        onChange={({ target }) => {
          const next = target.value.trim();
          setText(next);
          if (isColour(next) && !same(next, accent)) setTheme({ accent: next });
        }}
      />
      {wrong && (
        <span className="colour-fault" role="alert">
          请输入 # 和六位十六进制数字，例如 #409EFF
        </span>
      )}
    </>
  );
}

function Shades({ accent, dark }: { accent: string; dark: boolean }) {
  const vars = accentVars(accent, dark);
  const ratio = contrast(vars['--accent-ink'], dark ? '#141b24' : '#ffffff').toFixed(1);
  return (
    <p className="colour-shades">
      <span className="colour-fill">按钮</span>
      <span className="colour-soft">选中</span>
      <span className="colour-words">文字</span>
      <small>{`按此颜色自动加深或提亮，文字对比度 ${ratio}:1`}</small>
    </p>
  );
}
