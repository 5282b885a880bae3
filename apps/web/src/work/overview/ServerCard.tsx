import type { Overview } from '@millrace/contract'
import { diskState } from '@millrace/contract/overview/disk.rule'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { Card, PlaceLink } from './Card.tsx'
import styles from './overview.module.css'

type Props = { overview: Overview }

/** Space for files, mails, and passwords that everybody knows. */
export function ServerCard({ overview }: Props) {
  const tones = [diskTone(overview.disk), mailTone(overview.mails), passwordTone(overview.demoPasswords)]
  const wrong = tones.filter((tone) => tone !== 'ok').length
  const worst = tones.includes('error') ? 'error' : 'warn'
  return (
    <Card
      title="Server"
      wide
      state={wrong === 0 ? { tone: 'ok', text: 'all is well' } : { tone: worst, text: `${wrong} to look at` }}
    >
      <Facts look="rows" className={styles.facts}>
        <Fact name="Free space">
          <Disk {...overview.disk} />
        </Fact>
        <Fact name="Mails not sent">
          <Mails {...overview.mails} />
        </Fact>
        <Fact name="Demo passwords">
          <DemoPasswords names={overview.demoPasswords} />
        </Fact>
      </Facts>
    </Card>
  )
}

const diskTones = { enough: 'ok', low: 'warn', short: 'error' } as const
function diskTone({ freeBytes, minFreeBytes }: Overview['disk']): Tone {
  const state = diskState(freeBytes, minFreeBytes)
  return state === null ? 'error' : diskTones[state]
}

function Disk({ freeBytes, minFreeBytes }: Overview['disk']) {
  const state = diskState(freeBytes, minFreeBytes)
  if (state === null || freeBytes === null) return <StatusTag tone="error">The folder of files is away</StatusTag>
  return (
    <>
      <StatusTag tone={diskTones[state]}>{formatBytes(freeBytes)}</StatusTag>
      <p className="quiet">
        {state === 'short'
          ? `No file is taken in below ${formatBytes(minFreeBytes)}. Make room on the disk of the files.`
          : `Files are taken in down to ${formatBytes(minFreeBytes)}.`}
      </p>
    </>
  )
}

const mailTone = ({ failing, lost }: Overview['mails']): Tone => (failing > 0 || lost.count > 0 ? 'warn' : 'ok')

function Mails({ waiting, failing, lastError, lost }: Overview['mails']) {
  const [last] = lost.few
  return (
    <>
      <StatusTag tone={failing > 0 ? 'warn' : 'ok'}>{formatCount(waiting)}</StatusTag>
      {failing > 0 && (
        <p>
          {failing === 1 ? '1 mail' : `${formatCount(failing)} mails`} could not be sent so far and will be tried again.
          {lastError !== null && ` The mail server: ${lastError}`}
        </p>
      )}
      {last !== undefined && (
        <p>
          {lost.count === 1 ? '1 mail was' : `${formatCount(lost.count)} mails were`} given up in the last 7 days
          {last.reason !== null && `: ${last.reason}`}. Send the link again from{' '}
          <PlaceLink place={users}>Users</PlaceLink>.
        </p>
      )}
    </>
  )
}

const users = { to: '/manage/users' }

const passwordTone = (names: readonly string[]): Tone => (names.length > 0 ? 'warn' : 'ok')

function DemoPasswords({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <StatusTag tone="ok">none in use</StatusTag>
  return (
    <>
      <StatusTag tone="warn">{names.length === 1 ? '1 in use' : `${names.length} in use`}</StatusTag>
      <p>
        Everybody knows the password of{' '}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <PlaceLink place={{ ...users, search: { q: name } }}>{name}</PlaceLink>
          </span>
        ))}
        . Change it or switch these people off.
      </p>
    </>
  )
}
