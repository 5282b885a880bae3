import type { User } from '@millrace/contract'
import { useState } from 'react'
import { useSession } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { InvitationTag } from './InvitationTag.tsx'
import { makeLink, sendAgain } from './invite.ts'
import styles from './person.module.css'

/** Whether somebody has chosen a password; if not, how old their link is, and another one, mailed or to hand over. */
export function PersonInvitation({ person }: { person: User }) {
  const { sendsMail } = useSession()
  const [busy, setBusy] = useState(false)
  // The link is kept nowhere: where the clipboard is closed it stands here to be copied by hand.
  const [link, setLink] = useState<{ address: string; copied: boolean } | null>(null)
  const { invitation } = person
  const send = async () => {
    setBusy(true)
    setLink(null)
    await sendAgain(person)
    setBusy(false)
  }
  const copy = async () => {
    setBusy(true)
    const address = await makeLink(person)
    if (address !== null) setLink({ address, copied: await copyText(address) })
    setBusy(false)
  }
  if (invitation.state === 'accepted') {
    return (
      <section className={styles.invitation} aria-label="Invitation">
        <div className={styles.invitationLine}>
          <InvitationTag person={person} />
        </div>
      </section>
    )
  }
  return (
    <section className={styles.invitation} aria-label="Invitation">
      <div className={styles.invitationLine}>
        <InvitationTag person={person} />
        {invitation.at !== null && (
          <span className="quiet unbroken">
            on <Timestamp at={invitation.at} />
          </span>
        )}
        {sendsMail ? (
          <Button disabled={busy} title={`Mails a new link to ${person.email}`} onClick={() => void send()}>
            Send again
          </Button>
        ) : (
          <Button disabled={busy} title="Makes a new link for you to hand over" onClick={() => void copy()}>
            Copy link
          </Button>
        )}
      </div>
      <p className={styles.hint} role="status">
        {link === null ? waitingWords(person, sendsMail) : linkWords(link.copied)}
      </p>
      {link !== null && !link.copied && (
        <input
          className={styles.input}
          aria-label="Link"
          readOnly
          value={link.address}
          onFocus={(event) => event.target.select()}
        />
      )}
    </section>
  )
}

function waitingWords({ lastSeenDate }: User, sendsMail: boolean): string {
  const why = lastSeenDate === null ? 'No password chosen yet' : 'The password was reset and no new one is chosen yet'
  return sendsMail
    ? `${why}. A new link ends the older one.`
    : `${why}, and no mail server is set up here. Copy a link and hand it over; a new one ends the older.`
}

const linkWords = (copied: boolean): string =>
  `${copied ? 'The link is copied' : 'Select the link and copy it'}: it works once, within 24 hours. Whoever opens it signs in as this person.`
