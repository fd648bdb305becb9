import type { Sign } from '@anlan/contract/modules/risk-point/card-signs';

export const SignPicture = ({ sign: { kind, label, drawn } }: { sign: Sign }) => (
  <figure className="card-sign">
    <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden>
      {kind === 'warning' ? (
        <>
          <path d="M32 5 61 57H3Z" fill="#ffcc00" stroke="#111" strokeWidth="4" strokeLinejoin="round" />
          <path d={drawn} fill="#111" transform="translate(4.5 7.5) scale(.86)" />
        </>
      ) : (
        <>
          <circle cx="32" cy="32" r="29" fill="#0b55a8" />
          <path d={drawn} fill="#fff" />
        </>
      )}
    </svg>
    <figcaption>{label}</figcaption>
  </figure>
);
