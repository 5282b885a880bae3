import { Select } from 'antd'
import { useMemo } from 'react'
import { seesVersions } from '@millrace/contract/roles'
import { versionText } from '@millrace/contract/versions/version.rule'
import { useAddress } from '../../routing/address.ts'
import { Stack } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { Explorer } from '../../documents/explorer/Explorer.tsx'
import { explorerWidth } from '../../documents/explorer/explorer-props.ts'
import { useFolderTree } from '../../documents/folders/use-folder-tree.ts'
import { PipelineFilterBar } from '../../documents/pipelines/PipelineFilterBar.tsx'
import { PipelineTitle } from '../../documents/pipelines/PipelineTitle.tsx'
import { type ClassFilter, readClassFilter, writeClassFilter } from '../../documents/pipelines/pipeline-filters.ts'
import { useSession } from '../../access/sessions/use-session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { PipelineTrial } from './PipelineTrial.tsx'
import styles from './testing.module.css'
import { leafOfVersion, filterTree, versionsToTry } from './testing-choice.ts'
import { useTriedPipelines } from './use-tried-pipelines.ts'

/** Sends files to any pipeline one may see and reads how they are judged, without planning an import (UPL-021 to UPL-023, D-65). */
export function TestingPage() {
  const { search, setSearch } = useAddress()
  const { role } = useSession()
  const mobile = useMobile()
  const { offer, pipelines, error, refetch } = useTriedPipelines()
  const { nodes } = useFolderTree('pipeline')
  const filter = useMemo(() => readClassFilter(search), [search])
  const only = useMemo(() => filterTree(pipelines ?? [], filter), [pipelines, filter])
  const setFilter = (next: ClassFilter) => setSearch(writeClassFilter(next))
  const choose = (id: string) => setSearch({ pipeline: id, sent: null })

  const leaf = leafOfVersion(nodes ?? [], search.pipeline)
  const versions = leaf === undefined ? [] : versionsToTry(leaf, pipelines ?? [])
  const pipeline = versions.find(({ _id }) => _id === search.pipeline) ?? versions[0]

  const explorer = (
    <Explorer
      kind="pipeline"
      title="Pipelines"
      selected={search.pipeline}
      only={only}
      onClearFilter={() => setFilter({})}
      onSelect={(picked) => choose(versionsToTry(picked, pipelines ?? [])[0]?._id ?? picked.value)}
    />
  )
  const trial = (
    <div className={styles.trial}>
      {pipeline !== undefined && (
        <PipelineTitle pipeline={pipeline} offer={offer} className={styles.head}>
          {versions.length > 1 && seesVersions(role) && (
            <Select
              aria-label="Version"
              popupMatchSelectWidth={false}
              value={pipeline._id}
              options={versions.map(({ _id, version, vLocked }) => ({
                value: _id,
                label: versionText(version, vLocked),
              }))}
              onChange={choose}
            />
          )}
        </PipelineTitle>
      )}
      {pipeline === undefined && error !== null && <ErrorPanel error={error} onRetry={refetch} />}
      {pipeline === undefined && error === null && (
        <Panel grow>
          <EmptyState
            text={emptyText(search.pipeline, leaf !== undefined, pipelines !== undefined && nodes !== undefined)}
          />
        </Panel>
      )}
      {pipeline !== undefined && (
        <PipelineTrial
          key={pipeline._id}
          pipeline={pipeline}
          sent={search.sent?.split(',').filter((id) => id !== '') ?? []}
          onSent={(ids) => setSearch({ sent: ids.join(',') })}
        />
      )}
    </div>
  )
  return (
    <Page title="Testing view" fill={!mobile}>
      <PipelineFilterBar types={offer} filter={filter} onChange={setFilter} />
      {mobile ? (
        <Stack>
          {explorer}
          {trial}
        </Stack>
      ) : (
        <Stack fill>
          <SplitPane
            direction="columns"
            size={explorerWidth}
            label="Resize the explorer"
            remember="testing"
            first={explorer}
            second={trial}
          />
        </Stack>
      )}
    </Page>
  )
}

function emptyText(asked: string | undefined, isInTree: boolean, known: boolean): string {
  if (asked === undefined) return 'Choose a pipeline to send files to it.'
  if (!known) return ''
  return isInTree ? 'This pipeline cannot be tried yet.' : 'The pipeline of this address is not offered to you.'
}
