import { DesignPage } from '../parts/design-page.tsx';

/** /mall/config/decorate/home/page/addPage: a page of the unit's mall is designed. */
export const Screen = () => <DesignPage of="unit" />;
