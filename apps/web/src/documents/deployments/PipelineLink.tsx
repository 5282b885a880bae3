import { Link } from '@tanstack/react-router'
import type { Deployed } from './deployed.ts'
import { PipelineCell } from './DeployedRow.tsx'

/** Leads to the pipeline, where there still is one. */
export const PipelineLink = ({ row }: { row: Deployed }) =>
  row.pipelineId === null ? (
    <PipelineCell row={row} />
  ) : (
    <Link to="/manage/pipeline" search={{ id: row.pipelineId } as never}>
      <PipelineCell row={row} />
    </Link>
  )
