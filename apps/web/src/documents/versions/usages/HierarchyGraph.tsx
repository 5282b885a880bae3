import type { Hierarchy } from '@millrace/contract'
import { versionText } from '@millrace/contract/versions/version.rule'
import { useMemo } from 'react'
import { PadlockIcon, PencilIcon } from '../../../ui/glyphs.tsx'
import { HierarchyLink } from './HierarchyTree.tsx'
import { layOutHierarchy, type PlacedLine } from './hierarchy.ts'
import styles from './usages.module.css'

/** Sizes of the drawing, px. */
const step = { x: 264, y: 52 }
const box = { width: 220, height: 38 }
const edge = 12

/** The hierarchy as a graph, from the component on the left to its users; the trees say and do the same by keys. */
export function HierarchyGraph({ hierarchy, onOpened }: { hierarchy: Hierarchy; onOpened: () => void }) {
  const { items, lines, columns, rows } = useMemo(() => layOutHierarchy(hierarchy), [hierarchy])
  const size = {
    width: columns * step.x - (step.x - box.width) + 2 * edge,
    height: rows * step.y - (step.y - box.height) + 2 * edge,
  }
  return (
    <div className={styles.graph} aria-hidden="true">
      <div className={styles.drawing} style={size}>
        <svg {...size}>
          {lines.map((line, index) => (
            <path key={line.key} d={pathOf(line, index)} className={styles.line} />
          ))}
        </svg>
        {items.map(({ item, column, row }) => (
          <HierarchyLink
            key={item.key}
            item={item}
            tabIndex={-1}
            className={`${styles.box} ${styles[item.class_name]} ${item.type === 'pipeline' ? styles.pipeline : ''} ${item.key === hierarchy.component.key ? styles.root : ''}`}
            style={{ left: edge + column * step.x, top: edge + row * step.y, ...box }}
            title={`${item.name}, ${versionText(item.version, item.vLocked)}`}
            onOpened={onOpened}
          >
            {item.vLocked ? <PadlockIcon /> : <PencilIcon />}
            <span className={styles.name}>{item.name}</span>
            <span className={styles.number}>V {item.version}</span>
          </HierarchyLink>
        ))}
      </div>
    </div>
  )
}

/** From the right side of a box, through the free rows of the columns between, to the left side of another. */
function pathOf({ places }: PlacedLine, index: number): string {
  const middle = (row: number) => edge + row * step.y + box.height / 2
  const [from, ...rest] = places
  if (from === undefined) return ''
  let path = `M ${edge + from.column * step.x + box.width} ${middle(from.row)}`
  for (const { column, row } of rest) {
    // Lines that turn in the same gap turn a little apart.
    const turn = edge + column * step.x - (step.x - box.width) / 2 + ((index % 5) - 2) * 5
    path += ` H ${turn} V ${middle(row)} H ${edge + column * step.x}`
    if (column !== places.at(-1)?.column) path += ` h ${box.width}`
  }
  return path
}
