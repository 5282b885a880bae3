import type { DiagramFault } from '@millrace/contract/components/diagram.rule'
import { Button } from '../../ui/Button.tsx'
import styles from './component-editor.module.css'

type Props = {
  faults: readonly DiagramFault[]
  /** Shows where a fault lies; null while the diagram is not shown. */
  onShow: ((fault: DiagramFault) => void) | null
}

/** What keeps the component from being built; it can be saved all the same (D-109). */
export function DiagramFaults({ faults, onShow }: Props) {
  if (faults.length === 0) return null
  return (
    // Many faults scroll: the form keeps its place.
    <section className={styles.faults} aria-label="Faults of the diagram" tabIndex={0}>
      <p>{faults.length === 1 ? 'One fault keeps' : `${faults.length} faults keep`} this component from being built:</p>
      <ul>
        {faults.map((fault) => (
          <li key={fault.message}>
            {fault.message}
            {onShow !== null && (
              <Button tone="link" aria-label={`Show ${fault.message}`} onClick={() => onShow(fault)}>
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
