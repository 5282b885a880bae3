import { Link } from '@tanstack/react-router'
import { Handle, type NodeProps, Position, useStore } from '@xyflow/react'
import { memo, use } from 'react'
import { portPlaces } from '../model/box-size.ts'
import type { DiagramBox } from '../model/graph.ts'
import styles from '../diagram.module.css'
import { CanvasStateContext, portKey } from './canvas-edit.ts'
import { type BoxNode, minPortZoom } from './flow.ts'

const isNearEnough = ({ transform: [, , zoom] }: { transform: [number, number, number] }) => zoom >= minPortZoom

/** An instance: its name, the component it stands for, and its ports in their declared order (CMP-031, CMP-032). */
export const InstanceBox = memo(function InstanceBox({ data: { box }, selected }: NodeProps<BoxNode>) {
  const { name, component, kind } = box
  return (
    <div
      className={styles.box}
      data-kind={kind}
      data-selected={selected}
      data-fault={box.fault !== null}
      title={box.fault ?? ''}
    >
      <p className={styles.boxName}>
        <b>{name || '(no name)'}</b>
        {component?.isDB && (
          <span className={styles.flag} title="Uses databases">
            DB
          </span>
        )}
        {component?.isIO && (
          <span className={styles.flag} title="Uses files and the network">
            IO
          </span>
        )}
      </p>
      <p className={styles.boxOf}>
        {component === null ? (
          <span>{box.element === null ? 'missing' : 'unknown component'}</span>
        ) : (
          <Link
            to="/manage/components"
            search={{ id: component._id } as never}
            className={`nodrag nopan ${styles.open}`}
            title={`Open ${component.name}, version ${component.version}`}
            // The list of the diagram is the way there by keys.
            tabIndex={-1}
          >
            {component.name}
          </Link>
        )}
        <small>{kind === 'unknown' ? '' : kind}</small>
      </p>
      <Ports box={box} named />
    </div>
  )
})

/** An own input or output of the component, as a rounded end. */
export const EndBox = memo(function EndBox({ data: { box }, selected }: NodeProps<BoxNode>) {
  return (
    <div
      className={styles.end}
      data-kind={box.kind}
      data-selected={selected}
      data-fault={box.fault !== null}
      title={box.fault ?? (box.kind === 'input' ? 'Input of this component' : 'Output of this component')}
    >
      <span>{box.name || '(no name)'}</span>
      <Ports box={box} />
    </div>
  )
})

const typeOf = { inputs: 'target', outputs: 'source' } as const
const edgeOf = { inputs: Position.Left, outputs: Position.Right } as const

/** The dots that links begin and end at. From far away they only hold their places. */
function Ports({ box, named = false }: { box: DiagramBox; named?: boolean }) {
  const near = useStore(isNearEnough)
  const { isEditable, fitting } = use(CanvasStateContext)
  return portPlaces(box).map(({ name, side, y }) => {
    const port = box[side].find((one) => one.name === name)
    const type = typeOf[side]
    if (!near)
      return (
        <span
          key={`${side} ${y}`}
          className={`${type} ${styles.place}`}
          data-side={side}
          data-handleid={name}
          data-handlepos={edgeOf[side]}
          style={{ top: y }}
        />
      )
    return (
      <div
        key={`${side} ${y}`}
        className={styles.port}
        data-missing={port?.isMissing}
        data-fits={fitting?.has(portKey(box.id, side, name))}
        style={{ top: y }}
      >
        <Handle id={name} type={type} position={edgeOf[side]} isConnectable={isEditable} className={styles.dot ?? ''} />
        {named && (
          <span className={styles.portName} data-side={side} title={name}>
            {name || '(no port)'}
            {port?.hasConstant && <em title="It has a constant"> =</em>}
          </span>
        )}
      </div>
    )
  })
}
