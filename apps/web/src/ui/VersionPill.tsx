import { versionText } from '@millrace/contract/versions/version.rule'
import { PadlockIcon, PencilIcon } from './glyphs.tsx'
import { StatusTag } from './StatusTag.tsx'

/** 'Version 4 (Prod)', green with a padlock, or 'Version 4 (Draft)', amber with a pencil; `short`: 'v4' with the rest as tooltip. */
export function VersionPill({ version, locked, short }: { version: number; locked: boolean; short?: boolean }) {
  const full = versionText(version, locked)
  return (
    <StatusTag tone={locked ? 'ok' : 'warn'} icon={locked ? PadlockIcon : PencilIcon} title={full}>
      {short ? `v${version}` : full}
    </StatusTag>
  )
}
