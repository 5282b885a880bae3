import type { FormPanel } from '../../forms/form-control.ts'

type Panels = Readonly<Record<string, FormPanel>>

let panels: Promise<Panels> | undefined

/** What stands below the fields of a source and of a sink; the same promise each time, for `use`. */
export function loadPipelinePanels(): Promise<Panels> {
  panels ??= importPanels()
  return panels
}

async function importPanels(): Promise<Panels> {
  const [{ SourcePanel }, { SinkPanel }] = await Promise.all([
    import('./sources/SourcePanel.tsx'),
    import('./sinks/SinkPanel.tsx'),
  ])
  return { 'source-preview': SourcePanel, 'sink-check': SinkPanel }
}
