import { ChannelPage } from '../parts/channel-page.tsx';

export const Screen = () => <ChannelPage channel="system" title="系统通知" />;
