import { useMemo, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { CompareLine } from './compare-json.ts'
import { diffText, type TextPart } from './diff-text.ts'
import styles from './compare.module.css'

/** Characters of a value that are shown before somebody asks for all of it. */
const maxShown = 1500
/** Equal lines that stay in sight before and after a difference of a text. */
const context = 3

const written = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** The value of a line, once or before and after; two texts with what differs in them marked. */
export function CompareValue({ line: { before, after, state }, inline }: { line: CompareLine; inline: boolean }) {
  const isText = typeof before === 'string' && typeof after === 'string'
  const parts = useMemo(
    () => (state === 'changed' && isText ? shorten(diffText(before, after)) : null),
    [state, isText, before, after],
  )
  if (parts !== null) {
    const side = (kind: TextPart['kind']) => parts.filter((part) => part.kind === 'same' || part.kind === kind)
    if (inline) return <Parts parts={parts} />
    return (
      <>
        <Parts parts={side('removed')} />
        <Parts parts={side('added')} />
      </>
    )
  }
  if (inline) {
    return (
      <span className={styles.values}>
        {state !== 'added' && state !== 'moved' && state !== 'same' && <Value value={before} kind="removed" />}
        {state !== 'removed' && <Value value={after} kind={state === 'same' || state === 'moved' ? 'same' : 'added'} />}
      </span>
    )
  }
  const kindOf = (kind: TextPart['kind']) => (state === 'same' || state === 'moved' ? 'same' : kind)
  return (
    <>
      <Value value={before} kind={kindOf('removed')} />
      <Value value={after} kind={kindOf('added')} />
    </>
  )
}

const tags = { same: 'span', added: 'ins', removed: 'del' } as const

function Value({ value, kind }: { value: unknown; kind: TextPart['kind'] }) {
  const [all, setAll] = useState(false)
  const text = useMemo(() => written(value), [value])
  const Tag = tags[kind]
  const rest = all ? 0 : text.length - maxShown
  return (
    <code className={styles.value}>
      {value !== undefined && <Tag>{rest > 0 ? text.slice(0, maxShown) : text === '' ? '""' : text}</Tag>}
      {rest > 0 && (
        <Button tone="link" onClick={() => setAll(true)}>
          Show {rest} more characters
        </Button>
      )}
    </code>
  )
}

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return (
    <code className={styles.value}>
      {parts.map(({ kind, text }, at) => {
        const Tag = tags[kind]
        // oxlint-disable-next-line react/no-array-index-key -- parts never change places
        return <Tag key={at}>{text}</Tag>
      })}
    </code>
  )
}

/** Leaves out long equal stretches of lines between differences, and says how many they are. */
function shorten(parts: readonly TextPart[]): TextPart[] {
  return parts.map(({ kind, text }, at) => {
    const lines = kind === 'same' ? text.split('\n') : []
    const head = at === 0 ? 0 : context
    const tail = at === parts.length - 1 ? 0 : context + 1
    const left = lines.length - head - tail
    if (left <= 2) return { kind, text }
    const kept = [...lines.slice(0, head), `… ${left} equal lines …`, ...lines.slice(lines.length - tail)]
    return { kind, text: kept.join('\n') }
  })
}
