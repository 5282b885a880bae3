import { Notice } from '../../ui/Notice.tsx'
import { ChosenFile } from './ChosenFile.tsx'
import { FetchNow } from './FetchNow.tsx'
import { FileButton } from './FileButton.tsx'
import { acceptAttribute, type UploadLimits } from './file-refusal.ts'
import { type Choice, fetchIt } from './sending.ts'
import type { SourceFile } from './source-files.ts'
import { useFilePick } from './use-file-pick.ts'

export type Replacing = {
  choice: Choice | undefined
  limits: UploadLimits
  disabled: boolean
  onChoose: (what: Choice['what'] | undefined) => void
}

/** Puts another file in the place of the one of a source, or has it fetched again: sent at once, and judged where it stands. */
export function ReplaceFile({ file, choice, limits, disabled, onChoose }: Replacing & { file: SourceFile }) {
  const { source } = file
  const { refusal, pick, clear } = useFilePick(source, limits, onChoose)
  if (source.connectorType !== 'manual') {
    return <FetchNow file={file} isTold choice={choice} disabled={disabled} onChoose={onChoose} />
  }
  const button = (
    <FileButton
      label={`File for ${source.dataSubKind}`}
      name={`Replace the file of ${source.dataSubKind}`}
      accept={acceptAttribute(source, limits)}
      disabled={disabled}
      onFiles={pick}
    >
      Replace the file
    </FileButton>
  )
  const chosen = choice === undefined || choice.what === fetchIt ? undefined : choice.what
  return (
    <>
      {choice === undefined || chosen === undefined ? (
        <div>{button}</div>
      ) : (
        <ChosenFile
          file={chosen}
          choice={choice}
          sendWith={undefined}
          disabled={disabled}
          onRemove={() => {
            clear()
            onChoose(undefined)
          }}
          onRetry={() => onChoose(chosen)}
          onFiles={pick}
        >
          {button}
        </ChosenFile>
      )}
      {refusal !== null && (
        <Notice tone="error" look="line" role="alert">
          {refusal}
        </Notice>
      )}
    </>
  )
}
