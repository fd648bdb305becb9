import { Icon } from '#ui/icon.tsx';
import type { Step } from './rules.ts';

interface Words {
  title: string;
  text: string;
  bad?: true;
}
const words: Readonly<Partial<Record<Step, Words>>> = {
  opening: { title: '正在生成订单', text: '请稍候。' },
  waiting: { title: '等待支付', text: '扫一次即可，付款后这里自动显示结果，不用刷新。' },
  offline: {
    title: '网络断开，正在重新连接',
    text: '已经付的款不会丢失：网络恢复后这里自动显示结果，也可以稍后在“订单管理”查看。',
    bad: true,
  },
  over: { title: '二维码已过期', text: '订单已关闭，没有扣款。点击刷新，重新生成付款码。', bad: true },
};

/** The payment state. Screen readers announce changes. */
export function StateLine({ step, note }: { step: Step; note?: string | undefined }) {
  const { title, text, bad } = words[step] ?? { title: '', text: '' };
  return (
    <div className={bad ? 'vip-state bad' : 'vip-state'} role="status" hidden={title === ''}>
      {bad ? <Icon name="alert" size={16} /> : <i className="vip-spin" aria-hidden />}
      <b>{title}</b>
      <small>{step === 'waiting' && '每秒核对一次'}</small>
      <p>{note ?? text}</p>
    </div>
  );
}
