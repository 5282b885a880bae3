import { useState } from 'react'
import { copyText } from './copy-text.ts'
import { CheckCircleIcon, CopyIcon } from './glyphs.tsx'
import styles from './states.module.css'

/**
 * The number under which the server's log tells of a request, behind an icon that copies it: it says nothing to most people,
 * and everything to who runs the server. Where the clipboard is closed it is written out.
 */
export function RequestNumber({ of }: { of: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const label = copied === true ? 'Request number copied' : 'Copy the request number'
  return (
    <>
      {copied === false && <span className="note">Request {of}</span>}
      <button
        type="button"
        className={styles.number}
        aria-label={label}
        title={`${label}: ${of}`}
        onClick={() => void copyText(of).then(setCopied)}
      >
        {copied === true ? <CheckCircleIcon /> : <CopyIcon />}
      </button>
    </>
  )
}
