// How well words stand out (WCAG 2.2, 1.4.3).

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
function luminance(colour: string): number {
  const part = (at: number) => channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
/** How far two colours `#RRGGBB` stand apart: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}
/** What a page's own words and grounds are where a design says nothing, in light and dark. */
export const pageColours = {
  light: { ground: '#F5F7FA', card: '#FFFFFF', ink: '#16202E' },
  dark: { ground: '#0D1218', card: '#1A232E', ink: '#E8EDF4' },
} as const;
