import type { FrameData } from '@anlan/contract/domain/live-message';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { listenLive, onFrame } from '#lib/live.ts';
import { throttle } from '#lib/throttle.ts';
import { refreshRedDots } from '#lib/red-dots.ts';
import { onSignal } from '#lib/app-events.ts';
import { watchRisk } from './risk-watch.ts';

const notices = { '6': '系统通知', '7': '执法通知', '8': '风险预警' } as const;
const settleMs = 300;
const restMs = { dots: 2_000, figures: 15_000 };
// A random delay in milliseconds: all users of a tenant may get the event at the same moment. A hidden page can wait
// longer.
const spreadMs = () => Math.random() * (document.visibilityState === 'hidden' ? 10_000 : 700);

/** Reacts to server events (ST-10): shows notifications and refetches counts and figures. */
export function Relay() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { notification } = App.useApp();
  useEffect(listenLive, []);
  useEffect(watchRisk, []);

  useEffect(() => {
    // A bulk action sends this event many times in a moment, so the refetch is throttled.
    const dots = throttle(
      () => {
        void refreshRedDots();
        void client.invalidateQueries({ queryKey: ['todo'] });
        // An open list may show the counted items, so these lists are refetched too.
        for (const list of ['inbox', 'home']) void client.invalidateQueries({ queryKey: ['notice', list] });
      },
      () => settleMs + spreadMs(),
      restMs.dots,
    );
    // Any change by any user sends this event, and the home page has many figures, so the refetch is throttled.
    const figures = throttle(
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
        // A path with a query opens a page about one record, which starts fresh. Other pages may hold unsaved input, so
        // they stay as they are.
        if (path) void navigate(path, path.includes('?') ? { state: startsFresh } : {});
      };
      notification.info({
        key,
        title: title === '' ? what : `${what}：${title}`,
        description: text,
        duration: 8,
        // Notifications show at the bottom: the top corner has controls that users click.
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
          // An event of type 8 without a title means that the risk warning changed. The risk dialog shows it, so no
          // notification shows here.
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
