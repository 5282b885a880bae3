import { texts } from '@millrace/contract/errors'
import { saveAs } from '../../api/save-as.ts'
import { Spacer } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { toast } from '../../state/toasts.ts'
import styles from './two-factor.module.css'

type Props = { codes: readonly string[]; onStored: () => void }

/** The recovery codes, shown this once (SES-013). Nothing but the button leads on, so that no stray key loses them. */
export function RecoveryCodes({ codes, onStored }: Props) {
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    if (await copyText(text)) toast.success(texts.codesCopied)
    else toast.error('The codes could not be copied; please download or write them down.')
  }
  return (
    <Dialog
      title="Two-Factor"
      onCancel={() => undefined}
      footer={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button onClick={() => saveAs(new Blob([text], { type: 'text/plain' }), 'millrace-recovery-codes.txt')}>
            Download
          </Button>
          <Spacer />
          <Button tone="primary" onClick={onStored}>
            I have stored them
          </Button>
        </>
      }
    >
      <p className={styles.text}>
        Your authenticator app is set up. Keep these <b>recovery codes</b> where others cannot read them: each signs you
        in once when the app is not at hand. They are not shown again.
      </p>
      <ol className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
