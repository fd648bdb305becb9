import { ChannelPage } from '../parts/channel-page.tsx';

export const Screen = () => <ChannelPage channel="announcement" title="通知公告" />;
