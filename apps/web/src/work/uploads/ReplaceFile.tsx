import { FetchNow } from './FetchNow.tsx'
import { FileButton } from './FileButton.tsx'
import { FileChoice, type FileInput } from './FileChoice.tsx'
import type { UploadLimits } from './file-refusal.ts'
import type { Choice } from './sending.ts'
import type { SourceFile } from './source-files.ts'

export type Replacing = {
  choice: Choice | undefined
  limits: UploadLimits
  disabled: boolean
  onChoose: (what: Choice['what'] | undefined) => void
}

/** Puts another file in the place of the one of a source, or has it fetched again: sent at once, and judged where it stands. */
export function ReplaceFile({ file, ...choosing }: Replacing & { file: SourceFile }) {
  const { dataSubKind, connectorType } = file.source
  if (connectorType !== 'manual') {
    const { choice, disabled, onChoose } = choosing
    return <FetchNow file={file} isTold choice={choice} disabled={disabled} onChoose={onChoose} />
  }
  const ask = (input: FileInput) => (
    <FileButton {...input} name={`Replace the file of ${dataSubKind}`}>
      Replace the file
    </FileButton>
  )
  return (
    <FileChoice
      {...choosing}
      name={dataSubKind}
      source={file.source}
      sendWith={undefined}
      ask={(input) => <div>{ask(input)}</div>}
      askAnother={ask}
    />
  )
}
