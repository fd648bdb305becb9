import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Icon } from '#ui/icon.tsx';

interface Row {
  id: string;
}

interface Props<R extends Row> {
  label: string;
  rows: readonly R[];
  /** Id of the row to scroll to first. Default: the newest row. */
  startId?: string | undefined;
  draw: (row: R, before: R | undefined) => ReactElement;
  older: 'some' | 'coming' | 'failed' | 'none';
  onOlder: () => void;
}

/** Height of the list header in pixels. It is constant, so that the rows below do not move. */
const headHeight = 36;
/** Within this distance from the end, in pixels, the list counts as scrolled to the end. */
const nearEnd = 80;

/**
 * A virtual list of messages, newest at the bottom. The scroll position stays the same when older messages are added at
 * the top (LY-16).
 */
export function Scroller<R extends Row>({ label, rows, startId, draw, older, onOlder }: Props<R>) {
  const box = useRef<HTMLDivElement>(null);
  // Whether the list is scrolled to the end. A ref, because scroll events also occur between renders.
  const end = useRef(startId === undefined);
  const list = useRef<VirtualizerHandle>(null);
  const started = useRef(false);
  const top = useRef(0);
  // Whether the user has scrolled since the list last went to its end. The virtual list scrolls up too, when a new row
  // is lower than estimated.
  const isMoved = useRef(false);
  const [atEnd, setAtEnd] = useState(startId === undefined);
  const [unseen, setUnseen] = useState(0);
  const first = rows[0]?.id;
  const last = rows.at(-1)?.id;
  const [shown, setShown] = useState({ first, last, count: rows.length, shift: false });
  if (first !== shown.first || last !== shown.last) {
    // If only older rows were added at the top, `shift` keeps the visible rows in place.
    setShown({ first, last, count: rows.length, shift: first !== shown.first && last === shown.last });
    if (last !== shown.last && !atEnd) setUnseen(unseen + Math.max(0, rows.length - shown.count));
  }
  const goToEnd = () => {
    const view = box.current;
    if (view === null) return;
    isMoved.current = false;
    view.scrollTop = view.scrollHeight;
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
    // Wait one frame, because rows are measured in the next frame.
    const frame = requestAnimationFrame(() => list.current?.scrollToIndex(index, { align: 'center' }));
    return () => cancelAnimationFrame(frame);
  }, [rows, startId]);
  useLayoutEffect(() => {
    if (!end.current) return undefined;
    goToEnd();
    // Wait one frame, because rows are measured in the next frame.
    const frame = requestAnimationFrame(goToEnd);
    return () => cancelAnimationFrame(frame);
  }, [rows]);
  // A loaded picture makes its row higher. If the list was at the end, scroll to the end again.
  useEffect(() => {
    const view = box.current;
    if (view === null) return undefined;
    const watcher = new ResizeObserver(() => {
      if (end.current) goToEnd();
    });
    watcher.observe(view);
    for (const child of view.children) watcher.observe(child);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    const move = () => void (isMoved.current = true);
    for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
      box.current?.addEventListener(kind, move, { passive: true, signal: stop.signal });
    return () => stop.abort();
  }, []);

  const scrolled = () => {
    const view = box.current;
    if (view === null) return;
    const up = view.scrollTop < top.current;
    top.current = view.scrollTop;
    // Measuring can also make rows higher and move the end away. Therefore only a user who scrolls up leaves the end.
    if (view.scrollHeight - view.scrollTop - view.clientHeight < nearEnd) end.current = true;
    else if (up && isMoved.current) end.current = false;
    setAtEnd(end.current);
    if (end.current && unseen > 0) setUnseen(0);
    if (up && view.scrollTop < view.clientHeight && older === 'some' && shown.count > 0) onOlder();
  };
  return (
    <div className="hist">
      {/* The list scrolls with the arrow keys, so it must be keyboard focusable. */}
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
