import { useNavigate } from 'react-router';
import { BrandMark } from '#ui/brand-mark.tsx';
import { StoredPicture } from '#widgets/stored-picture.tsx';
import { firstPath } from '../guard-rules.ts';
import type { useBrandName } from './use-brand-name.ts';

export function Brand({ product: { name, logoUrl, brand } }: { product: ReturnType<typeof useBrandName> }) {
  const navigate = useNavigate();
  return (
    <button type="button" className="brand" onClick={() => navigate(firstPath)} aria-label={`${name}，回到首页`}>
      {logoUrl ? (
        <span className="brand-logo">
          <StoredPicture url={logoUrl} label={`${name}标志`} />
        </span>
      ) : brand?.logo ? (
        <span className="brand-logo">
          <img src={brand.logo} alt="" />
        </span>
      ) : (
        !brand?.generic && <BrandMark />
      )}
      <span className="brand-name">{name}</span>
    </button>
  );
}
