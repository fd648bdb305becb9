import { LogoDialog } from '#modules/enterprise/parts/logo-dialog.tsx';
import type { DialogProps } from './registry.ts';

/** 系统设置: what the system is called and which logo it bears for the current enterprise. */
export const Dialog = ({ onClose }: DialogProps) => <LogoDialog onClose={onClose} />;
