import type { DataSource } from '@millrace/contract'
import type { PanelProps } from '../../../forms/form-control.ts'
import { FilePreviewPanel } from './FilePreviewPanel.tsx'
import { TryPanel } from './TryPanel.tsx'
import { whatToSay } from './source-settings.ts'

/** What a source makes of a real file, or of what it fetches now, below its settings. */
export function SourcePanel(props: PanelProps) {
  const source = (props.value ?? {}) as Partial<DataSource>
  const { connectorType, dataSubKind } = source
  // What comes to an address or a broker has no file of its own to look at.
  if (connectorType === 'endpoint' || connectorType === 'listener') return null
  const missing = whatToSay(source)
  if (missing !== null) return <p className="quiet">{missing}</p>
  const shared = { source: source as DataSource, readOnly: props.readOnly, onChange: props.onChange }
  return connectorType === 'real-time' ? (
    <TryPanel key={dataSubKind} {...shared} />
  ) : (
    <FilePreviewPanel key={dataSubKind} {...shared} />
  )
}

export type SourceProps = {
  source: DataSource
  readOnly: boolean
  onChange: (source: unknown) => void
}
