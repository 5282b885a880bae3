import type { DeployedEndpoint, DeployedListener } from '@millrace/contract'

/** What a row of either screen has. */
export type Deployed = Pick<
  DeployedEndpoint & DeployedListener,
  | '_id'
  | 'pipelineId'
  | 'pipelineName'
  | 'pipelineVersion'
  | 'pipelineVLocked'
  | 'createDate'
  | 'createUsername'
  | 'updateDate'
  | 'updateUsername'
  | 'isValid'
  | 'reason'
>

/** DEP-006 */
export const noPipeline = 'Err: NO PIPELINE'

/** DEP-003, with the names in place of the dots. */
export const askUnPublish = (names: readonly string[]): string =>
  `Do you want to un-publish pipeline [${names.join(', ')}]`

export const pipelineOf = ({ pipelineName }: Pick<Deployed, 'pipelineName'>): string => pipelineName ?? noPipeline
