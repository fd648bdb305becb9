import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { MapSettings } from '@anlan/contract/modules/enterprise/map';
import {
  control,
  divIcon,
  GridLayer,
  latLng,
  latLngBounds,
  layerGroup,
  map as createMap,
  marker,
  point,
  popup as createPopup,
  tileLayer,
  type Coords,
  type Map as LeafletMap,
  type Marker,
} from 'leaflet';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { isMotionReduced } from '#lib/theme.ts';
import { fromDatum, toDatum, type Place } from './datum.ts';
import { apart, bubbleSize, shortNumber, type Taken } from './marks.ts';
import 'leaflet/dist/leaflet.css';
import './map.css';

/** A marker on the map; its position is in GCJ-02. */
export interface Mark extends Place {
  key: string;
  words: string;
  color: EnterpriseColor;
  letter: string;
  /** Number of enterprises that the marker represents; undefined for a single enterprise. */
  count?: number;
  name?: string;
}
/** The visible part of the map, in GCJ-02. */
export interface View {
  bbox: string;
  zoom: number;
}
/** A rectangle of coordinates: west, south, east, north. */
export type Box = readonly number[];

interface Props {
  settings: MapSettings;
  marks: readonly Mark[];
  /** The part of the map to show. Passing a new object moves the map. */
  target: { box: Box; most?: number } | null;
  open: (Place & { content: ReactNode }) | null;
  onView: (view: View) => void;
  onPick: (key: string) => void;
  onClose: () => void;
}

/** The background for a map without tiles: a grid that shows the coordinates of each tile. */
class Ground extends GridLayer {
  override createTile({ x, y, z }: Coords): HTMLElement {
    const tile = document.createElement('div');
    tile.className = 'map-ground';
    const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI;
    // CSS draws this text: it is decoration, so screen readers must not read it.
    tile.dataset['at'] = `${((x / 2 ** z) * 360 - 180).toFixed(2)}° ${lat.toFixed(2)}°`;
    return tile;
  }
}

const country: Box = [73.5, 18, 135, 53.5];

function iconOf({ color, letter, count, name }: Mark) {
  const face = document.createElement('span');
  face.className = `map-face tone-${color}`;
  // CSS draws this text: the accessible name of the marker already contains it, so screen readers must not read it
  // twice.
  const draw = (tag: 'b' | 'span', text: string, className = '') => {
    const part = document.createElement(tag);
    part.className = className;
    part.dataset['text'] = text;
    face.append(part);
  };
  draw('b', letter);
  if (count !== undefined) draw('span', String(shortNumber(count)));
  if (name) draw('span', name, 'map-name');
  const size = count === undefined ? 24 : bubbleSize(count);
  return divIcon({ html: face, className: count === undefined ? 'map-point' : 'map-bubble', iconSize: [size, size] });
}

const nameHeight = 20;
const nameDrop = ({ name }: Mark) => (name ? nameHeight / 2 : 0);
function takenBy(mark: Mark, { x, y }: { x: number; y: number }): Taken {
  const half = bubbleSize(mark.count ?? 1) / 2 + 2;
  const nameHalf = mark.name ? Math.min(120, 12 * mark.name.length + 12) / 2 : 0;
  return { x, y: y + nameDrop(mark), halfWidth: Math.max(half, nameHalf), halfHeight: half + nameDrop(mark) };
}

