import { ChannelPage } from '../parts/channel-page.tsx';

/** 通知公告: what the unit tells its people and enterprises. */
export const Screen = () => <ChannelPage channel="announcement" title="通知公告" />;
