import type { DocKind, DocUser } from '@millrace/contract'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { VersionPill } from '../../ui/VersionPill.tsx'
import { managePaths } from './shown-document.ts'
import styles from './versions.module.css'

type Props = {
  /** Any version of the document. */
  id: string
  name: string
  onClose: () => void
}

const headings: Record<DocKind, string> = { pipeline: 'Pipelines', component: 'Components', schema: 'Data models' }
const kinds = ['pipeline', 'component', 'schema'] as const

/** Who uses which version of a document directly, each opened by click, and how many users this person does not see. */
export function UsagesDialog({ id, name, onClose }: Props) {
  const { data, error, refetch } = useCall('GET /documents/usages', { query: { id }, quiet: true })
  return (
    <Dialog
      title={`Usages of ${name}`}
      width={75}
      onCancel={onClose}
      footer={
        <Button onClick={onClose} data-first-focus>
          Close
        </Button>
      }
    >
      {data === undefined && error === null && <SkeletonRows rows={4} />}
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          {data.users.length === 0 && data.unseen === 0 && (
            <p>Nothing uses {name}: it can be deleted without harm to others.</p>
          )}
          {kinds.map((kind) => (
            <Users key={kind} kind={kind} users={data.users.filter(({ type }) => type === kind)} onClose={onClose} />
          ))}
          {data.unseen > 0 && (
            <p className={styles.explained}>
              {data.users.length === 0 ? 'It is used by' : 'And by'} {data.unseen}{' '}
              {data.unseen === 1 ? 'document' : 'documents'} that you do not see.
            </p>
          )}
        </>
      )}
    </Dialog>
  )
}

function Users({ kind, users, onClose }: { kind: DocKind; users: readonly DocUser[]; onClose: () => void }) {
  if (users.length === 0) return null
  return (
    <section aria-label={headings[kind]}>
      <h3 className={styles.heading}>
        {headings[kind]}: {users.length}
      </h3>
      <ul className={styles.list}>
        {users.map(({ _id, name, version, vLocked, uses }) => (
          <li key={_id} className={styles.user}>
            <Link to={managePaths[kind]} search={{ id: _id } as never} onClick={onClose}>
              {name}
            </Link>
            <VersionPill version={version} locked={vLocked} />
            <span className="quiet">uses version {uses.map((used) => used.version).join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
