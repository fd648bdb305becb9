/** Draws a demonstration stamp with the text 非真实印章. */
export const DemoStamp = () => (
  <svg className="paper-seal" viewBox="0 0 120 120" role="img" aria-label="演示印章，非真实印章">
    <circle cx="60" cy="60" r="56" fill="none" stroke="#c81e1e" strokeWidth="3" />
    <path
      d="m60 40 5.900 13.600 14.700 1.300-11.100 9.700 3.300 14.400L60 71.400 47.200 79l3.300-14.400-11.100-9.700 14.700-1.300z"
      fill="#c81e1e"
    />
    <defs>
      <path id="seal-arc" d="M14 60a46 46 0 0 1 92 0" />
    </defs>
    <text fill="#c81e1e" fontSize="11" fontWeight="700" letterSpacing="3">
      <textPath href="#seal-arc" startOffset="50%" textAnchor="middle">
        演示印章·非真实印章
      </textPath>
    </text>
  </svg>
);
