import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Panel } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { CountryMatrixView } from './CountryMatrixView.tsx'

/** The countries of a master beside it, field by field. */
export function CountriesView({ id, name }: { id: string; name: string }) {
  const { data, error, refetch } = useCall('GET /pipelines/countries', { query: { id }, quiet: true })
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  return (
    <Panel grow title={`Countries of ${name}`}>
      {data === undefined && error === null && <SkeletonRows rows={8} />}
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <CountryMatrixView matrix={data} picked={picked} onPicked={setPicked} />}
    </Panel>
  )
}
