import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { ConfigProvider } from 'antd'
import en from 'antd/es/locale/en_US'
import '@fontsource-variable/jetbrains-mono/wght.css'
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { reopenLive } from '../api/live.ts'
import { queryClient } from '../api/use-call.ts'
import { sessionResumed } from '../access/sessions/other-tabs.ts'
import { antdThemeOf } from '../theme/antd-theme.ts'
import { useTheme } from '../theme/theme-choice.ts'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import { useAddress } from '../routing/address.ts'
import styles from './frame.module.css'
import { Palette } from './Palette.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Sidebar } from './Sidebar.tsx'
import { sidebar } from './sidebar-state.ts'
import { TopBar } from './TopBar.tsx'
import { useMobile } from '../ui/use-mobile.ts'
import { useSidebarAutoClose } from './use-sidebar-auto-close.ts'

/** The shared layout: sidebar, top bar, page (NAV-001). Brings the kit and the cache of answers, which no public page needs. */
export function Frame() {
  const theme = useTheme()
  const config = useMemo(() => antdThemeOf(theme), [theme])
  // Answers belong to the person; whoever signs in next starts with none.
  useEffect(() => () => queryClient.clear(), [])
  // What failed while the session was over is asked again, and what was followed is followed with the new token.
  useEffect(
    () =>
      sessionResumed.subscribe(() => {
        reopenLive()
        void queryClient.invalidateQueries()
      }),
    [],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={config}
        locale={en}
        componentSize="middle"
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
      >
        <Layout />
      </ConfigProvider>
    </QueryClientProvider>
  )
}

function Layout() {
  const { path } = useAddress()
  const mobile = useMobile()
  const { open, animated } = sidebar.use()
  const main = useRef<HTMLElement>(null)
  useSidebarAutoClose(path)

  // A new page begins at its beginning for the keyboard and for screen readers; the first page leaves focus alone.
  const before = useRef(path)
  useEffect(() => {
    if (before.current !== path) main.current?.focus({ preventScroll: true })
    before.current = path
  }, [path])

  return (
    <div className={styles.frame} data-open={open} data-mobile={mobile} data-animated={animated}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          // The hash is the address of the page, so the browser's own jump would leave it.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      {mobile && open && (
        <button type="button" className={styles.backdrop} aria-label="Close the menu" onClick={sidebar.close} />
      )}
      <Sidebar path={path} folded={!open && !mobile} absent={!open && mobile} />
      <div className={styles.right}>
        <TopBar />
        <main ref={main} id="content" className={styles.main} tabIndex={-1}>
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Palette />
      <Shortcuts />
    </div>
  )
}
