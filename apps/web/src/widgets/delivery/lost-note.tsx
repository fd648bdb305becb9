import { dismissLost, useLostWork } from '#lib/offline/pending.ts';
import './delivery.css';

/**
 * Message that work was lost with the cleared browser storage or is unsent in another browser. Renders nothing when
 * there is none.
 */
export function LostNote() {
  const { lost } = useLostWork();
  if (lost.length === 0) return null;
  return (
    <section className="ledger-card is-refused" aria-label="没有送出的内容不在本机">
      <h2>没有送出的内容不在本机</h2>
      {lost.map(({ count, since, toldAt, isHere }) => (
        <p key={`${toldAt} ${since}`}>
          {isHere
            ? `本机浏览器的数据被清除过。清除前有 ${count} 项没有送出（最早填写于 ${since}，${toldAt} 记录），已无法找回，请重新填写。`
            : `您另有 ${count} 项填写后没有送出（最早填写于 ${since}，${toldAt} 记录）。如果是用另一台设备填写的，请在那台设备上联网发送；如果是本机清除浏览器数据前填写的，已无法找回，请重新填写。`}
        </p>
      ))}
      <p className="ledger-why">已送达的内容都在服务器上，没有丢失。</p>
      <div className="ledger-acts">
        <button type="button" className="btn main" onClick={dismissLost}>
          知道了
        </button>
      </div>
    </section>
  );
}
