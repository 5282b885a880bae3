import { Link } from '@tanstack/react-router'
import { describeClass } from '../pipelines/pipeline-filters.ts'
import { findPipeline, usePipelines } from '../pipelines/use-pipelines.ts'
import { Fact } from '../../ui/Facts.tsx'
import { Bar } from '../../ui/Layout.tsx'
import styles from './manage.module.css'

/** What the list of pipelines tells of one version: its classes, where its records come from and go to. */
export function PipelineFacts({ id }: { id: string }) {
  const { offer } = usePipelines()
  const pipeline = findPipeline(offer, id)
  if (pipeline === undefined) return null
  const classes = describeClass(pipeline, offer)
  const sources = pipeline.dataSources.map(({ dataSubKind, connectorType }) => `${dataSubKind} (${connectorType})`)
  const sinks = pipeline.dataSinks.map(({ name }) => name)
  return (
    <>
      {classes !== '' && <Fact name="Classes">{classes}</Fact>}
      <Fact name="Sources">{sources.join(', ') || 'None'}</Fact>
      <Fact name="Destinations">{sinks.join(', ') || 'None'}</Fact>
      <Fact name="Use it">
        <Bar className={styles.links}>
          <Link to="/import/upload" search={{ pipeline: id, step: '2' } as never}>
            Upload new file
          </Link>
          <Link to="/testing/index" search={{ pipeline: id } as never}>
            Testing view
          </Link>
        </Bar>
      </Fact>
    </>
  )
}
