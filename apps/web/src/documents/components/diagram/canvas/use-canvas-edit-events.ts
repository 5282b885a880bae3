import type { Connection, OnConnectStartParams } from '@xyflow/react'
import { type DragEvent, useMemo, useState } from 'react'
import { droppedDocument, isDocumentDragged } from '../../../folders/dragged-document.ts'
import type { DiagramGraph } from '../model/graph.ts'
import { type CanvasState, type DiagramEdit, keysOfEnds, linkEndOf } from './canvas-edit.ts'

/** Links pulled from port to port, and components dropped on the canvas. */
export function useCanvasEditEvents(graph: DiagramGraph, edit: DiagramEdit | null) {
  const [fitting, setFitting] = useState<ReadonlySet<string> | null>(null)
  const [overLink, setOverLink] = useState<string | null>(null)
  const isEditable = edit !== null
  const state = useMemo<CanvasState>(() => ({ isEditable, fitting, overLink }), [isEditable, fitting, overLink])
  const endsOf = ({
    source,
    sourceHandle,
    target,
    targetHandle,
  }: Connection | { [K in keyof Connection]?: Connection[K] }) => {
    const from = linkEndOf(graph, { box: source ?? '', port: sourceHandle ?? '' })
    const to = linkEndOf(graph, { box: target ?? '', port: targetHandle ?? '' })
    return from === null || to === null ? null : { from, to }
  }
  const linkAt = ({ target }: DragEvent): string | null =>
    target instanceof Element ? (target.closest('.react-flow__edge')?.getAttribute('data-id') ?? null) : null
  const events = {
    nodesConnectable: isEditable,
    isValidConnection: (connection: { source: string; target: string }) => {
      const ends = endsOf(connection)
      return ends !== null && edit?.whyNotConnect(ends.from, ends.to) === null
    },
    onConnectStart: (_: unknown, { nodeId, handleId, handleType }: OnConnectStartParams) => {
      const end = linkEndOf(graph, { box: nodeId ?? '', port: handleId ?? '' })
      if (end === null || edit === null || handleType === null) return
      const [side, other] =
        handleType === 'source' ? (['outputs', 'inputs'] as const) : (['inputs', 'outputs'] as const)
      setFitting(keysOfEnds(graph, edit.fitting(end, side), other))
    },
    onConnectEnd: () => setFitting(null),
    onConnect: (connection: Connection) => {
      const ends = endsOf(connection)
      if (ends !== null) edit?.connect(ends.from, ends.to)
    },
    onDragOver: (event: DragEvent) => {
      if (!isEditable || !isDocumentDragged(event.dataTransfer, 'component')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOverLink(linkAt(event))
    },
    onDragLeave: () => setOverLink(null),
    onDrop: (event: DragEvent) => {
      const id = droppedDocument(event.dataTransfer, 'component')
      setOverLink(null)
      if (id === '') return
      event.preventDefault()
      const line = graph.lines.find((one) => one.id === linkAt(event))
      edit?.drop(id, line?.element.index ?? null)
    },
  }
  return { state, events }
}
