/** Where a page is designed; without an id a new one begins. */
export const designerPath = (shopId: string | null, pageId?: string): string => {
  const path = `/mall/config/decorate/home/page/${shopId === null ? 'addPage' : 'addPageShop'}`;
  return pageId === undefined ? path : `${path}?pageId=${pageId}`;
};
/** Where everybody sees a page. */
export const publicPath = (tenantId: string, pageId: string, sign?: string): string =>
  `/mall/page?tenantId=${tenantId}&id=${pageId}${sign === undefined ? '' : `&sign=${sign}`}`;
