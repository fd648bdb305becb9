import { redDotCalls } from '@anlan/contract/http/red-dot';
import { api } from './api.ts';

const { redDot } = api(redDotCalls);

export const readRedDots = () => redDot({}, { quiet: true });
