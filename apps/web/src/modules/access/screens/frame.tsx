import { useLocation } from 'react-router';
import { Empty } from '#ui/page-states.tsx';
import { Framing } from '../parts/external-page-frame.tsx';
import '../parts/frame.css';

/** Shows an external page in a frame, with its address above (RT-30, S41). */
export function Screen() {
  const src = new URLSearchParams(useLocation().search).get('src') ?? '';
  if (src === '') return <Empty icon="info" title="地址里没有要打开的页面" />;
  return <Framing key={src} src={src} />;
}
