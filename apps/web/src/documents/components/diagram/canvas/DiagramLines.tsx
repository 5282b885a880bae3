import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getSmoothStepPath } from '@xyflow/react'
import { memo, use } from 'react'
import styles from '../diagram.module.css'
import { CanvasStateContext } from './canvas-edit.ts'
import type { LineEdge } from './flow.ts'
import { fits, middleOf, pathThrough } from './route-path.ts'

/** A link around the boxes, as it was laid out; in steps where one of its boxes has been pulled elsewhere. */
export const LinkLine = memo(function LinkLine(props: EdgeProps<LineEdge>) {
  const { data, selected, sourceX, sourceY, targetX, targetY } = props
  const route = data?.route ?? []
  const isRouted = fits(route, { x: sourceX, y: sourceY }, { x: targetX, y: targetY })
  const [steps, stepsX, stepsY] = isRouted ? ['', 0, 0] : getSmoothStepPath(props)
  const middle = isRouted ? middleOf(route) : { x: stepsX, y: stepsY }
  const isHeldOver = use(CanvasStateContext).overLink === props.id
  const state = data?.line.fault != null ? 'fault' : selected || isHeldOver ? 'selected' : 'plain'
  return (
    <>
      <BaseEdge
        id={props.id}
        path={isRouted ? pathThrough(route) : steps}
        className={`${styles.line} ${styles[state]}`}
        markerEnd={`url(#diagram-arrow-${state})`}
        interactionWidth={16}
      />
      {data?.preview != null && (
        <EdgeLabelRenderer>
          <span
            className={styles.chip}
            title={data.preview.title}
            style={{ transform: `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)` }}
          >
            {data.preview.text}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})

/** Arrow heads in the colours of links. */
export const ArrowHeads = () => (
  <svg className={styles.heads} aria-hidden="true">
    <defs>
      {(['plain', 'selected', 'fault'] as const).map((state) => (
        <marker
          key={state}
          id={`diagram-arrow-${state}`}
          className={styles[state] ?? ''}
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8z" fill="context-stroke" />
        </marker>
      ))}
    </defs>
  </svg>
)
