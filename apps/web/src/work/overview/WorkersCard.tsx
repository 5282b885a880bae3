import type { Overview } from '@millrace/contract'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Card, Item } from './Card.tsx'
import styles from './overview.module.css'

/** Processes that run imports: how many each runs at once and now, and which have gone silent. */
export function WorkersCard({ overview: { workers } }: { overview: Overview }) {
  const alive = workers.filter((worker) => worker.alive)
  const [used, slots] = [sum(alive.map((worker) => worker.used)), sum(alive.map((worker) => worker.slots))]
  const state =
    alive.length === 0
      ? ({ tone: 'error', text: 'none is running' } as const)
      : ({ tone: alive.length < workers.length ? 'warn' : 'ok', text: `${used} of ${slots} places in use` } as const)
  return (
    <Card title="Workers" state={state}>
      {workers.length === 0 ? (
        <p className="quiet">Nothing runs imports. Start `millrace worker`, or `millrace serve` for all in one.</p>
      ) : (
        <ul className={styles.list}>
          {workers.map((worker) => (
            <Item
              key={worker._id}
              name={`${worker.host}, process ${worker.pid}`}
              aside={worker.alive ? `${worker.used} of ${worker.slots}` : <StatusTag tone="error">silent</StatusTag>}
            >
              {worker.alive ? 'Running since ' : 'Not seen since '}
              <Timestamp at={worker.alive ? worker.startedAt : worker.seenAt} />
            </Item>
          ))}
        </ul>
      )}
    </Card>
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
