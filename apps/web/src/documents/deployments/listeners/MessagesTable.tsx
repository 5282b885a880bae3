import type { ListenerMessage } from '@millrace/contract'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { PickAll } from '../../../ui/PickAll.tsx'
import { cardArea, Table } from '../../../ui/Table.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import styles from './listeners.module.css'

type Props = {
  messages: readonly ListenerMessage[]
  picked: ReadonlySet<string>
  /** Absent where the person may do nothing with them. */
  onPick: ((ids: readonly string[], on: boolean) => void) | undefined
  /** Absent where the person may not try it. */
  onTry: ((text: string) => void) | undefined
}

/** Why, when and how each message begins. */
export const MessagesTable = ({ messages, picked, onPick, onTry }: Props) => (
  <Table
    label="Messages"
    columns={[
      ...(onPick === undefined
        ? []
        : [
            {
              title: (
                <PickAll label="All messages" ids={messages.map(({ _id }) => _id)} picked={picked} onPick={onPick} />
              ),
              className: styles.check,
            },
          ]),
      'Received',
      'Why',
      'Message',
      'Size',
    ]}
    look="plain"
    cards="18px minmax(0, 1fr) auto"
    headless
  >
    {messages.map((message) => (
      <tr key={message._id}>
        {onPick !== undefined && (
          <td className={styles.check} style={cardArea('1 / 1')}>
            <input
              type="checkbox"
              aria-label={`Message ${message._id}`}
              checked={picked.has(message._id)}
              onChange={(event) => onPick([message._id], event.target.checked)}
            />
          </td>
        )}
        <td style={cardArea('1 / 2')}>
          <Timestamp at={message.receivedAt} />
        </td>
        <td style={cardArea('2 / 2 / auto / -1')}>
          <span className={styles.why}>{message.reason}</span>
        </td>
        <td style={cardArea('3 / 2 / auto / -1')}>
          <MessageText message={message} onTry={onTry} />
        </td>
        <td data-quiet data-end style={cardArea('1 / 3')}>
          <span className="unbroken">{formatBytes(message.size)}</span>
        </td>
      </tr>
    ))}
  </Table>
)

/** Characters that are shown before more is asked for. */
const shownFirst = 120

type TextProps = Pick<Props, 'onTry'> & { message: ListenerMessage }

function MessageText({ message: { _id, text, size }, onTry }: TextProps) {
  const [whole, setWhole] = useState(false)
  const isCut = size > new TextEncoder().encode(text).length
  return (
    <>
      <pre className={styles.text} data-whole={whole} tabIndex={whole ? 0 : undefined}>
        {whole ? text : text.slice(0, shownFirst)}
        {whole && isCut && '…'}
      </pre>
      <div className={styles.actions}>
        {text.length > shownFirst && (
          <Button tone="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Less' : 'More'}
          </Button>
        )}
        {/* Only a whole one tells anything. */}
        {onTry !== undefined && !isCut && (
          <Button tone="link" aria-label={`Try it: message ${_id}`} onClick={() => onTry(text)}>
            Try it
          </Button>
        )}
      </div>
    </>
  )
}
