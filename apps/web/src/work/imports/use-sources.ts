import type { PipelineListItem } from '@millrace/contract'
import { type SourceFile, sourceFiles } from '../uploads/source-files.ts'
import { useMasterUploads } from '../uploads/use-master-uploads.ts'
import { type UploadsOfPipeline, useUploads } from '../uploads/use-uploads.ts'

export type Sources = {
  /** Undefined until both the pipeline's and the master's uploads are known. */
  files: SourceFile[] | undefined
  own: UploadsOfPipeline
}

/** The files an import of the pipeline would read, its own and those of its master, followed live (D-67). */
export function useSources(pipeline: PipelineListItem): Sources {
  const own = useUploads(pipeline._id)
  const masters = useMasterUploads(pipeline)
  const known = own.uploads !== undefined && masters !== undefined
  return { files: known ? sourceFiles(pipeline, own.uploads ?? [], masters) : undefined, own }
}
