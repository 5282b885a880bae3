import type { PipelineListItem } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useAddress } from '../../routing/address.ts'
import { Stack } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page, Panel } from '../../ui/Page.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { type ClassFilter, readClassFilter, writeClassFilter } from './pipeline-filters.ts'
import { PipelineFilterBar } from './PipelineFilterBar.tsx'
import { PipelinePicker } from './PipelinePicker.tsx'
import styles from './pipeline-page.module.css'
import { findPipeline, usePipelines } from './use-pipelines.ts'

/** Width of the list at first, in px (LIM-002). */
const pipelineListSize = 300

type Props = {
  title: string
  /** Shown until a pipeline is chosen. */
  emptyText: string
  /** Parts of the address that belong to the pipeline and go when another is chosen. */
  forget: readonly string[]
  children: (pipeline: PipelineListItem) => ReactNode
}

/** A page about one pipeline: filters, the list to choose from on the left, its content on the right (PIC-002). */
export function PipelinePage({ title, emptyText, forget, children }: Props) {
  const { search, setSearch } = useAddress()
  const mobile = useMobile()
  const { offer } = usePipelines()
  const filter = readClassFilter(search)
  const pipeline = findPipeline(offer, search.pipeline)
  const setFilter = (next: ClassFilter) => setSearch(writeClassFilter(next))
  const choose = (id: string) =>
    setSearch({ pipeline: id, ...Object.fromEntries(forget.map((part) => [part, null])) }, { push: true })
  const list = (
    <Panel title="Pipelines" grow flush>
      <PipelinePicker
        filter={filter}
        onClearFilter={() => setFilter({})}
        chosen={pipeline?._id}
        onChoose={choose}
        narrow
      />
    </Panel>
  )
  const content =
    pipeline === undefined ? (
      <Panel>
        <EmptyState text={emptyText} />
      </Panel>
    ) : (
      children(pipeline)
    )
  return (
    <Page title={title} fill={!mobile}>
      <PipelineFilterBar types={offer} filter={filter} onChange={setFilter} />
      {mobile ? (
        <Stack className={styles.stack}>
          {list}
          {content}
        </Stack>
      ) : (
        <Stack fill>
          <SplitPane
            direction="columns"
            size={pipelineListSize}
            label="Resize the list"
            remember="pipelines"
            first={list}
            second={content}
          />
        </Stack>
      )}
    </Page>
  )
}
