import type { Pipeline } from '@millrace/contract'

type Props = {
  /** The saved version. */
  pipeline: Pipeline
  /** Whether there is something to save first. */
  dirty: boolean
}

/** Below the form: the endpoint and the listener of the pipeline, each published or not (PIP-020). */
export function PublishPanels(_: Props) {
  return null
}
