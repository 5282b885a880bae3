import { createStore } from '../state/store.ts'
import { isMobile } from '../ui/use-mobile.ts'

const cookie = 'sidebarStatus'

/** Open or closed, kept in a cookie; open until the person closed it (NAV-048). */
export function rememberedOpen(cookies: string = document.cookie): boolean {
  const value = cookies
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${cookie}=`))
  return value !== `${cookie}=0`
}

type SidebarState = { open: boolean; animated: boolean }

const store = createStore<SidebarState>({ open: !isMobile() && rememberedOpen(), animated: false })

const remember = (open: boolean) => {
  document.cookie = `${cookie}=${open ? 1 : 0}; path=/; max-age=31536000; samesite=lax`
}

export const sidebar = {
  use: store.use,
  get: store.get,
  /** The hamburger (NAV-049). On a phone the drawer opens and closes without being remembered. */
  toggle: () => {
    const open = !store.get().open
    if (!isMobile()) remember(open)
    store.set({ open, animated: true })
  },
  /** The backdrop (NAV-047). */
  close: () => store.set({ open: false, animated: true }),
  /** A resize or a route change on a phone: closed without animation (NAV-046). */
  closeAtOnce: () => store.set({ open: false, animated: false }),
  /** Back on a wide window: as it was left. */
  restore: () => store.set({ open: rememberedOpen(), animated: false }),
}
