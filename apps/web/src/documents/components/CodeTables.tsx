import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'

const DatabaseBrowser = lazy(async () => ({
  default: (await import('../connections/DatabaseBrowser.tsx')).DatabaseBrowser,
}))

/** Unfolds the tables and columns that code may read, below the code that reads them. */
export function CodeTables({ onInsert }: { onInsert: ((text: string) => void) | undefined }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Button tone="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide tables and columns' : 'Show tables and columns'}
      </Button>
      {shown && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <DatabaseBrowser onInsert={onInsert} />
        </Suspense>
      )}
    </>
  )
}
