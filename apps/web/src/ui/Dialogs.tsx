import { Button } from './Button.tsx'
import { useConfirmation } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

/** Draws what `confirm()` asks; mounted once at the root. */
export function Dialogs() {
  const asked = useConfirmation()
  if (asked === null) return null
  return (
    <Dialog
      title={asked.title}
      tone="warn"
      onCancel={() => asked.answer(false)}
      footer={
        <>
          <Button onClick={() => asked.answer(false)}>{asked.no}</Button>
          <Button tone="primary" data-first-focus onClick={() => asked.answer(true)}>
            {asked.yes}
          </Button>
        </>
      }
    >
      <div>{asked.text}</div>
      {asked.detail}
    </Dialog>
  )
}
