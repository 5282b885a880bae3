import { Segmented } from 'antd'
import { Panel } from '../ui/Page.tsx'
import styles from './wizard.module.css'

/** When the import runs (IMP-015); the choice also as a sentence. */
export function WhenPanel({ sentence }: { sentence: string }) {
  return (
    <Panel title="When">
      <div className={styles.when}>
        <Segmented aria-label="When" options={[{ label: 'Now', value: 'immediate' }]} value="immediate" />
        <span>{sentence}</span>
      </div>
    </Panel>
  )
}
