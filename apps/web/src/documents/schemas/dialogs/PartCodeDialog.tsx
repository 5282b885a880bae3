import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { PlacedProblem } from '../../../code/json-editor.ts'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { isPlain } from '../model/paths.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { suggestInSchema } from './schema-suggest.ts'

const JsonEditor = lazy(() => import('../../../code/JsonEditor.tsx').then((module) => ({ default: module.JsonEditor })))

type Props = {
  /** The name of the part. */
  name: string
  part: unknown
  /** What would be wrong with the whole schema if the part were this one, by JSON pointer within the part. */
  check: (part: unknown) => readonly PlacedProblem[]
  references?: readonly { address: string; name: string }[]
  onApply: (part: unknown) => void
  onClose: () => void
}

/** One part of a schema as code, beside the trees of what it is and of what the code makes of it (SCH-015, SCH-016). */
export function PartCodeDialog({ name, part, check, references = [], onApply, onClose }: Props) {
  const first = useMemo(() => JSON.stringify(part, null, 2), [part])
  const [text, setText] = useState(first)
  const [faults, setFaults] = useState(0)
  const read = readPart(useDeferredValue(text))
  // While the text is no schema, its tree stays what it was.
  const [made, setMade] = useState(part)
  if (read.message === '' && JSON.stringify(read.part) !== JSON.stringify(made)) setMade(read.part)
  const apply = () => {
    const now = readPart(text)
    if (now.message === '') onApply(now.part)
  }
  return (
    <CodeDialog
      title={`Code of ${name}`}
      input={{ name, schema: part }}
      output={{ name, schema: made }}
      why={faults > 0 ? 'What is wrong is marked in the text.' : read.message}
      changed={text !== first}
      onApply={apply}
      onClose={onClose}
    >
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <JsonEditor
          label={`Code of ${name}`}
          value={text}
          onChange={setText}
          onFaults={setFaults}
          check={check}
          suggest={suggestInSchema(made, references)}
        />
      </Suspense>
    </CodeDialog>
  )
}

function readPart(text: string): { part: unknown; message: string } {
  try {
    const part: unknown = JSON.parse(text)
    const isSchema = isPlain(part) || typeof part === 'boolean'
    return { part, message: isSchema ? '' : 'A schema is an object: { … }' }
  } catch {
    return { part: undefined, message: 'The text is no JSON.' }
  }
}
