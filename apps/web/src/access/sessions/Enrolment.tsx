import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { toast } from '../../state/toasts.ts'
import styles from './two-factor.module.css'

/** What an authenticator app needs, once (SES-009): the QR code on white in both themes, and the secret to type or copy. */
export function Enrolment({ secret, qrcode }: { secret: string; qrcode: string | null }) {
  const copy = async () => {
    if (await copyText(secret)) toast.success('The secret is copied to clipboard')
    else toast.error('The secret could not be copied; please type it.')
  }
  return (
    <>
      <p className={styles.text}>
        This account asks for a second factor. Scan the picture with an authenticator app, or give it the secret, then
        type the code it shows.
      </p>
      <div className={styles.enrolment}>
        {qrcode !== null && (
          <span className={styles.qr}>
            <img src={qrcode} width="168" height="168" alt="QR code of the secret" />
          </span>
        )}
        <div className={styles.secret}>
          <span id="secret-name">Secret</span>
          <code role="group" aria-labelledby="secret-name">
            {groupsOf(secret).map((group, index) => (
              <span key={index}>{group} </span>
            ))}
          </code>
          <Button onClick={() => void copy()}>Copy</Button>
        </div>
      </div>
    </>
  )
}

/** 'JBSWY3DPEHPK3PXP' → JBSW, Y3DP, EHPK, 3PXP */
const groupsOf = (secret: string): string[] => secret.match(/.{1,4}/g) ?? []
