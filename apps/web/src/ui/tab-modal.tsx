import { Drawer, Modal, type DrawerProps, type ModalProps } from 'antd';
import { useTabActive } from './tab-scope.tsx';

/** A dialog that goes with its tab: left open in a hidden one, the kit's own would crash when shown again. */
export function TabModal(props: ModalProps) {
  return useTabActive() ? <Modal {...props} /> : null;
}

// Where every dialog has it.
const closing: DrawerProps['closable'] = { placement: 'end' };

/** A drawer that goes with its tab. */
export function TabDrawer(props: DrawerProps) {
  return useTabActive() ? <Drawer closable={closing} {...props} /> : null;
}
