import type { Component } from '@millrace/contract'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { toast } from '../../../state/toasts.ts'
import type { DiagramEdit } from '../diagram/canvas/canvas-edit.ts'
import { type KnownPorts, portsOnLink, sourcesOf, targetsOf, whyNotConnect } from '../model/connecting.ts'
import { addInstance, connect, insertOnLink, type LinkEnd } from '../model/edits.ts'
import type { ComponentEditing } from '../use-component-editor.ts'

/** What the pointer changes on the canvas, and what the palette adds. */
export function useCanvasEdit(
  editing: ComponentEditing,
  known: KnownPorts,
  refuseInstance: (id: string) => string | null,
): DiagramEdit & { add: (componentId: string) => void } {
  const latest = useRef({ editing, known, refuseInstance })
  useLayoutEffect(() => {
    latest.current = { editing, known, refuseInstance }
  })
  return useMemo(() => {
    const now = () => latest.current
    const draft = () => now().editing.value
    const drop = async (id: string, link: number | null) => {
      const refused = now().refuseInstance(id)
      const component =
        refused === null ? await call('GET /components/find', { query: { id } }).catch(() => null) : null
      if (refused !== null) toast.warn(refused)
      else if (component !== null) now().editing.apply(edited(component, link))
    }
    const edited = (component: Component, link: number | null) => {
      if (link === null) return addInstance(draft(), component)
      const ports = portsOnLink(draft(), link, component, now().known)
      if (ports === null) toast.warn(`${component.name} has no input or no output: it cannot stand on a link.`)
      return ports && insertOnLink(draft(), link, component, ports)
    }
    return {
      whyNotConnect: (from, to) => whyNotConnect(draft(), from, to),
      connect(from, to) {
        const target = targetsOf(draft(), from, now().known).find(({ end }) => isSameEnd(end, to))
        now().editing.apply(connect(draft(), from, to))
        if (target?.misfit != null) toast.info(`${target.misfit} Write code on the link that converts it.`)
      },
      fitting: (end, side) =>
        (side === 'outputs' ? targetsOf : sourcesOf)(draft(), end, now().known)
          .filter(({ misfit }) => misfit === null)
          .map((one) => one.end),
      drop: (id, link) => void drop(id, link),
      add: (id) => void drop(id, null),
    }
  }, [])
}

const isSameEnd = (one: LinkEnd, other: LinkEnd): boolean => one.instance === other.instance && one.port === other.port
