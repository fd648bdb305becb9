import { createContext, type ReactNode } from 'react';
import { shownCount } from '#lib/red-dots.ts';

/** The control that switches between the announcements of the unit and those that the person received. */
export const ViewChoice = createContext<ReactNode>(null);

export const unreadText = (unread: number): string => (unread > 0 ? `${shownCount(unread)} 条未读` : '没有未读');
