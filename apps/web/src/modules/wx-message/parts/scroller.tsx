import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Icon } from '#ui/icon.tsx';

interface Row {
  id: string;
}

interface Props<R extends Row> {
  label: string;
  rows: readonly R[];
  /** The row that is shown first; the newest where none is said. */
  startId?: string | undefined;
  /** Draws a row; the one before it says whether a day begins. */
  draw: (row: R, before: R | undefined) => ReactElement;
  /** Whether older ones can be fetched, and whether they are on their way. */
  older: 'some' | 'coming' | 'failed' | 'none';
  onOlder: () => void;
}

/** As tall with a button, a word or nothing in it: what is below does not move. */
const headHeight = 36;
/** So near the end counts as being there. */
const nearEnd = 80;

/** What was said, newest below: draws only what is visible, and stays where it is when older ones come above (LY-16). */
export function Scroller<R extends Row>({ label, rows, startId, draw, older, onOlder }: Props<R>) {
  const box = useRef<HTMLDivElement>(null);
  // What stands at the end is known to the scroll itself, between two pictures too.
  const end = useRef(startId === undefined);
  const list = useRef<VirtualizerHandle>(null);
  const started = useRef(false);
  const top = useRef(0);
  const [atEnd, setAtEnd] = useState(startId === undefined);
  const [unseen, setUnseen] = useState(0);
  const first = rows[0]?.id;
  const last = rows.at(-1)?.id;
  const [shown, setShown] = useState({ first, last, count: rows.length, shift: false });
  if (first !== shown.first || last !== shown.last) {
    // Those that came above keep what is visible where it is.
    setShown({ first, last, count: rows.length, shift: first !== shown.first && last === shown.last });
    if (last !== shown.last && !atEnd) setUnseen(unseen + Math.max(0, rows.length - shown.count));
  }
  const goToEnd = () => {
    const view = box.current;
    if (view !== null) view.scrollTop = view.scrollHeight;
  };
  const toEnd = () => {
    end.current = true;
    setAtEnd(true);
    setUnseen(0);
    goToEnd();
  };
  useLayoutEffect(() => {
    if (startId === undefined || started.current) return undefined;
    const index = rows.findIndex(({ id }) => id === startId);
    if (index < 0) return undefined;
    started.current = true;
    list.current?.scrollToIndex(index, { align: 'center' });
    // Rows are measured with the next picture.
    const frame = requestAnimationFrame(() => list.current?.scrollToIndex(index, { align: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [rows, startId]);
  useLayoutEffect(() => {
    if (!end.current) return undefined;
    goToEnd();
    // Rows are measured with the next picture.
    const frame = requestAnimationFrame(goToEnd);
    return () => cancelAnimationFrame(frame);
  }, [rows]);
  // A picture that comes later makes its row taller: whoever was at the end stays there.
  useEffect(() => {
    const view = box.current;
    if (view === null) return undefined;
    const watcher = new ResizeObserver(() => {
      if (end.current) view.scrollTop = view.scrollHeight;
    });
    watcher.observe(view);
    for (const child of view.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, []);

  const scrolled = () => {
    const view = box.current;
    if (view === null) return;
    const up = view.scrollTop < top.current;
    top.current = view.scrollTop;
    // Rows that grow as they are measured leave the end as well: only who goes up leaves it on purpose.
    if (view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd) end.current = true;
    else if (up) end.current = false;
    setAtEnd(end.current);
    if (end.current && unseen > 0) setUnseen(0);
    if (up && view.scrollTop < view.clientHeight && older === 'some' && shown.count > 0) onOlder();
  };
  return (
    <div className="hist">
      {/* It is read through with the arrows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="hist-scroll" ref={box} role="log" aria-label={label} tabIndex={0} onScroll={scrolled}>
        <div className="hist-more" style={{ height: headHeight }}>
          {older === 'some' && (
            <button type="button" className="link" onClick={onOlder}>
              加载更多
            </button>
          )}
          {older === 'failed' && (
            <button type="button" className="link" onClick={onOlder}>
              没有读到更早的消息，重试
            </button>
          )}
          {older === 'coming' && '正在加载…'}
        </div>
        <Virtualizer ref={list} scrollRef={box} startMargin={headHeight} shift={shown.shift} data={rows}>
          {(row, at) => (
            <div key={row.id} className={row.id === startId ? 'hist-row found' : 'hist-row'}>
              {draw(row, rows[at - 1])}
            </div>
          )}
        </Virtualizer>
      </div>
      {unseen > 0 && (
        <button type="button" className="btn hist-new" onClick={toEnd}>
          <Icon name="down" size={14} />
          {unseen} 条新消息
        </button>
      )}
    </div>
  );
}
