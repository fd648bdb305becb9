import { idleMinutes } from '@anlan/contract/modules/user/layout-setting';
import { App, Radio } from 'antd';
import { useState } from 'react';
import { knowsLockWord } from '#modules/session-own/outside/calls.ts';
import { FirstWordDialog } from '#modules/session-own/parts/first-word-dialog.tsx';
import { messageOf } from '#lib/api-error.ts';
import { setShellSettings, useShellSetting } from '#lib/settings.ts';

type Minutes = (typeof idleMinutes)[number];
const options = idleMinutes.map((value) => ({ value, label: value === 0 ? '从不' : `${value} 分钟` }));

export function AutoLockChoice() {
  const { message } = App.useApp();
  const autoLockMinutes = useShellSetting('autoLockMinutes');
  const [wanted, setWanted] = useState<Minutes>();
  const choose = async (minutes: Minutes) => {
    if (minutes === 0) return setShellSettings({ autoLockMinutes: 0 });
    try {
      if (await knowsLockWord()) setShellSettings({ autoLockMinutes: minutes });
      else setWanted(minutes);
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
  return (
    <>
      <Radio.Group
        aria-label="无操作后自动锁屏"
        optionType="button"
        buttonStyle="solid"
        block
        value={autoLockMinutes}
        options={options}
        onChange={({ target }) => void choose(target.value)}
      />
      <small className="settings-note">多久没有操作后自动锁屏，任一窗口中的操作都算在内</small>
      {wanted !== undefined && (
        <FirstWordDialog
          onClose={() => setWanted(undefined)}
          onSet={() => {
            setShellSettings({ autoLockMinutes: wanted });
            setWanted(undefined);
          }}
        />
      )}
    </>
  );
}
