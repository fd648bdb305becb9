/** Address of the designer. Without an id it creates a page. */
export const designerPath = (shopId: string | null, pageId?: string): string => {
  const path = `/mall/config/decorate/home/page/${shopId === null ? 'addPage' : 'addPageShop'}`;
  return pageId === undefined ? path : `${path}?pageId=${pageId}`;
};
export const publicPath = (tenantId: string, pageId: string, sign?: string): string =>
  `/mall/page?tenantId=${tenantId}&id=${pageId}${sign === undefined ? '' : `&sign=${sign}`}`;
