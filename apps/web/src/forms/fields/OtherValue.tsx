import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from '../form.module.css'
import { emptyOf } from '../shape/defaults.ts'
import type { PartProps } from './part-props.ts'
import { Frame } from './Frame.tsx'

/** A value of another type than the schema says: it is shown and stays, unless somebody replaces it. */
export const OtherValue = (part: PartProps & { bars: ReactNode }) => (
  <Frame {...part} isGroup>
    <pre className={styles.other}>{previewValue(part.value)}</pre>
    <Button disabled={part.lock !== null} onClick={() => part.put(emptyOf(part.shape.kind))}>
      Replace
    </Button>
  </Frame>
)
