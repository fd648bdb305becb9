import type { ReactElement } from 'react';
import { IconFrame } from '#ui/icon.tsx';

/** Icons used only in chats. They are in their own file, so that the sign-in page does not load them. */
const drawings = {
  play: <path d="M6.5 4.500v9l7-4.500z" fill="currentColor" />,
  pause: <path d="M6.500 5v8M11.500 5v8" strokeWidth="2.4" />,
  text: <path d="M4 4.500h10M9 4.500v9.500M7 14h4" />,
  mic: (
    <>
      <rect x="7" y="2.600" width="4" height="7.400" rx="2" />
      <path d="M4.500 8.500a4.500 4.500 0 0 0 9 0M9 13v2.500" />
    </>
  ),
  video: (
    <>
      <rect x="2.600" y="4.800" width="8.900" height="8.400" rx="1.600" />
      <path d="m11.500 8 3.900-2.200v6.400l-3.900-2.200z" />
    </>
  ),
  music: (
    <>
      <path d="M7 13V4.200l7-1.400v8.700" />
      <circle cx="5.300" cy="13" r="1.700" />
      <circle cx="12.300" cy="11.500" r="1.700" />
    </>
  ),
  swap: <path d="M4 6.500h10M11.500 4 14 6.500 11.500 9M14 11.500H4M6.500 9 4 11.500 6.500 14" />,
  note: (
    <>
      <path d="M3.500 3.500h11v7.500l-3.500 3.500H3.500z" />
      <path d="M14.500 11H11v3.500M6 7h6M6 9.800h3" />
    </>
  ),
  smile: (
    <>
      <circle cx="9" cy="9" r="6.200" />
      <path d="M6.400 10.600c1.300 2 3.900 2 5.200 0M6.900 7.200v.1M11.100 7.200v.1" />
    </>
  ),
  send: <path d="M15 3 2.800 8.200l4.700 1.900 1.900 4.800zM7.500 10.100 15 3" />,
  tap: (
    <path d="M7 9V4.200a1.200 1.200 0 0 1 2.400 0V8l3.800.8c.8.2 1.300.9 1.200 1.700l-.6 3.700c-.1.700-.7 1.200-1.400 1.200H8.600c-.5 0-.9-.2-1.200-.6L4.200 11.300c.7-.9 1.800-.6 2.800.4z" />
  ),
} satisfies Record<string, ReactElement>;

export type ChatIconName = keyof typeof drawings;

export const ChatIcon = ({ name, size = 18 }: { name: ChatIconName; size?: number }) => (
  <IconFrame size={size}>{drawings[name]}</IconFrame>
);
