import type { Tag } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './badges.module.css'
import { TagDialog } from './TagDialog.tsx'
import { TagList } from './TagList.tsx'
import { deleteTag, reloadTagCaches, type TagType, useTags } from './use-tags.ts'

/** From so many badges on, a search helps. */
const searchFrom = 10

/** The global badge list of super-admins (TAG-003 to TAG-006, PRM-007). */
export function GlobalBadgesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return open ? <Opened onClose={onClose} /> : null
}

function Opened({ onClose }: { onClose: () => void }) {
  const { tags, error, refetch } = useTags()
  const [edited, setEdited] = useState<{ type: TagType; tag: Tag | null } | null>(null)
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const existing = [...(tags?.admin ?? []), ...(tags?.project ?? [])]
  const wanted = words.trim().toLowerCase()
  const matching = (list: readonly Tag[]) => list.filter(({ name }) => name.toLowerCase().includes(wanted))
  const reload = async () => {
    setBusy(true)
    // The call shows a failure as a toast.
    await reloadTagCaches().catch(() => undefined)
    setBusy(false)
  }
  const remove = async (tag: Tag) => {
    if (await confirm(`Do you want to delete the tag ${tag.name}?`)) await deleteTag(tag)
  }
  const list = (type: TagType, title: string) => (
    <TagList
      title={title}
      tags={tags?.[type] ?? []}
      shown={matching(tags?.[type] ?? [])}
      onAdd={() => setEdited({ type, tag: null })}
      onEdit={(tag) => setEdited({ type, tag })}
      onDelete={(tag) => void remove(tag)}
    />
  )
  return (
    <>
      <Dialog
        title="Manage global badge list"
        width={75}
        onCancel={onClose}
        footer={
          <>
            <Button disabled={busy} onClick={() => void reload()}>
              Reload caches
            </Button>
            <Button onClick={onClose}>Close</Button>
          </>
        }
      >
        {tags === undefined && error === null && <SkeletonRows rows={6} />}
        {tags === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
        {tags !== undefined && (
          <>
            <p className={styles.lead}>
              Administrative tags say who manages whom. Project tags open folders and documents to those who hold them.
            </p>
            {existing.length >= searchFrom && (
              <input
                type="search"
                className={`${styles.input} ${styles.search}`}
                aria-label="Search tags"
                placeholder="Search"
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
            {wanted !== '' && matching(existing).length === 0 ? (
              <EmptyState
                text="Nothing matches these filters"
                action={<Button onClick={() => setWords('')}>Clear filters</Button>}
              />
            ) : (
              <div className={styles.lists}>
                {list('admin', 'Administrative tags')}
                {list('project', 'Project tags')}
              </div>
            )}
          </>
        )}
      </Dialog>
      {edited !== null && <TagDialog {...edited} existing={existing} onClose={() => setEdited(null)} />}
    </>
  )
}
