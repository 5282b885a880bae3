import { type CSSProperties, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Bar, Spacer } from '../../../ui/Layout.tsx'
import type { Path } from '../model/paths.ts'
import { SchemaTree } from '../SchemaTree.tsx'
import styles from './code-dialog.module.css'

/** A schema beside code, and what it is called. */
export type CodeSchema = { name: string; schema: unknown }

type Props = {
  title: string
  /** What the code begins from, and what it makes. */
  input: CodeSchema
  output: CodeSchema
  /** Why the code cannot be applied; '' when it can. */
  why: string
  /** Whether there is anything to apply. */
  changed: boolean
  onApply: () => void
  onClose: () => void
  /** The editor of the code, which fills its place. */
  children: ReactNode
}

/** Columns of 24: the code, the schema it begins from, the schema it makes (SCH-015). */
const columns = { code: 14, schema: 5, alone: 24 }
const wide = (span: number) => ({ '--span': span }) as CSSProperties

/** Code with the trees of its schemas beside it. Ok applies, Cancel drops the edit, the close icon asks first (SCH-016). */
export function CodeDialog({ title, input, output, why, changed, onApply, onClose, children }: Props) {
  const [shows, setShows] = useState(true)
  const quit = async () => {
    if (await confirm('Quit ?')) onClose()
  }
  return (
    <Dialog
      title={title}
      width={95}
      hasCloseIcon
      onCancel={() => void quit()}
      footer={
        <>
          {why !== '' && <span className={styles.why}>{why}</span>}
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={why !== '' || !changed} onClick={onApply}>
            Ok
          </Button>
        </>
      }
    >
      <Bar className={styles.bar ?? ''}>
        <Spacer />
        <Button onClick={() => setShows(!shows)}>{shows ? 'Hide schemas' : 'Show schemas'}</Button>
      </Bar>
      <div className={styles.parts}>
        <div className={styles.code} style={wide(shows ? columns.code : columns.alone)}>
          {children}
        </div>
        {shows && <SchemaSide side="Input" {...input} />}
        {shows && <SchemaSide side="Output" {...output} />}
      </div>
    </Dialog>
  )
}

function SchemaSide({ side, name, schema }: CodeSchema & { side: string }) {
  const [selected, select] = useState<Path>([])
  return (
    <section className={styles.schema} style={wide(columns.schema)} aria-label={`${side} schema`}>
      <h3 className={styles.heading}>
        {side}: {name}
      </h3>
      <SchemaTree
        schema={schema}
        name={`${side} ${name}`}
        selected={selected}
        readOnly
        onSelect={select}
        onEdit={() => {}}
      />
    </section>
  )
}
