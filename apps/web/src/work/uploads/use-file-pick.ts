import type { DataSource } from '@millrace/contract'
import { useState } from 'react'
import { fileRefusal, type UploadLimits } from './file-refusal.ts'

/** Takes what a person chose or dropped for a source: one file that the source may have, else the reason stays in sight. */
export function useFilePick(source: DataSource, limits: UploadLimits, onChoose: (file: File) => void) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const pick = (files: File[]) => {
    const [first] = files
    if (first === undefined) return
    const reason = files.length > 1 ? 'Only one file per source' : fileRefusal(first, source, limits)
    setRefusal(reason)
    if (reason === null) onChoose(first)
  }
  return { refusal, pick, clear: () => setRefusal(null) }
}
