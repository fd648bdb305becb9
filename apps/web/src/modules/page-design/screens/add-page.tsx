import { DesignPage } from '../parts/design-page.tsx';

export const Screen = () => <DesignPage of="unit" />;
