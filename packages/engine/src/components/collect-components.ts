import { type ComponentGraph, findDiagramFault, isPortName, type Ports, textWith, texts } from '@millrace/contract'
import { errorInside } from '../runs/run-error.ts'
import { CompileError } from './program.ts'

/** Finds the component version with this id; undefined or null when there is none. */
export type ResolveComponent = (
  id: string,
) => ComponentGraph | null | undefined | Promise<ComponentGraph | null | undefined>

/** Whether the component version with this id runs as a closed box, with all it contains (S3). */
export type IsClosed = (id: string) => boolean

export type KnownComponents = ReadonlyMap<string, ComponentGraph>

const maxDepth = 64

export const isLeaf = (component: ComponentGraph): boolean =>
  component.kind === 'instruction' || component.kind === 'function'

/**
 * The component and all it uses, by id, each checked by itself.
 * @throws CompileError; of a fault inside a closed box only where the box is
 */
export async function collectComponents(
  root: ComponentGraph,
  resolve: ResolveComponent,
  isClosed: IsClosed,
): Promise<KnownComponents> {
  const known = new Map<string, ComponentGraph>([[root._id, root]])
  // Path of the closed box it was met in; null once it was met outside of any.
  const boxes = new Map<string, string | null>()
  const visit = async (
    component: ComponentGraph,
    above: readonly string[],
    path: string,
    box: string | null,
  ): Promise<void> => {
    if (boxes.get(component._id) !== null) boxes.set(component._id, box)
    if (above.includes(component._id)) throw compileError(box, texts.componentContainsItself)
    if (above.length > maxDepth) throw compileError(box, `Components are nested more than ${maxDepth} deep`)
    if (isLeaf(component)) return
    for (const { name, instanceOf } of component.instances) {
      const inner = known.get(instanceOf) ?? (await resolve(instanceOf))
      if (inner === null || inner === undefined) throw compileError(box, textWith.portProblem(name))
      known.set(instanceOf, inner)
      const place = `${path} / ${name}`
      await visit(inner, [...above, component._id], place, box ?? (isClosed(instanceOf) ? place : null))
    }
  }
  await visit(root, [], root.name, null)
  for (const component of known.values()) {
    const fault = findFault(component, known)
    if (fault !== null) throw compileError(boxes.get(component._id) ?? null, fault)
  }
  return known
}

/** @param box path of the closed box that the fault is in; null where it may be told */
export const compileError = (box: string | null | undefined, fault: string): CompileError =>
  new CompileError(box ? `${box}: ${errorInside}` : fault)

function findFault(component: ComponentGraph, known: KnownComponents): string | null {
  // Instances and links drawn before a component became a leaf play no part in it.
  const drawn = isLeaf(component) ? { ...component, instances: [], links: [] } : component
  const problem = findDiagramFault(drawn, (id): Ports | undefined => known.get(id))
  if (problem !== null) return problem
  if (component.kind === 'forEach' && component.inputs.length === 0) {
    return `${component.name} runs for each item of its first input, but has no input`
  }
  const odd = [...component.inputs, ...component.outputs].find((port) => !isPortName(port.name))
  return odd === undefined ? null : textWith.portProblem(odd.name)
}
