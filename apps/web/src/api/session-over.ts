import { createStore } from '../ui/store.ts'

const open = createStore(false)

/** Whether the 'Confirm logout' dialog is open; any call may open it, only once at a time (SES-044). */
export const sessionOver = {
  open: () => open.set(true),
  close: () => open.set(false),
  isOpen: open.get,
  useIsOpen: open.use,
}
