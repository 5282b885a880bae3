import type { Component } from '@millrace/contract'
import type { DiagramFault } from '@millrace/contract/components/diagram.rule'
import { texts } from '@millrace/contract/errors'

type Instances = readonly Pick<Component['instances'][number], 'instanceOf'>[]

/**
 * The instances by which a component would contain itself: of one of its own versions, or of a component that has such an
 * instance. The server looks deeper and refuses to save it (D-109); here they are named while they are drawn.
 */
export function findOwnInstances(
  instances: Instances,
  versions: readonly { _id: string }[],
  byId: ReadonlyMap<string, { instances: Instances }>,
): DiagramFault[] {
  const own = new Set(versions.map(({ _id }) => _id))
  const contains = (id: string): boolean =>
    own.has(id) || (byId.get(id)?.instances.some(({ instanceOf }) => own.has(instanceOf)) ?? false)
  const at = instances.flatMap(({ instanceOf }, index) =>
    contains(instanceOf) ? [{ part: 'instances' as const, index }] : [],
  )
  return at.length === 0 ? [] : [{ message: texts.componentContainsItself, at }]
}
