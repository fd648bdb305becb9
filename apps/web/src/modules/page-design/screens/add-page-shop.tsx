import { DesignPage } from '../parts/design-page.tsx';

/** /mall/config/decorate/home/page/addPageShop: a page of a shop is designed. */
export const Screen = () => <DesignPage of="shop" />;
