import { useReactFlow } from '@xyflow/react'
import { Button } from '../../../../ui/Button.tsx'
import styles from '../diagram.module.css'

/** How the whole diagram is brought into sight (CMP-033, D-123). */
export const fitOptions = { padding: '20px', maxZoom: 1.5 } as const

type Props = { isMoved: boolean; isPending: boolean; onArrange: () => void; onFit: () => void }

/** Zoom and fit, for those without a wheel. */
export function CanvasTools({ isMoved, isPending, onArrange, onFit }: Props) {
  const flow = useReactFlow()
  return (
    <div className={styles.tools} role="toolbar" aria-label="View of the diagram">
      <Button square aria-label="Zoom in" title="Zoom in (Ctrl and wheel)" onClick={() => void flow.zoomIn()}>
        +
      </Button>
      <Button square aria-label="Zoom out" title="Zoom out (Ctrl and wheel)" onClick={() => void flow.zoomOut()}>
        −
      </Button>
      <Button onClick={onFit}>Fit</Button>
      {isMoved && (
        <Button title="Put every box back in its place" onClick={onArrange}>
          Arrange
        </Button>
      )}
      <span role="status" className="quiet">
        {isPending && 'Laying out …'}
      </span>
    </div>
  )
}
