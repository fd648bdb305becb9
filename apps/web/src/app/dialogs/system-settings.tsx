import { LogoDialog } from '#modules/enterprise/parts/logo-dialog.tsx';
import type { DialogProps } from './registry.ts';

export const Dialog = ({ onClose }: DialogProps) => <LogoDialog onClose={onClose} />;
