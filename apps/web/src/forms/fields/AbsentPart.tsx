import { Button } from '../../ui/Button.tsx'
import type { PartProps } from './part-props.ts'
import { Frame } from './Frame.tsx'

/** A group that is not there yet: one that would hold itself without end, or one that may be null. */
export const AbsentPart = ({ onAdd, ...part }: PartProps & { onAdd: () => void }) => (
  <Frame {...part} isGroup>
    <Button disabled={part.lock !== null} onClick={onAdd}>
      Add {part.label === '' ? 'value' : part.label}
    </Button>
  </Frame>
)
