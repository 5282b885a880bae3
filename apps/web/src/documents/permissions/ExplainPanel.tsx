import type { DocKind, ExplainedAction } from '@millrace/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { inDialog } from '../../ui/in-dialog.ts'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { actionsFor, actionWords } from './explain-words.ts'
import type { ExplainedItem } from './explained-item.ts'
import { Explained } from './Explained.tsx'
import styles from './explain.module.css'
import { ItemChoice } from './ItemChoice.tsx'

type Props = { userId?: string | undefined; item?: ExplainedItem | undefined }

/**
 * Who may do what with which item, and why: the chain of rules that were asked, with the one that fails in words and
 * what would help. Person and item are chosen here unless they are given. Changes nothing.
 */
export function ExplainPanel({ userId, item }: Props) {
  const [person, setPerson] = useState(userId)
  const [kind, setKind] = useState<DocKind>('pipeline')
  const [chosen, setChosen] = useState<ExplainedItem | undefined>(item)
  const [action, setAction] = useState<ExplainedAction>('read')
  const users = useCall('GET /users', { quiet: true }, { staleTime: 30_000 })
  const user = users.data?.find(({ _id }) => _id === person)
  const actions = actionsFor(chosen?.type)
  const asked = actions.includes(action) ? action : 'read'
  const ready = person !== undefined && chosen !== undefined
  const answer = useCall(
    'GET /permissions/explain',
    { query: { userId: person ?? '', kind: chosen?.type ?? kind, id: chosen?.id ?? '', action: asked }, quiet: true },
    { enabled: ready, gcTime: 0 },
  )
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <label className={styles.field}>
          Person
          <Select
            aria-label="Person"
            className={styles.person}
            placeholder="Choose a person"
            {...(person === undefined ? {} : { value: person })}
            loading={users.isPending}
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent="Nothing matches"
            options={(users.data ?? []).map(({ _id, firstName, lastName, userName, role }) => ({
              value: _id,
              label: `${firstName} ${lastName} (${userName}, ${role})`,
            }))}
            getPopupContainer={inDialog}
            onChange={setPerson}
          />
        </label>
        {item === undefined ? (
          <ItemChoice
            kind={kind}
            item={chosen}
            onKind={(next) => {
              setKind(next)
              setChosen(undefined)
            }}
            onItem={setChosen}
          />
        ) : (
          <div className={styles.field}>
            Item
            <span className={styles.given}>{item.path}</span>
          </div>
        )}
        <label className={styles.field}>
          Action
          <Select<ExplainedAction>
            aria-label="Action"
            className={styles.action}
            value={asked}
            options={actions.map((value) => ({ value, label: actionWords[value] }))}
            getPopupContainer={inDialog}
            onChange={setAction}
          />
        </label>
      </div>
      {users.error !== null && <ErrorPanel error={users.error} onRetry={() => void users.refetch()} />}
      <div className={styles.answer} aria-live="polite">
        {!ready && (
          <p className="quiet-line">
            {person === undefined ? 'Choose a person to see which rules decide.' : 'Choose an item.'}
          </p>
        )}
        {ready && answer.isPending && <SkeletonRows rows={4} />}
        {ready && answer.error !== null && <ErrorPanel error={answer.error} onRetry={() => void answer.refetch()} />}
        {ready && answer.data !== undefined && (
          <Explained
            explanation={answer.data}
            action={asked}
            item={chosen}
            person={{
              name: user === undefined ? 'This person' : `${user.firstName} ${user.lastName}`,
              firstName: user?.firstName ?? 'this person',
              badges: new Set(user?.project_tags.map(({ _id }) => _id)),
            }}
          />
        )}
      </div>
    </div>
  )
}
