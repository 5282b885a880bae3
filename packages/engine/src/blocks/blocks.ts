import type { Block } from './block.types.ts'
import { dateByLocaleBlock } from './date-by-locale.block.ts'
import { deduplicateBlock } from './deduplicate.block.ts'
import { filterBlock } from './filter.block.ts'
import { groupBlock } from './group.block.ts'
import { httpRequestBlock } from './http-request.block.ts'
import { joinBlock } from './join.block.ts'
import { lookupBlock } from './lookup.block.ts'
import { mapFieldsBlock } from './map-fields.block.ts'
import { mergeBlock } from './merge.block.ts'
import { numberByLocaleBlock } from './number-by-locale.block.ts'
import { sortBlock } from './sort.block.ts'
import { splitBlock } from './split.block.ts'
import { sqlQueryBlock } from './sql-query.block.ts'

export type { Block } from './block.types.ts'

/** The components that come with the product, in the order in which docs/engine.md explains them. */
export const blocks: readonly Block[] = [
  filterBlock,
  mapFieldsBlock,
  joinBlock,
  lookupBlock,
  groupBlock,
  deduplicateBlock,
  sortBlock,
  splitBlock,
  mergeBlock,
  numberByLocaleBlock,
  dateByLocaleBlock,
  sqlQueryBlock,
  httpRequestBlock,
]
