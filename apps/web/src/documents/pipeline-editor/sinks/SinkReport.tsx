import type { DataSink, SinkCheck, SinkColumn } from '@millrace/contract'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { Table } from '../../../ui/Table.tsx'
import styles from '../panels.module.css'
import { issuesOf } from './sink-issues.ts'

type Props = { check: SinkCheck; sink: DataSink; pointer: string; onShow: (pointer: string) => void }

/** How a dry run ended: each problem leads to its field, each property to the column that takes it. */
export function SinkReport({ check, sink, pointer, onShow }: Props) {
  const { ok, columns, unfilled } = check
  const faults = columns.filter(({ fault }) => fault !== null).length
  return (
    <>
      <div role="status">
        {ok ? (
          <StatusTag tone="ok">{goodWords(sink)}</StatusTag>
        ) : (
          <Notice tone="error" look="line">
            {badWords(check, faults)}
          </Notice>
        )}
      </div>
      {check.problems.length > 0 && (
        <ul className={styles.problems}>
          {issuesOf(pointer, check).map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <Button tone="link" onClick={() => onShow(path)}>
                {message}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {columns.length > 0 && <Columns columns={columns} />}
      {unfilled.length > 0 && (
        <p className="note">
          These columns get no value:{' '}
          {unfilled.map(({ name, needed }) => (needed ? `${name} (needed)` : name)).join(', ')}.
        </p>
      )}
    </>
  )
}

const goodWords = ({ target }: DataSink): string =>
  target?.kind === 'http' ? 'This host may be called.' : 'The table takes these records.'

function badWords({ problems }: SinkCheck, faults: number): string {
  const count = Math.max(problems.length, faults)
  return `An import would be refused: ${count === 1 ? 'one thing is' : `${count} things are`} to be mended.`
}

const Columns = ({ columns }: { columns: readonly SinkColumn[] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
  <div className={styles.table} tabIndex={0} role="region" aria-label="Columns of the table">
    <Table look="plain" label="Columns of the table" columns={['Property', 'Type', 'Column', 'Type there', '']}>
      {columns.map(({ property, type, column, fault, warning }) => (
        <tr key={property}>
          <td>{property}</td>
          <td>{type}</td>
          <td>{column?.name ?? <span className="quiet">none</span>}</td>
          <td>{column?.type}</td>
          <td>
            <StatusTag tone={fault === null ? (warning === null ? 'ok' : 'warn') : 'error'}>
              {fault ?? warning ?? 'fits'}
            </StatusTag>
          </td>
        </tr>
      ))}
    </Table>
  </div>
)
