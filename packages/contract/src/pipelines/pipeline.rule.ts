import type { DataSource, PipelineListItem } from './pipelines.messages.ts'
import { isIdentifier } from '../documents/names.rule.ts'
import { texts } from '../errors.ts'

type Classified = Pick<PipelineListItem, 'brand' | 'locale' | 'productLine' | 'datakind'>

const classifications: [keyof Classified, string][] = [
  ['brand', 'brand'],
  ['datakind', 'data kind'],
  ['locale', 'locale'],
  ['productLine', 'product line'],
]

/** Which of brand, data kind, locale and product line are missing; any of them blocks upload and import (UPL-008, IMP-010). */
export const missingProperties = (pipeline: Classified): string[] =>
  classifications.filter(([key]) => pipeline[key] === null || pipeline[key] === undefined).map(([, label]) => label)

/** Masters first, then by name (PIC-003). */
export function byMasterThenName(
  a: { isMaster: boolean; name: string; version: number },
  b: { isMaster: boolean; name: string; version: number },
): number {
  if (a.isMaster !== b.isMaster) return a.isMaster ? -1 : 1
  return a.name.localeCompare(b.name, 'en') || a.version - b.version
}

/** What the save rules look at; `_id` absent on a new pipeline. */
export type PipelineRules = {
  _id?: string
  name: string
  isMaster: boolean
  masterPipeline: string | null
  component: string | null
  dataSources: readonly Pick<DataSource, 'dataSubKind'>[]
}

/**
 * The first broken save rule as its fixed text, or null (PIP-016, PIP-017).
 * A new country without a master is accepted: that is an item made in the explorer.
 */
export function validatePipeline(pipeline: PipelineRules): string | null {
  if (pipeline.name.trim() === '') return texts.pleaseInputName
  if (!pipeline.isMaster && pipeline._id !== undefined && pipeline.masterPipeline === null) {
    return texts.countryNeedsMaster
  }
  if (pipeline._id !== undefined && pipeline.masterPipeline === pipeline._id) return texts.countryInheritsItself
  if (pipeline.isMaster && pipeline.component === null) return texts.masterNeedsComponent
  const names = pipeline.dataSources.map((source) => source.dataSubKind)
  if (new Set(names).size !== names.length) return texts.sameSourceName
  const odd = names.find((name) => !isIdentifier(name))
  return odd === undefined ? null : `The data source name ${odd} is not an identifier`
}

/** Sources whose valid last upload an import needs: enabled, and manual or real-time (IMP-009, D-67). */
export const sourcesNeeded = <T extends Pick<DataSource, 'enabled' | 'connectorType'>>(sources: readonly T[]): T[] =>
  sources.filter(
    (source) => source.enabled && (source.connectorType === 'manual' || source.connectorType === 'real-time'),
  )

/** Sources a person uploads to by hand: enabled, manual and not fed by the master, whose newest upload such a source takes (UPL-003). */
export const sourcesToUpload = <T extends Pick<DataSource, 'enabled' | 'connectorType' | 'dataFromMaster'>>(
  sources: readonly T[],
): T[] => sources.filter((source) => source.enabled && source.connectorType === 'manual' && !source.dataFromMaster)
