import type { PipelineListItem, Upload } from '@millrace/contract'
import { useState } from 'react'
import { useAddress } from '../../routing/address.ts'
import { PipelinePage } from '../../documents/pipelines/PipelinePage.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { exportHint, readSelection, sortFiles, writeSelection } from './export-selection.ts'
import { exportUploads } from './export-uploads.ts'
import styles from './exports.module.css'
import { FileTable } from './FileTable.tsx'

/** Download the latest input and output files of a pipeline (EXP-001, EXP-002). */
export const ExportPage = () => (
  <PipelinePage title="Download latest files" emptyText="Choose a pipeline to see its files." forget={['files']}>
    {(pipeline) => <Files key={pipeline._id} pipeline={pipeline} />}
  </PipelinePage>
)

function Files({ pipeline }: { pipeline: PipelineListItem }) {
  const { uploads, error, refetch } = useUploads(pipeline._id)
  const { search, setSearch } = useAddress()
  const picked = readSelection(search.files)
  const [busy, setBusy] = useState(false)
  if (uploads === undefined) {
    const state = error === null ? <SkeletonRows rows={8} /> : <ErrorPanel error={error} onRetry={refetch} />
    return <Panel>{state}</Panel>
  }
  const listed = uploads.filter(({ enabled }) => enabled)
  const chosen = listed.filter(({ _id }) => picked.has(_id))
  const of = (from: Upload['from'], kinds: readonly string[]) =>
    sortFiles(
      listed.filter((upload) => upload.from === from),
      kinds,
    )
  const pick = (ids: readonly string[], on: boolean) => {
    const next = new Set(picked)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setSearch({ files: writeSelection(next) })
  }
  const fetchThem = async () => {
    setBusy(true)
    await exportUploads(chosen.map(({ _id }) => _id))
    setBusy(false)
  }
  return (
    <Stack fill>
      <Stack className={styles.tables}>
        <FileTable
          title="Input files"
          uploads={of(
            'source',
            pipeline.dataSources.map(({ dataSubKind }) => dataSubKind),
          )}
          emptyText="No input files yet: upload one in Update data."
          picked={picked}
          onPick={pick}
        />
        <FileTable
          title="Output files"
          uploads={of(
            'destination',
            pipeline.dataSinks.map(({ name }) => name),
          )}
          emptyText="No output files yet: they come with the first import."
          picked={picked}
          onPick={pick}
        />
      </Stack>
      <div className={styles.actions}>
        <span>{exportHint(chosen)}</span>
        <Button tone="primary" disabled={chosen.length === 0 || busy} onClick={() => void fetchThem()}>
          Export
        </Button>
      </div>
    </Stack>
  )
}
