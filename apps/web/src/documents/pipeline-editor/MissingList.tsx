import type { MissingPart } from '@millrace/contract/pipelines/missing.rule'
import { Button } from '../../ui/Button.tsx'
import { CrossCircleIcon, WarnIcon } from '../../ui/glyphs.tsx'
import styles from './pipeline-editor.module.css'

type Props = { missing: readonly MissingPart[]; onShow: (pointer: string) => void }

/** What is missing before the pipeline can be saved or run, each with the way to its field. */
export function MissingList({ missing, onShow }: Props) {
  if (missing.length === 0) return null
  const saves = missing.every(({ before }) => before === 'run')
  const count = missing.length === 1 ? 'One thing is' : `${missing.length} things are`
  return (
    <section className={styles.missing} aria-label="What is missing">
      <p role="status">
        {count} missing before this pipeline can {saves ? 'run' : 'be saved and run'}:
      </p>
      <ul>
        {missing.map(({ pointer, message, before }) => (
          <li key={`${pointer} ${message}`} data-tone={before === 'save' ? 'error' : 'warn'}>
            {before === 'save' ? <CrossCircleIcon /> : <WarnIcon />}
            <Button tone="link" onClick={() => onShow(pointer)}>
              {message}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
