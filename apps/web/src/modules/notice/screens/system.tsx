import { ChannelPage } from '../parts/channel-page.tsx';

/** 系统通知: what the platform tells the units. */
export const Screen = () => <ChannelPage channel="system" title="系统通知" />;
