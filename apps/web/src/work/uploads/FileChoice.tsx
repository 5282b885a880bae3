import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { ChosenFile } from './ChosenFile.tsx'
import { acceptAttribute, type UploadLimits } from './file-refusal.ts'
import { type Choice, fetchIt } from './sending.ts'
import type { SourceFile } from './source-files.ts'
import { useFilePick } from './use-file-pick.ts'

/** What an input for the source's file is made of. */
export type FileInput = { label: string; accept: string; disabled: boolean; onFiles: (files: File[]) => void }

type Props = {
  /** Names the source among all of the page. */
  name: string
  source: SourceFile['source']
  choice: Choice | undefined
  limits: UploadLimits
  disabled: boolean
  /** The button that sends it, e.g. 'Send'; undefined where it is sent at once. */
  sendWith: string | undefined
  onChoose: (file: File | undefined) => void
  /** Asks for a file where none is chosen. */
  ask: (input: FileInput) => ReactNode
  /** Asks for another one beside the chosen one. */
  askAnother: (input: FileInput) => ReactNode
}

/** The file that is chosen for a source, or how one is chosen, and why a file was refused (UPL-004). */
export function FileChoice({ name, source, choice, limits, disabled, sendWith, onChoose, ask, askAnother }: Props) {
  const { refusal, pick, clear } = useFilePick(source, limits, onChoose)
  const chosen = choice === undefined || choice.what === fetchIt ? undefined : choice.what
  const input = { label: `File for ${name}`, accept: acceptAttribute(source, limits), disabled, onFiles: pick }
  return (
    <>
      {choice === undefined || chosen === undefined ? (
        ask(input)
      ) : (
        <ChosenFile
          file={chosen}
          choice={choice}
          sendWith={sendWith}
          disabled={disabled}
          onRemove={() => {
            clear()
            onChoose(undefined)
          }}
          onRetry={() => onChoose(chosen)}
          onFiles={pick}
        >
          {askAnother(input)}
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
