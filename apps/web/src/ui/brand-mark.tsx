export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="#0B6BCB" />
      <g fill="none" strokeWidth="2.6" strokeLinecap="round">
        <path d="M5 13.5c3.7-3.4 7.3-3.4 11 0s7.3 3.4 11 0" stroke="#fff" />
        <path d="M5 20c3.7-3.4 7.3-3.4 11 0s7.3 3.4 11 0" stroke="#9CD0FF" />
      </g>
    </svg>
  );
}
