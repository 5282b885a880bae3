import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { SplitPane } from '../../../ui/SplitPane.tsx'
import { useNarrow, useNarrowerThan } from '../../../ui/use-narrow.ts'
import styles from './bench.module.css'

type Props = { payload: ReactNode; result: ReactNode; context: ReactNode; logs: ReactNode }

/** Window width (px) from which all four lie side by side, and their first widths (CMP-015); the logs take the rest. */
const wideFrom = 1600
const firstWidths = { payload: 300, result: 500, context: 400 }
/** Less is no room to read a line of the logs. */
const minLogs = 260

/** The four editors with dividers between them; below each other where there is no room for two (CMP-015). */
export function BenchPanels({ payload, result, context, logs }: Props) {
  const isPhone = useNarrow()
  const isWide = !useNarrowerThan(wideFrom)
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<number | null>(null)
  useLayoutEffect(() => setRoom(box.current?.clientWidth || wideFrom), [])
  if (isPhone)
    return (
      <div className={styles.stacked}>
        {payload}
        {result}
        {context}
        {logs}
      </div>
    )
  return (
    <div ref={box} className={isWide ? styles.wide : styles.square}>
      {room === null ? null : isWide ? (
        <SideBySide room={room} {...{ payload, result, context, logs }} />
      ) : (
        <TwoByTwo room={room} {...{ payload, result, context, logs }} />
      )}
    </div>
  )
}

function SideBySide({ room, payload, result, context, logs }: Props & { room: number }) {
  const sum = firstWidths.payload + firstWidths.result + firstWidths.context
  const share = Math.min(1, (room - minLogs) / sum)
  const width = (name: keyof typeof firstWidths) => Math.round(firstWidths[name] * share)
  const rest = (
    <SplitPane
      direction="columns"
      size={width('context')}
      label="Resize the context"
      remember="bench-context"
      first={context}
      second={logs}
    />
  )
  return (
    <SplitPane
      direction="columns"
      size={width('payload')}
      label="Resize the payload"
      remember="bench-payload"
      first={payload}
      second={
        <SplitPane
          direction="columns"
          size={width('result')}
          label="Resize the result"
          remember="bench-result"
          first={result}
          second={rest}
        />
      }
    />
  )
}

function TwoByTwo({ room, payload, result, context, logs }: Props & { room: number }) {
  const half = Math.round(room / 2)
  return (
    <SplitPane
      direction="rows"
      size={340}
      label="Resize the upper row"
      remember="bench-rows"
      first={
        <SplitPane
          direction="columns"
          size={half}
          label="Resize the payload"
          remember="bench-upper"
          first={payload}
          second={result}
        />
      }
      second={
        <SplitPane
          direction="columns"
          size={half}
          label="Resize the context"
          remember="bench-lower"
          first={context}
          second={logs}
        />
      }
    />
  )
}
