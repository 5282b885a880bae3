import type { VersionRecord } from '@millrace/contract'
import { versionLabel, versionText } from '@millrace/contract/versions/version.rule'
import { useEffect, useMemo, useRef } from 'react'
import { formatDate } from '../../ui/format.ts'
import { PadlockIcon, PencilIcon } from '../../ui/glyphs.tsx'
import { type GraphEdge, layOutVersions } from './version-graph.ts'
import styles from './versions.module.css'

type Props = { versions: readonly VersionRecord[]; current: string | undefined; onChoose: (id: string) => void }

/** Sizes of the drawing, px. */
const step = { x: 118, y: 52 }
const box = { width: 92, height: 34 }
const edge = 10

/** The drawing of a version graph, for the pointer: the list below it says and does the same by keys. */
export function VersionGraphView({ versions, current, onChoose }: Props) {
  const { nodes, edges, columns, rows } = useMemo(() => layOutVersions(versions), [versions])
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = view.current?.querySelector<HTMLElement>('[data-current]')
    if (view.current && shown) view.current.scrollLeft = shown.offsetLeft - view.current.clientWidth / 2
  }, [])
  const size = { width: columns * step.x - (step.x - box.width) + 2 * edge, height: rows * step.y + 2 * edge - 18 }
  return (
    <div ref={view} className={styles.graph} aria-hidden="true">
      <div className={styles.drawing} style={size}>
        <svg {...size}>
          {edges.map((one) => (
            <path key={`${one.from.version._id} ${one.to.version._id}`} d={pathOf(one)} className={styles.edge} />
          ))}
        </svg>
        {nodes.map(({ version: { _id, version, vLocked, lastUpdateDate }, column, row }) => (
          <button
            key={_id}
            type="button"
            tabIndex={-1}
            className={`${styles.node} ${vLocked ? styles.locked : styles.draft}`}
            data-current={_id === current || undefined}
            style={{ left: edge + column * step.x, top: edge + row * step.y, ...box }}
            title={`${versionLabel(version, formatDate(lastUpdateDate))}, ${versionText(version, vLocked)}`}
            onClick={() => onChoose(_id)}
          >
            {vLocked ? <PadlockIcon /> : <PencilIcon />} V {version}
          </button>
        ))}
      </div>
    </div>
  )
}

/** From the right side of a version down to the row of its copy at once, so that no line runs behind another version. */
function pathOf({ from, to }: GraphEdge): string {
  const start = { x: edge + from.column * step.x + box.width, y: edge + from.row * step.y + box.height / 2 }
  const end = { x: edge + to.column * step.x, y: edge + to.row * step.y + box.height / 2 }
  const middle = start.x + (step.x - box.width) / 2
  return `M ${start.x} ${start.y} H ${middle} V ${end.y} H ${end.x}`
}
