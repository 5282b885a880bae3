import type { RecordField } from '@millrace/contract/components/mapping.rule'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from './mapper.module.css'
import { valueAtPath } from './model/record-fields.ts'
import type { Samples } from './use-samples.ts'

const JsonEditor = lazy(() => import('../../../code/JsonEditor.tsx').then((module) => ({ default: module.JsonEditor })))

type Props = {
  sources: readonly RecordField[]
  samples: Samples
  readOnly: boolean
  /** The field that is dragged; null when it is let go. */
  onCarry: (path: string | null) => void
}

/** The fields that come, with the values of the sample record, to be dragged onto what they fill. */
export function SourceFields({ sources, samples, readOnly, onCarry }: Props) {
  const { count, at, record, problem } = samples
  const [isTyping, setTyping] = useState(count === 0)
  return (
    <section className={styles.pane} aria-label="Source fields">
      <header className={styles.head}>
        <h3>Source fields</h3>
        <span className="quiet">{count === 0 ? 'No sample record' : `Record ${at + 1} of ${count}`}</span>
        <Button disabled={count < 2} onClick={samples.next}>
          Next
        </Button>
        <Button disabled={count < 2} onClick={samples.random}>
          Random
        </Button>
        <Button aria-expanded={isTyping} onClick={() => setTyping(!isTyping)}>
          Samples
        </Button>
      </header>
      {isTyping && (
        <div className={styles.samples}>
          <p className="quiet">Records to look at, as JSON. They are not saved.</p>
          <div className={styles.editor}>
            <Suspense>
              <JsonEditor label="Sample records" value={samples.text} onChange={samples.setText} />
            </Suspense>
          </div>
          {problem !== null && <Notice look="line">{problem}</Notice>}
        </div>
      )}
      {sources.length === 0 && (
        <EmptyState text="The fields that come are not known. Type a sample record, or choose a schema for the input." />
      )}
      <ul className={styles.list}>
        {sources.map(({ path, type }) => (
          <li
            key={path}
            className={styles.source}
            draggable={!readOnly}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'link'
              event.dataTransfer.setData('text/plain', path)
              onCarry(path)
            }}
            onDragEnd={() => onCarry(null)}
          >
            <span className={styles.name}>{path}</span>
            <span className={styles.type}>{typeNames[type] ?? ''}</span>
            <span className={styles.value}>{previewValue(valueAtPath(record, path))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What people call a type. */
export const typeNames: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'yes or no',
  object: 'object',
  array: 'list',
}
