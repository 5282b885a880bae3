import { Frame } from './Frame.tsx'
import type { PartProps } from './part-props.ts'

/** A part whose schema is a reference that leads nowhere: the sentence about it. */
export const MissingPart = (part: PartProps) => (
  <Frame {...part} isGroup={false}>
    <p role="note">{part.shape.missing}</p>
  </Frame>
)
