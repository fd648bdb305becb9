import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import type { PlanArea } from '@anlan/contract/modules/risk-point/hazards-controls';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import {
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { LevelShape, levelWords } from '#widgets/risk-level/level.tsx';
import { clamped, headOf, levelOfArea, nudged, type Spot } from '../floor-plan-rules.ts';

export interface Mark {
  readonly row: RiskPoint;
  readonly no: number;
  readonly spot: Spot;
}
interface Props {
  picture: string;
  name: string;
  areas: readonly PlanArea[];
  marks: readonly Mark[];
  chosen: string | null;
  editing: boolean;
  /** Corners of the area that the user is drawing; null if none. */
  drawing: readonly Spot[] | null;
  shows: { areas: boolean; points: boolean; dangers: boolean };
  /** Today's check status by point; null if hidden. */
  checks: ReadonlyMap<string, string> | null;
  onChoose: (id: string | null) => void;
  onMove: (id: string, spot: Spot) => void;
  onCorner: (area: string, at: number, spot: Spot) => void;
  onDraw: (spot: Spot) => void;
  callout: ReactNode;
}
type Dragged = { kind: 'mark'; id: string; spot: Spot } | { kind: 'corner'; area: string; at: number; spot: Spot };

/** Width of the drawing. The height follows from the picture. */
const width = 1000;
const zooms = [1, 1.4, 2, 2.8, 4] as const;
const tones: Readonly<Record<RiskLevel, string>> = {
  major: '#c8281e',
  considerable: '#f08a24',
  general: '#e3b505',
  low: '#1b63c4',
};

/** Shows a site plan with areas and marks. Moving, zooming and selecting work with mouse and keyboard. */
export function PlanView(props: Props) {
  const { picture, name, areas, marks, chosen: selectedId, editing, drawing, shows, checks } = props;
  const [size, setSize] = useState<number | null>(null);
  const [zoom, setZoom] = useState(0);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const height = size ?? width * 0.625;
  const spotOf = (event: { clientX: number; clientY: number }): Spot => {
    const box = svg.current?.getBoundingClientRect();
    if (!box || box.width === 0) return { x: 0, y: 0 };
    return { x: clamped((event.clientX - box.left) / box.width), y: clamped((event.clientY - box.top) / box.height) };
  };
  const acts = useActs({ props, dragged, setDragged, spotOf });
  const spotIn = (mark: Mark) => (dragged?.kind === 'mark' && dragged.id === mark.row.id ? dragged.spot : mark.spot);
  const point = pointsIn(height);
  return (
    <div className="plan-frame">
      <div className="plan-scroll">
        <div className="plan-sheet" style={{ width: `${(zooms[zoom] ?? 1) * 100}%` }}>
          <img
            src={picture}
            alt={`${name}平面图`}
            draggable={false}
            onLoad={({ currentTarget }) => setSize((width * currentTarget.naturalHeight) / currentTarget.naturalWidth)}
          />
          <svg
            ref={svg}
            viewBox={`0 0 ${width} ${height}`}
            className={drawing ? 'plan-drawing' : undefined}
            role="group"
            aria-label={`${name}上的区域和风险点`}
          >
            <Patterns />
            <rect
              width={width}
              height={height}
              fill="transparent"
              role="button"
              tabIndex={-1}
              aria-label={drawing ? '点击添加一个角' : '取消选择'}
              onClick={(event) => (drawing ? props.onDraw(spotOf(event)) : props.onChoose(null))}
              onKeyDown={({ key }) => {
                if (key === 'Escape') props.onChoose(null);
              }}
            />
            {shows.areas && (
              <Areas
                areas={areas}
                marks={marks}
                height={height}
                editing={editing}
                dragged={dragged?.kind === 'corner' ? dragged : null}
                acts={acts}
              />
            )}
            {drawing && drawing.length > 0 && (
              <g className="plan-new">
                <polyline points={drawing.map(point).join(' ')} />
                {drawing.map((spot) => (
                  <circle key={point(spot)} cx={spot.x * width} cy={spot.y * height} r="5" />
                ))}
              </g>
            )}
            {shows.points &&
              marks.map((mark) => {
                const spot = spotIn(mark);
                return (
                  <PlanMark
                    key={mark.row.id}
                    mark={mark}
                    spot={spot}
                    height={height}
                    isChosen={selectedId === mark.row.id}
                    hasDanger={shows.dangers && (mark.row.openDangers ?? 0) > 0}
                    check={checks?.get(mark.row.id)}
                    editing={editing}
                    acts={acts}
                  />
                );
              })}
          </svg>
          {props.callout && (
            <Callout marks={marks} chosen={selectedId} height={height} width={width}>
              {props.callout}
            </Callout>
          )}
        </div>
      </div>
      <div className="plan-zoom" role="group" aria-label="缩放">
        <button type="button" aria-label="放大" disabled={zoom === zooms.length - 1} onClick={() => setZoom(zoom + 1)}>
          +
        </button>
        <button type="button" aria-label="缩小" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          −
        </button>
        <button type="button" aria-label="看全图" disabled={zoom === 0} onClick={() => setZoom(0)}>
          全
        </button>
      </div>
    </div>
  );
}

interface Held {
  props: Props;
  dragged: Dragged | null;
  setDragged: Dispatch<SetStateAction<Dragged | null>>;
  spotOf: (event: { clientX: number; clientY: number }) => Spot;
}
/** Stable callbacks for marks and corners, so that only the dragged one rerenders. */
function useActs(now: Held) {
  const held = useRef(now);
  useLayoutEffect(() => {
    held.current = now;
  });
  return useMemo(
    () => ({
      take(what: Dragged, event: PointerEvent<SVGElement>) {
        if (!held.current.props.editing) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current.setDragged(what);
      },
      drag(event: PointerEvent) {
        const { dragged, setDragged, spotOf } = held.current;
        if (dragged) setDragged({ ...dragged, spot: spotOf(event) });
      },
      drop() {
        const { dragged, setDragged, props } = held.current;
        if (!dragged) return;
        if (dragged.kind === 'mark') props.onMove(dragged.id, dragged.spot);
        else props.onCorner(dragged.area, dragged.at, dragged.spot);
        setDragged(null);
      },
      choose: (id: string) => held.current.props.onChoose(id),
      keyAtMark(id: string, spot: Spot, event: KeyboardEvent) {
        const { editing, onMove, onChoose } = held.current.props;
        const next = editing ? nudged(spot, event.key, event.shiftKey) : null;
        const picks = event.key === 'Enter' || event.key === ' ';
        if (next || picks) event.preventDefault();
        if (next) onMove(id, next);
        else if (picks) onChoose(id);
        else if (event.key === 'Escape') onChoose(null);
      },
      keyAtCorner(area: string, at: number, corner: Spot, event: KeyboardEvent) {
        const next = nudged(corner, event.key, event.shiftKey);
        if (!next) return;
        event.preventDefault();
        held.current.props.onCorner(area, at, next);
      },
    }),
    [],
  );
}
type Acts = ReturnType<typeof useActs>;
const pointsIn =
  (height: number) =>
  ({ x, y }: Spot) =>
    `${x * width},${y * height}`;

const Areas = memo(function Areas({
  areas,
  marks,
  height,
  editing,
  dragged,
  acts,
}: Pick<Props, 'areas' | 'marks' | 'editing'> & {
  height: number;
  dragged: Extract<Dragged, { kind: 'corner' }> | null;
  acts: Acts;
}) {
  const levels = useMemo(() => marks.map(({ row, spot }) => ({ level: row.level, spot })), [marks]);
  const point = pointsIn(height);
  return areas.map((area) => {
    const corners = area.corners.map((corner, at) =>
      dragged?.area === area.key && dragged.at === at ? dragged.spot : corner,
    );
    const level = levelOfArea({ corners }, levels);
    const head = headOf({ corners });
    return (
      <g key={area.key} className="plan-area">
        <polygon
          points={corners.map(point).join(' ')}
          fill={level ? `url(#risk-${level})` : 'rgb(127 140 160 / 12%)'}
          stroke={level ? tones[level] : '#7f8ca0'}
        />
        <text x={head.x * width + 8} y={head.y * height + 22} className="plan-area-name">
          {area.name}
          {level && `　${levelWords[level].short}`}
        </text>
        {editing &&
          corners.map((corner, at) => (
            <circle
              // Corners have no id, so their index is the React key.
              key={at}
              cx={corner.x * width}
              cy={corner.y * height}
              r="7"
              className="plan-corner"
              tabIndex={0}
              role="button"
              aria-label={`${area.name} 第 ${at + 1} 角，方向键移动`}
              onPointerDown={(event) => acts.take({ kind: 'corner', area: area.key, at, spot: corner }, event)}
              onPointerMove={acts.drag}
              onPointerUp={acts.drop}
              onClick={(event) => event.stopPropagation()}
              onKeyDown={(event) => acts.keyAtCorner(area.key, at, corner, event)}
            />
          ))}
      </g>
    );
  });
});

interface MarkProps {
  mark: Mark;
  spot: Spot;
  height: number;
  isChosen: boolean;
  hasDanger: boolean;
  check: string | undefined;
  editing: boolean;
  acts: Acts;
}
const markSize = 30;

const PlanMark = memo(function PlanMark({
  mark: { row, no },
  spot,
  height,
  isChosen,
  hasDanger,
  check,
  editing,
  acts,
}: MarkProps) {
  if (row.level === null) return null;
  const words = `${no} ${row.name}，${levelWords[row.level].word}${hasDanger ? `，未销号隐患 ${row.openDangers}` : ''}`;
  const k = markSize / 24;
  return (
    <g
      transform={`translate(${spot.x * width - markSize / 2} ${spot.y * height - markSize / 2}) scale(${k})`}
      className={editing ? 'plan-mark plan-mark-moves' : 'plan-mark'}
      tabIndex={0}
      role="button"
      aria-pressed={isChosen}
      aria-label={editing ? `${words}，方向键移动` : words}
      onPointerDown={(event) => acts.take({ kind: 'mark', id: row.id, spot }, event)}
      onPointerMove={acts.drag}
      onPointerUp={acts.drop}
      onClick={(event) => {
        event.stopPropagation();
        acts.choose(row.id);
      }}
      onKeyDown={(event) => acts.keyAtMark(row.id, spot, event)}
    >
      {isChosen && <circle cx="12" cy="12" r="18" className="plan-chosen" />}
      <LevelShape level={row.level} />
      <text x="12" y={row.level === 'considerable' ? 19 : 16.5} className={`level-no level-no-${row.level}`}>
        {no}
      </text>
      {hasDanger && <circle cx="22" cy="2" r="5" className="plan-danger" />}
      {check && <circle cx="2" cy="2" r="5" className={`plan-check plan-check-${check}`} />}
    </g>
  );
});

/** Label of the selected mark. Above the mark if there is no room below. */
function Callout({
  marks,
  chosen: selectedId,
  width: whole,
  height,
  children,
}: {
  marks: readonly Mark[];
  chosen: string | null;
  width: number;
  height: number;
  children: ReactNode;
}) {
  const mark = marks.find(({ row }) => row.id === selectedId);
  if (!mark) return null;
  const { x, y } = mark.spot;
  const isLow = y > 0.62;
  const side = x < 0.22 ? 'start' : x > 0.78 ? 'end' : 'middle';
  const gap = (markSize * 0.9) / (isLow ? height : height);
  return (
    <div
      className={`plan-callout plan-callout-${side}${isLow ? ' plan-callout-above' : ''}`}
      style={{ left: `${(x * whole * 100) / whole}%`, top: `${(y + (isLow ? -gap : gap)) * 100}%` }}
    >
      {children}
    </div>
  );
}

/** Fill patterns that differ without colour: two hatchings, dots, plain. */
const Patterns = () => (
  <defs>
    <pattern id="risk-major" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
      <rect width="10" height="10" fill="rgb(229 72 61 / 16%)" />
      <rect width="2" height="10" fill="rgb(229 72 61 / 38%)" />
    </pattern>
    <pattern id="risk-considerable" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="12" height="12" fill="rgb(240 138 36 / 14%)" />
      <rect width="2" height="12" fill="rgb(240 138 36 / 36%)" />
    </pattern>
    <pattern id="risk-general" width="12" height="12" patternUnits="userSpaceOnUse">
      <rect width="12" height="12" fill="rgb(227 181 5 / 14%)" />
      <circle cx="4" cy="4" r="1.6" fill="rgb(190 150 0 / 55%)" />
    </pattern>
    <pattern id="risk-low" width="12" height="12" patternUnits="userSpaceOnUse">
      <rect width="12" height="12" fill="rgb(62 139 240 / 14%)" />
    </pattern>
  </defs>
);
