import { checkDesign } from '@anlan/contract/modules/page-design/publish-check';
import type { Design } from '@anlan/contract/modules/page-design/design';
import type { PageData } from '@anlan/contract/modules/page-design/views';
import { useMemo } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useDesigner } from '../state.ts';
import { goToPart } from './part-keys.ts';

export function Checks({ design, data, isReady }: { design: Design; data: PageData; isReady: boolean }) {
  const { acts } = useDesigner();
  const { findings, passedTexts: fine } = useMemo(() => checkDesign(design, data), [design, data]);
  const must = findings.filter((one) => one.must).length;
  const advice = findings.length - must;
  return (
    // Focusable, so that the arrow keys can scroll a long list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="pd-checks" aria-label="发布前检查" tabIndex={0}>
      <h3>
        发布前检查{' '}
        <small className={must > 0 ? 'bad' : ''}>
          {isReady ? `${must} 项必须改 · ${advice} 项建议` : '正在读取数据…'}
        </small>
      </h3>
      {isReady && (
        <ul>
          {findings.map(({ part, text, why, must: isMust }, at) => (
            <li key={`${part} ${text} ${at}`} className={isMust ? 'must' : 'advice'}>
              <Icon name={isMust ? 'close' : 'clock'} size={16} />
              <span>
                <b>
                  <span className="pd-unseen">{isMust ? '必须改：' : '建议：'}</span>
                  {text}
                </b>
                <small>{why}</small>
              </span>
              {part !== null && (
                <button
                  type="button"
                  className="link"
                  aria-label={`${isMust ? '去改' : '查看'}：${text}`}
                  onClick={() => {
                    acts.select(part);
                    goToPart(part);
                  }}
                >
                  {isMust ? '去改' : '查看'}
                </button>
              )}
            </li>
          ))}
          {fine.map((text) => (
            <li key={text} className="pd-fine">
              <Icon name="tick" size={16} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
