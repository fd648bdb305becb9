import type { ReactElement } from 'react';

// Paths on a grid of 18 by 18 units, with a line width of 1.5.
const drawings = {
  map: (
    <>
      <path d="M3 4.5 7 3l4 1.5L15 3v10.5L11 15l-4-1.5L3 15z" />
      <path d="M7 3v10.5M11 4.5V15" />
    </>
  ),
  star: <path d="m9 2.8 1.9 4 4.3.6-3.1 3 .7 4.3L9 12.6l-3.8 2.1.7-4.3-3.1-3 4.3-.6z" />,
  yen: (
    <>
      <circle cx="9" cy="9" r="6.4" />
      <path d="m6.6 5.8 2.4 3 2.4-3M9 8.8v4M6.9 9.3h4.2M6.9 11.2h4.2" />
    </>
  ),
  tick: <path d="m3.6 9.6 3.6 3.6 7.2-8" />,
  home: (
    <>
      <path d="M3 8.2 9 3l6 5.2V15H3z" />
      <path d="M7 15v-4h4v4" />
    </>
  ),
  bell: (
    <>
      <path d="M4.5 12.5V8a4.5 4.5 0 0 1 9 0v4.5l1 1.2h-11z" />
      <path d="M7.6 15.6a1.5 1.5 0 0 0 2.8 0" />
    </>
  ),
  search: (
    <>
      <circle cx="8" cy="8" r="4.6" />
      <path d="m11.6 11.6 3.4 3.4" />
    </>
  ),
  building: (
    <>
      <path d="M4 15V4h7v11M11 7h3v8M3 15h12" />
      <path d="M6.5 6.8h2M6.5 9.4h2M6.5 12h2" />
    </>
  ),
  shield: (
    <>
      <path d="M9 2.6 14.4 5v4c0 3.2-2.2 5.4-5.4 6.6C5.8 14.4 3.6 12.2 3.6 9V5z" />
      <path d="m6.7 9 1.7 1.7 3-3.2" />
    </>
  ),
  alert: (
    <>
      <path d="M9 3 16 15H2z" />
      <path d="M9 7.6v3.4M9 13.1v.1" />
    </>
  ),
  check: (
    <>
      <rect x="3" y="3" width="12" height="12" rx="3" />
      <path d="m6 9.2 2.1 2.1L12 7.3" />
    </>
  ),
  book: (
    <path d="M9 4.5C7.5 3.4 5.6 3.2 3 3.3v10.6c2.6-.1 4.5.1 6 1.2 1.5-1.1 3.4-1.3 6-1.2V3.3c-2.6-.1-4.5.1-6 1.2zM9 4.5V15" />
  ),
  file: (
    <>
      <path d="M5 2.8h5L13.6 6.4V15.2H5z" />
      <path d="M10 2.8v3.8h3.6M7 9.5h4.5M7 12h3" />
    </>
  ),
  place: (
    <>
      <path d="M9 15.5s5-4.3 5-8A5 5 0 0 0 4 7.5c0 3.7 5 8 5 8z" />
      <circle cx="9" cy="7.5" r="1.8" />
    </>
  ),
  users: (
    <>
      <circle cx="7" cy="6.5" r="2.6" />
      <path d="M2.5 14.5c.4-2.6 2.2-4 4.5-4s4.1 1.4 4.5 4" />
      <path d="M11.5 4.3a2.4 2.4 0 0 1 0 4.5M13 10.9c1.4.5 2.3 1.7 2.6 3.6" />
    </>
  ),
  down: <path d="m5 7.2 4 4 4-4" />,
  plus: <path d="M9 4v10M4 9h10" />,
  download: <path d="M9 3v8M5.8 8 9 11.2 12.2 8M3.5 14.5h11" />,
  upload: <path d="M9 11V3M5.8 6.2 9 3l3.2 3.2M3.5 14.5h11" />,
  columns: (
    <>
      <rect x="3" y="3.5" width="12" height="11" rx="2" />
      <path d="M7 3.5v11M11 3.5v11" />
    </>
  ),
  fullscreen: <path d="M3.5 7V3.5H7M11 3.5h3.5V7M14.5 11v3.5H11M7 14.5H3.5V11" />,
  eye: (
    <>
      <path d="M2 9s2.6-4.5 7-4.5S16 9 16 9s-2.6 4.5-7 4.5S2 9 2 9z" />
      <circle cx="9" cy="9" r="1.9" />
    </>
  ),
  more: (
    <>
      <circle cx="4.5" cy="9" r=".8" />
      <circle cx="9" cy="9" r=".8" />
      <circle cx="13.5" cy="9" r=".8" />
    </>
  ),
  close: <path d="m5 5 8 8M13 5l-8 8" />,
  unfull: <path d="M7 3.5V7H3.5M14.5 7H11V3.5M11 14.5V11h3.5M3.5 11H7v3.5" />,
  sun: (
    <>
      <circle cx="9" cy="9" r="3" />
      <path d="M9 2.2v1.6M9 14.2v1.6M2.2 9h1.6M14.2 9h1.6M4.2 4.2l1.1 1.1M12.7 12.7l1.1 1.1M4.2 13.8l1.1-1.1M12.7 5.3l1.1-1.1" />
    </>
  ),
  moon: <path d="M14.8 10.6A6.2 6.2 0 0 1 7.4 3.2a6.2 6.2 0 1 0 7.4 7.4z" />,
  menu: <path d="M3 5h12M3 9h12M3 13h12" />,
  fold: <path d="M3 4h12M8 9h7M3 14h12M5.6 7 3.4 9l2.2 2" />,
  unfold: <path d="M3 4h12M8 9h7M3 14h12M3.4 7l2.2 2-2.2 2" />,
  user: (
    <>
      <circle cx="9" cy="6.2" r="2.9" />
      <path d="M3.6 15c.5-3 2.6-4.6 5.4-4.6s4.9 1.6 5.4 4.6" />
    </>
  ),
  exit: <path d="M7 3H4v12h3M11.4 5.8 14.6 9l-3.2 3.2M14.4 9H7" />,
  reload: <path d="M14.6 7.4A6 6 0 1 0 15 9.6M14.8 3.6v3.8H11" />,
  right: <path d="m7.2 5 4 4-4 4" />,
  pin: <path d="M6.4 3h5.2l-.6 4.6 2.4 2.4H4.6L7 7.6zM9 10v5" />,
  outward: <path d="M8 4H4v10h10v-4M10.5 3.5h4v4M14.3 3.7 8.5 9.5" />,
  phone: (
    <>
      <rect x="5" y="2.5" width="8" height="13" rx="2" />
      <path d="M8 13h2" />
    </>
  ),
  keyboard: (
    <>
      <rect x="2" y="4.5" width="14" height="9" rx="2" />
      <path d="M5 7.5h.1M8 7.5h.1M11 7.5h.1M13 7.5h.1M6 10.5h6" />
    </>
  ),
  left: <path d="m10.8 5-4 4 4 4" />,
  folder: (
    <path d="M2.8 5a1.2 1.2 0 0 1 1.2-1.2h3.2l1.6 2h5.2A1.2 1.2 0 0 1 15.2 7v6a1.2 1.2 0 0 1-1.2 1.2H4A1.2 1.2 0 0 1 2.8 13z" />
  ),
  settings: (
    <>
      <path d="M3 5.5h6M13 5.5h2M3 12.5h2M9 12.5h6" />
      <circle cx="11" cy="5.5" r="1.8" />
      <circle cx="7" cy="12.5" r="1.8" />
    </>
  ),
  trash: <path d="M3.5 5h11M7 5V3.2h4V5M5 5l.6 9.8h6.8L13 5M7.6 7.8v4.4M10.4 7.8v4.4" />,
  edit: <path d="M11.2 3.8 14.2 6.8 6.8 14.2l-3.6.6.6-3.6zM9.6 5.4l3 3" />,
  filter: <path d="M3 4h12l-4.6 5.6v4L7.6 15V9.6z" />,
  clock: (
    <>
      <circle cx="9" cy="9" r="6.2" />
      <path d="M9 5.6V9l2.4 1.6" />
    </>
  ),
  calendar: (
    <>
      <rect x="3" y="4" width="12" height="11" rx="2" />
      <path d="M3 7.6h12M6.2 2.6v2.6M11.8 2.6v2.6" />
    </>
  ),
  list: <path d="M6.5 5H15M6.5 9H15M6.5 13H15M3.2 5h.1M3.2 9h.1M3.2 13h.1" />,
  key: (
    <>
      <circle cx="6" cy="11.6" r="2.8" />
      <path d="m8 9.6 6.4-6.4M11.6 6l2 2" />
    </>
  ),
  lock: (
    <>
      <rect x="3.8" y="8" width="10.4" height="7" rx="2" />
      <path d="M6 8V6a3 3 0 0 1 6 0v2" />
    </>
  ),
  info: (
    <>
      <circle cx="9" cy="9" r="6.2" />
      <path d="M9 8.4v4M9 5.7v.1" />
    </>
  ),
  eyeOff: (
    <>
      <path d="M2 9s2.6-4.5 7-4.5S16 9 16 9s-2.6 4.5-7 4.5S2 9 2 9z" />
      <path d="M3.5 14.5l11-11" />
    </>
  ),
  image: (
    <>
      <rect x="2.8" y="3.5" width="12.4" height="11" rx="2" />
      <circle cx="6.6" cy="7" r="1.2" />
      <path d="m3.4 13 3.6-3.4 2.4 2.2 2.6-3 3 3.4" />
    </>
  ),
  bug: (
    <>
      <rect x="5.6" y="6" width="6.8" height="9" rx="3.4" />
      <path d="M6.6 6a2.4 2.4 0 0 1 4.8 0M9 8.5v6M2.8 10h2.8M12.4 10h2.8M3.4 5.4l2.6 1.8M14.6 5.4 12 7.2M3.4 14.8l2.6-1.8M14.6 14.8 12 13" />
    </>
  ),
  theme: (
    <>
      <circle cx="9" cy="9" r="6.2" />
      <path d="M9 2.8v12.4a6.2 6.2 0 0 0 0-12.4z" fill="currentColor" />
    </>
  ),
  palette: (
    <>
      <path d="M9 2.8a6.2 6.2 0 1 0 0 12.4c1 0 1.5-.7 1.5-1.4 0-1-.8-1.2-.8-2s.6-1.3 1.5-1.3h1.6c1.4 0 2.4-1 2.4-2.3C15.2 5.1 12.4 2.8 9 2.8z" />
      <path d="M5.7 9.3v.1M7.2 6.2v.1M10.8 5.9v.1" />
    </>
  ),
  card: <path d="M2.5 4.5h13v9h-13zM2.5 7.5h13M5 11h3" />,
  tenant: <path d="M3 15h12M4 15V8.5M14 15V8.5M9 2.8 15 7H3zM7.3 15V9.5M10.7 15V9.5" />,
  chat: <path d="M3 4h12v8.5H8.5L5.5 15v-2.5H3z" />,
} satisfies Record<string, ReactElement>;

export type IconName = keyof typeof drawings;

export const isIconName = (name: string | null | undefined): name is IconName =>
  typeof name === 'string' && Object.hasOwn(drawings, name);

export const iconNames: readonly IconName[] = Object.keys(drawings).filter(isIconName);

/** A line icon in the text colour. Screen readers ignore it, so its parent needs an accessible name. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <IconFrame size={size}>{drawings[name]}</IconFrame>
);

export function IconFrame({ size, children }: { size: number; children: ReactElement }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}
