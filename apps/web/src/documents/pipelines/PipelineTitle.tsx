import type { PipelineListItem } from '@millrace/contract'
import type { ReactNode } from 'react'
import { describeClass } from './pipeline-filters.ts'
import { PipelineName } from './PipelineName.tsx'
import styles from './pipelines.module.css'

type Props = {
  pipeline: PipelineListItem
  offer: Parameters<typeof describeClass>[1]
  className?: string | undefined
  /** After its classes, at the other end. */
  children?: ReactNode
}

/** The pipeline that a page is about: its name and its classes. */
export const PipelineTitle = ({ pipeline, offer, className = '', children }: Props) => (
  <div className={`${styles.title} ${className}`}>
    <PipelineName pipeline={pipeline} />
    <span className="quiet">{describeClass(pipeline, offer)}</span>
    {children}
  </div>
)
