import type { SourcePreview } from '@millrace/contract'
import { Button } from '../../../ui/Button.tsx'
import { Bar } from '../../../ui/Layout.tsx'
import { formatWords } from '../../pipelines/sources/detected-format.ts'
import { PreviewTable } from '../../pipelines/sources/PreviewTable.tsx'
import styles from '../panels.module.css'
import { ColumnRenames } from './ColumnRenames.tsx'
import { hasColumns, newSettings, withSettings } from './source-settings.ts'
import type { SourceProps } from './SourcePanel.tsx'

type Props = SourceProps & {
  preview: SourcePreview
  /** It was read with former settings; the next one is on its way. */
  isOld: boolean
}

/** The columns of a file and its first rows; what was detected is taken into the settings by a press. */
export function ShownPreview({ source, readOnly, onChange, preview, isOld }: Props) {
  const { detected, port } = preview
  const found = newSettings(source, detected)
  const isFile = source.connectorType !== 'real-time'
  return (
    <div className={styles.shown} data-old={isOld || undefined}>
      {port !== null && <p className="note">Nothing is checked: {port}.</p>}
      {isFile && !readOnly && Object.keys(found).length > 0 && (
        <Bar>
          <Button onClick={() => onChange(withSettings(source, found))}>Keep what was detected</Button>
          <span className="quiet">{formatWords(found)}</span>
        </Bar>
      )}
      {isFile && hasColumns(preview) && <ColumnRenames {...{ source, readOnly, onChange, preview }} />}
      <PreviewTable preview={preview} />
    </div>
  )
}
