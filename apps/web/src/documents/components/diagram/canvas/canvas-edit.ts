import { createContext } from 'react'
import type { LinkEnd } from '../../model/edits.ts'
import type { DiagramBox, DiagramEnd, DiagramGraph } from '../model/graph.ts'

/** What can be changed on the canvas by pointer; the same object from one drawing to the next. */
export type DiagramEdit = {
  /** Why these two ports cannot be joined; null where they can. */
  whyNotConnect: (from: LinkEnd, to: LinkEnd) => string | null
  connect: (from: LinkEnd, to: LinkEnd) => void
  /** The ports at the other side whose schemas fit this one. */
  fitting: (end: LinkEnd, side: 'inputs' | 'outputs') => readonly LinkEnd[]
  /** A component was dropped, on a link or beside all. */
  drop: (componentId: string, link: number | null) => void
}

/** What boxes and links on the canvas show while something is pulled over it. */
export type CanvasState = {
  isEditable: boolean
  /** Ports that fit the one that a link is pulled from, as `portKey`; null while none is. */
  fitting: ReadonlySet<string> | null
  /** Id of the link that a component is held over. */
  overLink: string | null
}

export const CanvasStateContext = createContext<CanvasState>({ isEditable: false, fitting: null, overLink: null })

export const portKey = (box: string, side: 'inputs' | 'outputs', port: string): string => `${side} ${box} ${port}`

/** A port of a box as links name it: own inputs and outputs belong to the component itself (CMP-007). */
export function linkEndOf({ boxes }: DiagramGraph, { box: id, port }: DiagramEnd): LinkEnd | null {
  const box = boxes.find((one) => one.id === id)
  if (box === undefined) return null
  return isOwn(box) ? { instance: '', port: box.name } : { instance: box.name, port }
}

/** The ports that these ends mean, as `portKey`. */
export function keysOfEnds({ boxes }: DiagramGraph, ends: readonly LinkEnd[], side: 'inputs' | 'outputs'): Set<string> {
  const own = side === 'inputs' ? 'output' : 'input'
  return new Set(
    ends.flatMap(({ instance, port }) =>
      boxes
        .filter((box) =>
          instance === '' ? box.kind === own && box.name === port : !isOwn(box) && box.name === instance,
        )
        .map((box) => portKey(box.id, side, port)),
    ),
  )
}

const isOwn = ({ kind }: DiagramBox): boolean => kind === 'input' || kind === 'output'
