// What opens without a network comes as one part.
export { goOnKeeping } from '#lib/kept/sending.ts';
export { reopen } from '#lib/kept/holder.ts';
export { KeptApp } from './kept-app.tsx';
