import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../access/sessions/use-session.ts'
import { Button } from '../../ui/Button.tsx'

const ExplainDialog = lazy(async () => ({
  default: (await import('../../documents/permissions/ExplainDialog.tsx')).ExplainDialog,
}))

/** Opens the panel that names the rule in a person's way, for those who may ask. It tells of what is stored. */
export function ExplainButton({ userId }: { userId: string }) {
  const may = useMay('GET /permissions/explain')
  const [open, setOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Why can this person not see it?</Button>
      <Suspense fallback={null}>{open && <ExplainDialog userId={userId} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
