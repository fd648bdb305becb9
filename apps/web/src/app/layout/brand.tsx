import { useNavigate } from 'react-router';
import { BrandMark } from '#ui/brand-mark.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { firstPath } from '../guard-rules.ts';
import type { useHouseName } from './use-house-name.ts';

/** Logo and name of the house; leads home. */
export function Brand({ house: { name, logoUrl, face } }: { house: ReturnType<typeof useHouseName> }) {
  const navigate = useNavigate();
  return (
    <button type="button" className="brand" onClick={() => navigate(firstPath)} aria-label={`${name}，回到首页`}>
      {logoUrl ? (
        <span className="brand-logo">
          <StoredPicture url={logoUrl} label={`${name}标志`} />
        </span>
      ) : face?.logo ? (
        <span className="brand-logo">
          <img src={face.logo} alt="" />
        </span>
      ) : (
        !face?.generic && <BrandMark />
      )}
      <span className="brand-name">{name}</span>
    </button>
  );
}
