// Icons of the player. They are local because no other page uses them.
const sign = { width: 18, height: 18, viewBox: '0 0 18 18', 'aria-hidden': true } as const;
const drawn = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' } as const;

export const Play = () => (
  <svg {...sign}>
    <path d="M5.5 3.5v11l9-5.5z" fill="currentColor" />
  </svg>
);
export const Pause = () => (
  <svg {...sign}>
    <path d="M6 4v10M12 4v10" {...drawn} strokeWidth={2.4} />
  </svg>
);
export const Lock = () => (
  <svg {...sign} width={15} height={15}>
    <path d="M4 8.5h10v6H4zM6.2 8.5V6.2a2.8 2.8 0 0 1 5.6 0v2.3" {...drawn} />
  </svg>
);
export const Tick = () => (
  <svg {...sign} width={15} height={15}>
    <path d="m3.6 9.6 3.6 3.6 7.2-8" {...drawn} />
  </svg>
);