export function MapView({ settings, marks, target, open, onView, onPick, onClose }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [host] = useState(() => document.createElement('div'));
  const last = useRef<{ center: [number, number]; zoom: number } | null>(null);
  const calls = useRef({ onView, onPick, onClose });
  const { tiles, attribution } = settings;
  const datum = tiles === null ? 'gcj02' : settings.datum;
  useEffect(() => {
    calls.current = { onView, onPick, onClose };
  });

  useEffect(() => {
    if (!holder.current) return;
    const made = createMap(holder.current, {
      zoomControl: false,
      minZoom: 4,
      maxZoom: 18,
      attributionControl: tiles !== null,
    });
    // Sets Chinese titles, because the default titles of Leaflet are English.
    control.zoom({ zoomInTitle: '放大', zoomOutTitle: '缩小' }).addTo(made);
    if (tiles === null) made.addLayer(new Ground());
    else {
      made.attributionControl.setPrefix(false);
      tileLayer(tiles, { attribution: plain(attribution), maxZoom: 18 }).addTo(made);
    }
    made.on('moveend', () => {
      const { lat, lng } = made.getCenter();
      last.current = { center: [lat, lng], zoom: made.getZoom() };
      const bounds = made.getBounds().pad(0.05);
      const [west, east] = [bounds.getSouthWest(), bounds.getNorthEast()].map((at) => fromDatum(inWorld(at), datum));
      if (west && east)
        calls.current.onView({
          bbox: [west.lng, west.lat, east.lng, east.lat].map((degrees) => degrees.toFixed(5)).join(','),
          zoom: made.getZoom(),
        });
    });
    made.on('popupclose', () => calls.current.onClose());
    if (last.current) made.setView(last.current.center, last.current.zoom, { animate: false });
    else made.fitBounds(boundsOf(country), { animate: false });
    const watcher = new ResizeObserver(() => made.invalidateSize());
    watcher.observe(holder.current);
    setMap(made);
    return () => {
      watcher.disconnect();
      setMap(null);
      made.off();
      made.remove();
    };
  }, [tiles, attribution, datum]);

  useEffect(() => {
    if (!map) return;
    const group = layerGroup().addTo(map);
    const bubbles: { one: Marker; mark: Mark; place: Place }[] = [];
    for (const mark of marks) {
      const place = toDatum(mark, datum);
      // Only markers with a count of enterprises can be reached with the Tab key, because there are few of them. A
      // single enterprise can be selected in the list.
      const keyboard = mark.count !== undefined;
      const one = marker([place.lat, place.lng], {
        icon: iconOf(mark),
        keyboard,
        title: mark.words,
        riseOnHover: true,
      });
      const pick = () => calls.current.onPick(mark.key);
      // Leaflet passes key events to a marker but does not convert Enter into a click.
      const byKey = ({ originalEvent }: { originalEvent: KeyboardEvent }) => originalEvent.key === 'Enter' && pick();
      one.on('click', pick).on('keydown', byKey).addTo(group);
      const element = one.getElement();
      element?.setAttribute('aria-label', mark.words);
      if (!keyboard) element?.setAttribute('role', 'img');
      else bubbles.push({ one, mark, place });
    }
    // The markers of districts are wider than the distance between them, so overlapping markers are moved apart.
    const lay = () => {
      const places = bubbles.map(({ mark, place }) => takenBy(mark, map.project([place.lat, place.lng])));
      for (const [at, { x, y }] of apart(places).entries())
        bubbles[at]?.one.setLatLng(map.unproject(point(x, y - nameDrop(bubbles[at].mark))));
    };
    lay();
    map.on('zoomend', lay);
    return () => {
      map.off('zoomend', lay);
      group.remove();
    };
  }, [map, marks, datum]);

  useEffect(() => {
    if (!map || !target) return;
    const { box, most = 15 } = target;
    map.fitBounds(boundsOf(box, datum), { maxZoom: most, padding: [36, 36], animate: !isMotionReduced() });
  }, [map, target, datum]);

  const { lng, lat } = open ?? {};
  useEffect(() => {
    if (!map || lng === undefined || lat === undefined) return;
    const place = toDatum({ lng, lat }, datum);
    const shown = createPopup({ closeButton: true, minWidth: 220, maxWidth: 280, offset: [0, -6] })
      .setLatLng([place.lat, place.lng])
      .setContent(host)
      .openOn(map);
    shown.getElement()?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', '关闭');
    return () => {
      shown.off();
      map
        .off('popupclose')
        .closePopup(shown)
        .on('popupclose', () => calls.current.onClose());
    };
  }, [map, host, lng, lat, datum]);

  return (
    <>
      <div ref={holder} className="map-holder" role="region" aria-label="企业地图，方向键移动，加减号缩放" />
      {open && createPortal(open.content, host)}
    </>
  );
}

const inWorld = ({ lng, lat }: Place): Place => ({
  lng: Math.min(Math.max(lng, -180), 180),
  lat: Math.min(Math.max(lat, -85), 85),
});
const boundsOf = ([west = 0, south = 0, east = 0, north = 0]: Box, datum: MapSettings['datum'] = 'gcj02') => {
  const [low, high] = [toDatum({ lng: west, lat: south }, datum), toDatum({ lng: east, lat: north }, datum)];
  return latLngBounds(latLng(low.lat, low.lng), latLng(high.lat, high.lng));
};
// Escapes text, because Leaflet renders the attribution as HTML.
const plain = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
