import type { DataSource, PipelineListItem } from './pipelines.messages.ts'

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

/** Sources whose valid last upload an import needs: enabled, and manual or real-time (IMP-009, D-67). */
export const sourcesNeeded = <T extends Pick<DataSource, 'enabled' | 'connectorType'>>(sources: readonly T[]): T[] =>
  sources.filter(
    (source) => source.enabled && (source.connectorType === 'manual' || source.connectorType === 'real-time'),
  )

/** Sources a person uploads to by hand: enabled, manual and not fed by the master, whose newest upload such a source takes (UPL-003). */
export const sourcesToUpload = <T extends Pick<DataSource, 'enabled' | 'connectorType' | 'dataFromMaster'>>(
  sources: readonly T[],
): T[] => sources.filter((source) => source.enabled && source.connectorType === 'manual' && !source.dataFromMaster)
