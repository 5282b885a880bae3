import type { ReactNode } from 'react'
import { CrossCircleIcon } from '../../ui/glyphs.tsx'
import { PickAll } from '../../ui/PickAll.tsx'
import { cardArea, type Column } from '../../ui/Table.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { VersionPill } from '../../ui/VersionPill.tsx'
import { type Deployed, noPipeline } from './deployed.ts'
import type { RowsProps } from './DeploymentsPage.tsx'
import styles from './deployments.module.css'

/** The columns that both screens end with (DEP-004). */
export const writtenColumns: readonly Column[] = ['Create date', 'Created by', 'Update date', 'Updated by']

/** The box above the rows; nothing where the person may not un-publish. */
export const pickColumn = ({ rows, picked, onPick }: RowsProps<Deployed>, label: string): readonly Column[] =>
  onPick === undefined
    ? []
    : [
        {
          title: <PickAll label={label} ids={rows.map(({ _id }) => _id)} picked={picked} onPick={onPick} />,
          className: styles.check,
        },
      ]

type Props = Omit<RowsProps<Deployed>, 'rows'> & {
  row: Deployed
  /** Names it: its path, or its listener. */
  name: string
  children: ReactNode
}

/** A row that opens; a click on its box or its Copy does only that. */
export function DeployedRow({ row, name, picked, onPick, opened, onOpen, children }: Props) {
  return (
    <tr
      className={styles.row}
      data-tone={row.isValid ? undefined : 'error'}
      aria-selected={opened === row._id || undefined}
      onClick={(event) => {
        if ((event.target as Element).closest('[data-own]') === null) onOpen(row._id)
      }}
    >
      {onPick !== undefined && (
        <td className={styles.check} data-own style={cardArea('1 / 1')}>
          <input
            type="checkbox"
            aria-label={name}
            checked={picked.has(row._id)}
            onChange={(event) => onPick([row._id], event.target.checked)}
          />
        </td>
      )}
      {children}
      <td data-label="Created" data-quiet style={cardArea('5 / 2')}>
        <Timestamp at={row.createDate} />
      </td>
      <td data-quiet style={cardArea('5 / 3')}>
        {row.createUsername}
      </td>
      <td data-label="Updated" data-quiet style={cardArea('6 / 2')}>
        <Timestamp at={row.updateDate} />
      </td>
      <td data-quiet style={cardArea('6 / 3')}>
        {row.updateUsername ?? '-'}
      </td>
    </tr>
  )
}

/** Its pipeline with the version; 'Err: NO PIPELINE' in red where it is gone (DEP-006). */
export const PipelineCell = ({ row }: { row: Deployed }) =>
  row.pipelineName === null ? (
    <span className={`bad ${styles.pipeline}`}>{noPipeline}</span>
  ) : (
    <span className={styles.pipeline}>
      {row.pipelineName}
      {row.pipelineVersion !== null && (
        <VersionPill version={row.pipelineVersion} locked={row.pipelineVLocked ?? false} short />
      )}
    </span>
  )

/** Why a row is marked (DEP-005): colour, icon and words. */
export const InvalidReason = ({ row: { isValid, reason } }: { row: Pick<Deployed, 'isValid' | 'reason'> }) =>
  isValid ? null : (
    <span className={styles.reason} data-tone="error">
      <CrossCircleIcon />
      {reason ?? 'It cannot be used as it is: publish the pipeline again.'}
    </span>
  )
