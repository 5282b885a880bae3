import { Button } from '../../../ui/Button.tsx'
import { formatCount } from '../../../ui/format.ts'
import styles from './bench.module.css'
import type { ChosenRecord, RecordPort } from './records.ts'

type Props = {
  ports: readonly RecordPort[]
  chosen: ChosenRecord | null
  disabled: boolean
  /** Chooses a record; stepping runs it at once. */
  onChoose: (chosen: ChosenRecord | null, run: boolean) => void
}

/** Goes through the records of one input: each step runs the component with that record alone. */
export function RecordSteps({ ports, chosen, disabled, onChoose }: Props) {
  if (ports.length === 0) return null
  const port = ports.find(({ name }) => name === chosen?.port)
  const step = (by: number) => {
    if (chosen !== null) onChoose({ ...chosen, index: chosen.index + by }, true)
  }
  return (
    <div className={styles.steps} role="group" aria-label="Records">
      <select
        className={styles.select}
        aria-label="Records that are run"
        value={chosen?.port ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : { port: target.value, index: 0 }, false)}
      >
        <option value="">All records</option>
        {ports.map(({ name }) => (
          <option key={name} value={name}>
            {name}, one by one
          </option>
        ))}
      </select>
      {chosen !== null && port !== undefined && (
        <>
          <Button
            square
            aria-label="Previous record"
            disabled={disabled || chosen.index === 0}
            onClick={() => step(-1)}
          >
            ‹
          </Button>
          <span>
            {formatCount(chosen.index + 1)} of {formatCount(port.count)}
          </span>
          <Button
            square
            aria-label="Next record"
            disabled={disabled || chosen.index + 1 >= port.count}
            onClick={() => step(1)}
          >
            ›
          </Button>
        </>
      )}
    </div>
  )
}
