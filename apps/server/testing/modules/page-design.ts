export const columns = {
  pageDesign: { shopId: `('00000000-0000-7000-8000-00000000000' || n % 4)::uuid` },
};
