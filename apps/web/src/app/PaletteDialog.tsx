import { Command } from 'cmdk'
import { mayCall } from '@millrace/contract/policy'
import { seesVersions } from '@millrace/contract/roles'
import { useEffect, useRef } from 'react'
import { useCall } from '../api/use-call.ts'
import { useSession } from '../access/sessions/use-session.ts'
import { chooseTheme, useTheme } from '../theme/theme-choice.ts'
import { useGo } from '../routing/address.ts'
import { palette } from './palette-state.ts'
import { RouteIcon } from './RouteIcon.tsx'
import { keyboardList } from './shortcuts.ts'
import { sidebarOf } from './sidebar-rules.ts'
import styles from './palette.module.css'

/** Each typed word must occur in the title; letters scattered over it would offer pages nobody meant. */
const matches = (_value: string, search: string, keywords: string[] = []): number => {
  const title = keywords.join(' ').toLowerCase()
  const words = search.toLowerCase().split(/\s+/)
  if (!words.every((word) => title.includes(word))) return 0
  return title.startsWith(words[0] ?? '') ? 1 : 0.5
}

/** 'Go to…': every page the role may open, its pipelines, and what can be done from anywhere. */
export function PaletteDialog() {
  const { role } = useSession()
  const go = useGo()
  const dialog = useRef<HTMLDialogElement>(null)
  const pages = sidebarOf(role).flatMap(({ links }) => links.filter(({ href }) => href === undefined))
  const { data } = useCall('GET /users/pipelines', {}, { staleTime: 60_000 })
  const pipelines = mayCall(role, 'POST /imports') ? (data?.pipelines ?? []) : []

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector('input')?.focus()
    return () => element?.close()
  }, [])
  const other = useTheme() === 'dark' ? 'light' : 'dark'
  const commands = [
    { title: `Use the ${other} theme`, run: () => chooseTheme(other) },
    { title: 'Show the keys', run: keyboardList.open },
  ]
  const leadTo = (path: string, search?: Record<string, string>) => {
    palette.close()
    go(path, search)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Go to"
      onCancel={palette.close}
      onClick={(event) => {
        if (event.target === dialog.current) palette.close()
      }}
    >
      <Command label="Go to" loop filter={matches}>
        <Command.Input className={styles.input} placeholder="Go to a page, a pipeline or a command" />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>Nothing matches</Command.Empty>
          <Command.Group heading="Pages" className={styles.group}>
            {pages.map(({ path, title }) => (
              <Command.Item
                key={path}
                value={path}
                keywords={[title]}
                className={styles.item}
                onSelect={() => leadTo(path)}
              >
                <RouteIcon path={path} />
                {title}
              </Command.Item>
            ))}
          </Command.Group>
          {pipelines.length > 0 && (
            <Command.Group heading="Pipelines" className={styles.group}>
              {pipelines.map(({ _id, name, version }) => (
                <Command.Item
                  key={_id}
                  value={_id}
                  keywords={[name]}
                  className={styles.item}
                  onSelect={() => leadTo('/import/upload', { pipeline: _id, step: '2' })}
                >
                  <RouteIcon path="pipeline" />
                  {name}
                  {seesVersions(role) && <span className={styles.version}>v{version}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading="Commands" className={styles.group}>
            {commands.map(({ title, run }) => (
              <Command.Item
                key={title}
                value={title}
                keywords={[title]}
                className={styles.item}
                onSelect={() => {
                  palette.close()
                  run()
                }}
              >
                {title}
              </Command.Item>
            ))}
          </Command.Group>
        </Command.List>
      </Command>
    </dialog>
  )
}
