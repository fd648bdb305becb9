import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { isPartType } from '@anlan/contract/modules/page-design/parts';
import { pageStyle } from '@anlan/contract/modules/page-design/render/draw';
import { useEffect, useRef } from 'react';
import { Empty } from '#ui/page-states.tsx';
import { useDesigner, useDesignerState } from '../state.ts';
import type { Place } from '../tree.ts';
import { Groups } from './groups.tsx';
import { usePage } from './page-context.ts';
import { PartBox } from './part-box.tsx';

/** Reads the target position from the data of a drop target. Returns null if there is none. */
function readDrop({ parent, slot, at }: Record<string | symbol, unknown>): Place | null {
  if (typeof slot !== 'number' || typeof at !== 'number') return null;
  return typeof parent === 'string' || parent === null ? { parent, slot, at } : null;
}

/** Shows the page in a phone frame, exactly like the public page. Marks the selected part. */
export function Canvas({
  device: { width, height },
  dark,
}: {
  device: { width: number; height: number };
  dark: boolean;
}) {
  const { acts } = useDesigner();
  const { mayEdit } = usePage();
  const doc = useDesignerState((held) => held.doc);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const [target] = location.current.dropTargets;
          const to = target && readDrop(target.data);
          if (!to) return;
          const { kind, part } = source.data;
          if (isPartType(kind)) acts.add(kind, to);
          else if (typeof part === 'string') acts.moveTo(part, to);
        },
      }),
    [acts],
  );
  const { '--accent': accent, '--between': between, background } = pageStyle(doc);
  return (
    <section className="pd-stage" aria-label="画布">
      <p className="pd-keys">
        方向键选组件 · <kbd>Alt ↑ ↓</kbd> 移动 · <kbd>Alt → ←</kbd> 移入移出 · <kbd>Enter</kbd> 改属性 ·{' '}
        <kbd>Ctrl D</kbd> 复制 · <kbd>Delete</kbd> 删除 · <kbd>Ctrl Z</kbd> 撤销 · <kbd>Ctrl Enter</kbd> 发布
      </p>
      <div className="pd-phone" style={{ width: width + 2, minHeight: Math.min(height, 640) }}>
        <div
          ref={frame}
          className={dark ? 'pd dark' : 'pd'}
          style={{
            ...(background && !dark ? { background } : {}),
            ['--accent' as string]: accent,
            ['--between' as string]: between,
          }}
        >
          {doc.parts.length === 0 && (
            <Empty icon="plus" title="页面还是空的">
              <p>{mayEdit ? '从左边添加组件，或把组件拖到这里' : '还没有人添加组件'}</p>
            </Empty>
          )}
          <Groups parts={doc.parts} as="div" one={PartBox} />
        </div>
      </div>
    </section>
  );
}
