import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { Drawer } from 'antd';
import { SideMenu } from './side-menu.tsx';

interface Props {
  open: boolean;
  title: string;
  roots: MenuEntry[];
  onClose: () => void;
}

export const SmallMenu = ({ open, title, roots, onClose }: Props) => (
  <Drawer
    open={open}
    onClose={onClose}
    placement="left"
    size={280}
    title={title}
    styles={{ body: { padding: '12px 10px' } }}
  >
    <SideMenu entries={roots} folded={false} onGone={onClose} />
  </Drawer>
);
