import type { FrameData } from '@anlan/contract/domain/live';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { beginsAnew } from '#lib/anew.ts';
import { listenLive, onFrame } from '#lib/live.ts';
import { paced } from '#lib/paced.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { onSignal } from '#lib/signals.ts';
import { watchRisk } from './risk-watch.ts';

const notices = { '6': '系统通知', '7': '执法通知', '8': '风险预警' } as const;
const settleMs = 300;
const restMs = { dots: 2_000, figures: 15_000 };
// Everybody of a unit may be told in the same moment; a page that nobody looks at has time.
const spreadMs = () => Math.random() * (document.visibilityState === 'hidden' ? 10_000 : 700);

/** Takes what the server tells to the screens (ST-10): notices are shown, counts and figures are read anew. */
export function Relay() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { notification } = App.useApp();
  useEffect(listenLive, []);
  useEffect(watchRisk, []);

  useEffect(() => {
    // Work on many rows says so many times within a moment.
    const dots = paced(
      () => {
        void refreshRedDots();
        void client.invalidateQueries({ queryKey: ['todo'] });
        // What is counted stands in a list that may be open.
        for (const list of ['inbox', 'home']) void client.invalidateQueries({ queryKey: ['notice', list] });
      },
      () => settleMs + spreadMs(),
      restMs.dots,
    );
    // Each change by anybody says so to everybody, and home asks for many figures at once.
    const figures = paced(
      () => void client.invalidateQueries({ queryKey: ['home'] }),
      () => settleMs + spreadMs(),
      restMs.figures,
    );
    void refreshRedDots();
    const stops = [
      onFrame('pcRedDot', dots.ask),
      onFrame('statistics', figures.ask),
      onSignal('behind', dots.ask),
      onSignal('back', dots.ask),
      onSignal('rights', dots.ask),
    ];
    return () => {
      dots.stop();
      figures.stop();
      for (const stop of stops) stop();
    };
  }, [client]);

  useEffect(() => {
    const show = (what: string, { title = '', text = '', path }: FrameData) => {
      const key = `${what} ${title}`;
      const open = () => {
        notification.destroy(key);
        // What one thing is about is shown anew; a page of its own may hold what somebody is typing.
        if (path) void navigate(path, path.includes('?') ? { state: beginsAnew } : {});
      };
      notification.info({
        key,
        title: title === '' ? what : `${what}：${title}`,
        description: text,
        duration: 8,
        // The corner above holds what people reach for.
        placement: 'bottomRight',
        ...(path
          ? {
              actions: (
                <Button type="primary" size="small" onClick={open}>
                  查看
                </Button>
              ),
            }
          : {}),
      });
    };
    const stops = [
      ...(['6', '7', '8'] as const).map((type) =>
        onFrame(type, (data) => {
          // A warning without words is a rule that was changed: the pop-up sees to it.
          if (type !== '8' || data.title !== undefined) show(notices[type], data);
        }),
      ),
      onFrame('login', (data) => show(data.title ?? '您的账号在新设备登录', { text: data.text, path: '/info/index' })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [notification, navigate]);
  return null;
}
