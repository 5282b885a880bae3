import { isIdentifier } from '../documents/names.rule.ts'
import { texts } from '../errors.ts'
import type { PlacedFault } from './ports.rule.ts'

/** What the save rules look at; `_id` absent on a new pipeline. */
export type PipelineRules = {
  _id?: string
  name: string
  isMaster: boolean
  masterPipeline: string | null
  component: string | null
  dataSources: readonly { dataSubKind: string }[]
  dataSinks?: readonly { name: string }[]
}

/**
 * Every broken save rule with its place, in the order in which the server refuses them (PIP-016, PIP-017).
 * A new country without a master is accepted: that is an item made in the explorer.
 */
export function findSaveFaults(pipeline: PipelineRules): PlacedFault[] {
  const { _id, name, isMaster, masterPipeline, component, dataSources, dataSinks = [] } = pipeline
  const faults: (PlacedFault | false)[] = [
    name.trim() === '' && { pointer: '/name', message: texts.pleaseInputName },
    !isMaster &&
      _id !== undefined &&
      masterPipeline === null && { pointer: '/masterPipeline', message: texts.countryNeedsMaster },
    _id !== undefined && masterPipeline === _id && { pointer: '/masterPipeline', message: texts.countryInheritsItself },
    isMaster && component === null && { pointer: '/component', message: texts.masterNeedsComponent },
    ...dataSources.map(
      ({ dataSubKind }, at) =>
        dataSources.findIndex((other) => other.dataSubKind === dataSubKind) < at && {
          pointer: `/dataSources/${at}/dataSubKind`,
          message: texts.sameSourceName,
        },
    ),
    ...dataSources.map(
      ({ dataSubKind }, at) =>
        !isIdentifier(dataSubKind) && {
          pointer: `/dataSources/${at}/dataSubKind`,
          message: `The data source name ${dataSubKind} is not an identifier`,
        },
    ),
    ...dataSinks.map(
      (sink, at) =>
        dataSinks.findIndex((other) => other.name === sink.name) < at && {
          pointer: `/dataSinks/${at}/name`,
          message: `Two data sinks have the name ${sink.name}`,
        },
    ),
  ]
  return faults.filter((fault) => fault !== false)
}

/** The first broken save rule as its fixed text, or null: what the server refuses a save with. */
export const validatePipeline = (pipeline: PipelineRules): string | null => findSaveFaults(pipeline)[0]?.message ?? null
