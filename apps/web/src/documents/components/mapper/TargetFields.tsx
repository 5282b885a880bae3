import type { JsonSchema } from '@millrace/contract'
import type { MappingRule, MappingSettings, RecordField } from '@millrace/contract/components/mapping.rule'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import styles from './mapper.module.css'
import { ruleOf, type Source } from './model/mapping-edits.ts'
import { valueAtPath } from './model/record-fields.ts'
import { TargetRow } from './TargetRow.tsx'
import type { Mapped } from './use-mapped-record.ts'

type Props = {
  rows: readonly RecordField[]
  settings: MappingSettings
  ruleSchema: JsonSchema
  sources: readonly RecordField[]
  /** Paths of required fields that nothing fills. */
  unfilled: readonly string[]
  /** The sample record mapped; null where there is none. */
  result: Mapped | null
  carried: string | null
  readOnly: boolean
  onConnect: (path: string, source: Source) => void
  onRule: (path: string, rule: MappingRule | null) => void
}

/** The fields of the target with what fills each, and what that makes of the sample record. */
export function TargetFields({ rows, settings, ruleSchema, unfilled, result, ...rest }: Props) {
  const record = result?.record
  return (
    <section className={styles.pane} aria-label="Target fields" aria-busy={result?.isRunning}>
      <header className={styles.head}>
        <h3>Target fields</h3>
        {record !== undefined && (
          <details className={styles.whole}>
            <summary>Whole record</summary>
            <pre tabIndex={0} aria-label="Mapped record">
              {JSON.stringify(record, null, 2)}
            </pre>
          </details>
        )}
      </header>
      {rows.length === 0 && (
        <EmptyState text="The target has no schema. Join the output with a port that has one, or add fields by name." />
      )}
      <ul className={styles.list}>
        {rows.map((target) => (
          <TargetRow
            key={target.path}
            target={target}
            rule={ruleOf(settings, target.path)}
            ruleSchema={ruleSchema}
            isUnfilled={unfilled.includes(target.path)}
            value={record === undefined ? undefined : valueAtPath(record, target.path)}
            hasResult={record !== undefined}
            {...rest}
          />
        ))}
      </ul>
    </section>
  )
}
