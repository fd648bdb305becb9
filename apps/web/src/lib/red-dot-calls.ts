import { redDotCalls } from '@anlan/contract/http/red-dot';
import { api } from './api.ts';

const { redDot } = api(redDotCalls);

/** The counts of the signed-in person. */
export const readRedDots = () => redDot({}, { quiet: true });
