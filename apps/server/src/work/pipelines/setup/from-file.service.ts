import {
  ApiError,
  type Body,
  codes,
  type ComponentInput,
  type FileFormat,
  type FileLook,
  invalid,
  isIdentifier,
  type JsonSchema,
  type PipelineFromFile,
  type PipelineInput,
  schemaIdPrefix,
} from '@millrace/contract'
import { inferFileSchema, previewFile } from '@millrace/engine'
import type { ComponentsService } from '../../../documents/components/components.service.ts'
import type { PipelinesService } from '../../../documents/pipelines/pipelines.service.ts'
import type { SchemasService } from '../../../documents/schemas/schemas.service.ts'
import { type DecodedFile, decodeNamedFile } from '../../../platform/files/sent-file.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { createCallSemaphore } from '../../../platform/http/call-semaphore.ts'
import type { Platform } from '../../../platform/platform.ts'

export type FromFile = ReturnType<typeof createFromFile>

type Deps = {
  schemas: Pick<SchemasService, 'saveIn'>
  components: Pick<ComponentsService, 'saveIn'>
  pipelines: Pick<PipelinesService, 'saveIn'>
}
type Named = { name: string; folder: string }

/** A whole pipeline made of one file: its schema, a component that hands records on, a master, and a country that runs. */
export function createFromFile({ db }: Pick<Platform, 'db'>, { schemas, components, pipelines }: Deps) {
  const semaphore = createCallSemaphore({ max: 2, maxEach: 1, maxWaiting: 4, maxWaitingEach: 1 })

  /** @throws ApiError 40000 '{file}: {reason}' */
  async function infer(caller: Caller, file: DecodedFile, format: FileFormat | undefined, signal: AbortSignal) {
    const example = { ...file, omitStartingArray: true, isSource: true, format }
    const { inferred, problem } = await semaphore.run(
      caller.userId,
      () => inferFileSchema([example], { signal }),
      signal,
    )
    if (problem !== null) throw invalid(problem)
    if (inferred.files.every(({ records }) => records === 0)) throw invalid(`${file.name}: The file holds no records`)
    return inferred
  }

  return {
    /**
     * POST /pipelines/look-at-file: what is detected, the schema that is inferred, and the first records under it.
     * @throws ApiError 40000 '{file}: {reason}'; 41300; 42900
     */
    async look(
      caller: Caller,
      { file: sent, config = {} }: Body<'POST /pipelines/look-at-file'>,
      signal: AbortSignal,
    ): Promise<FileLook> {
      const file = decodeNamedFile(sent)
      const inferred = await infer(caller, file, config, signal)
      const request = { file: { ...file, format: config }, rowSchema: inferred.jsonSchema, schemas: {} }
      const preview = await semaphore.run(caller.userId, () => previewFile(request, { signal }), signal)
      return { contentType: file.contentType, detected: preview.detected, inferred, preview }
    },

    /**
     * POST /pipelines/from-file: four drafts in one transaction. The schema is inferred again, from the same file.
     * @throws ApiError as look; 40000, 40900 naming which of them cannot be made; 40300; 40400
     */
    async make(
      caller: Caller,
      input: Body<'POST /pipelines/from-file'>,
      signal: AbortSignal,
    ): Promise<{ schema: string; component: string; pipeline: string; country: string }> {
      if (!isIdentifier(input.port)) throw invalid(`The data source name ${input.port} is not an identifier`)
      const file = decodeNamedFile(input.file)
      const { jsonSchema } = await infer(caller, file, input.config, signal)
      return db.transaction().execute(async (tx) => {
        const schema = await naming('Schema', input.schema, (named) =>
          schemas.saveIn(tx, caller, { ...named, jsonSchema }),
        )
        const component = await naming('Component', input.component, (named) =>
          components.saveIn(tx, caller, { ...named, ...identityOf(input.port, schemaIdPrefix + schema._id) }),
        )
        const pipeline = await naming('Master pipeline', input.pipeline, (named) =>
          pipelines.saveIn(tx, caller, { ...named, ...masterOf(input, file, component._id) }),
        )
        const named = { name: input.country, folder: input.pipeline.folder }
        const country = await naming('Country pipeline', named, () =>
          pipelines.saveIn(tx, caller, { ...named, ...countryOf(input, file, pipeline._id) }),
        )
        return { schema: schema._id, component: component._id, pipeline: pipeline._id, country: country._id }
      })
    },
  }
}

/** A refusal says which of the documents it is about. */
async function naming<T>(kind: string, named: Named, make: (named: Named) => Promise<T>): Promise<T> {
  try {
    return await make(named)
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== codes.invalid && error.code !== codes.conflict)) throw error
    throw new ApiError(error.code, `${kind}: ${error.message}`)
  }
}

/** A component that hands the records of its input on (one default link). */
function identityOf(port: string, address: string): Omit<ComponentInput, 'name'> {
  const list: JsonSchema = { type: 'array', items: { $ref: address } }
  return {
    kind: 'workflow',
    inputs: [{ name: port, inputSchema: list }],
    outputs: [{ name: port, outputSchema: list }],
    links: [{ name: port, fromInstance: '', fromPort: port, toInstance: '', toPort: port, jsCode: '' }],
  }
}

const masterOf = (input: PipelineFromFile, file: DecodedFile, component: string): Omit<PipelineInput, 'name'> => ({
  isMaster: true,
  component,
  ...readAndWritten(input, file),
})

/** It reads files of its own, as its master describes them. */
const countryOf = (input: PipelineFromFile, file: DecodedFile, master: string): Omit<PipelineInput, 'name'> => ({
  isMaster: false,
  masterPipeline: master,
  ...readAndWritten(input, file),
})

/** What master and country have in common. */
function readAndWritten(input: PipelineFromFile, file: DecodedFile) {
  const { port, format, config, brand, locale, productLine, datakind } = input
  return {
    ...{ brand, locale, productLine, datakind },
    dataSources: [
      {
        dataSubKind: port,
        connectorType: 'manual' as const,
        contentType: file.contentType,
        ...(config === undefined || Object.keys(config).length === 0 ? {} : { config }),
      },
    ],
    dataSinks: [{ name: port, format }],
  }
}
