import { invalid, type JobStart, notFound, textWith, texts } from '@millrace/contract'
import type { PipelineAccess, SeenPipeline } from '../../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../../platform/http/caller.ts'

/**
 * What a start payload runs: one pipeline, or several in sequence, masters replaced by their countries (D-70, D-72,
 * D-83). `of` is whom the job belongs to.
 */
export type StartTarget =
  | { kind: 'one'; of: SeenPipeline; run: [SeenPipeline] }
  | { kind: 'chain'; of: SeenPipeline; run: SeenPipeline[] }

export type Targets = ReturnType<typeof createTargets>

export function createTargets({ access }: { access: PipelineAccess }) {
  /** The countries of a master that the caller sees, or those listed, by name. */
  const chainOf = async (
    caller: Caller,
    master: SeenPipeline,
    listed: readonly string[] | null,
  ): Promise<StartTarget> => {
    const countries = await access.countries(caller, master.versionId)
    if (countries.length === 0) throw invalid(texts.noCountries)
    if (listed === null) return { kind: 'chain', of: master, run: byName(countries) }
    const run: SeenPipeline[] = []
    for (const id of listed) {
      const pipeline = await access.seen(caller, id)
      if (!countries.some((country) => country.pipelineId === pipeline.pipelineId)) throw notFound()
      run.push(pipeline)
    }
    return { kind: 'chain', of: master, run: byName(distinct(run)) }
  }

  return {
    chainOf,

    /** ApiError 40000 'Missing field(s) : pipelineId' or 'Master pipeline has no country pipelines'; 40400. */
    async targetOf(
      caller: Caller,
      start: Pick<JobStart, 'pipelineId' | 'listPipelines'>,
      sequential: boolean,
    ): Promise<StartTarget> {
      const listed = start.listPipelines === undefined ? null : [...new Set(start.listPipelines)]
      if (start.pipelineId !== undefined) {
        const pipeline = await access.seen(caller, start.pipelineId)
        if (pipeline.item.isMaster) return chainOf(caller, pipeline, listed)
        for (const id of listed ?? []) {
          if ((await access.seen(caller, id)).pipelineId !== pipeline.pipelineId) throw notFound()
        }
        return { kind: sequential ? 'chain' : 'one', of: pipeline, run: [pipeline] }
      }
      if (listed === null) throw invalid(textWith.missingFields(['pipelineId']))
      const pipelines: SeenPipeline[] = []
      for (const id of listed) pipelines.push(await access.seen(caller, id))
      const [first] = pipelines
      if (first === undefined) throw invalid(textWith.missingFields(['pipelineId']))
      if (pipelines.length === 1 && first.item.isMaster) return chainOf(caller, first, null)
      if (pipelines.length === 1 && !sequential) return { kind: 'one', of: first, run: [first] }
      // A master is never imported itself (D-70): in a list of several it stands for its countries.
      const run: SeenPipeline[] = []
      for (const pipeline of pipelines) {
        run.push(...(pipeline.item.isMaster ? (await chainOf(caller, pipeline, null)).run : [pipeline]))
      }
      return { kind: 'chain', of: first, run: byName(distinct(run)) }
    },
  }
}

const byName = (pipelines: readonly SeenPipeline[]): SeenPipeline[] =>
  [...pipelines].sort((a, b) => a.item.name.localeCompare(b.item.name, 'en') || a.versionId.localeCompare(b.versionId))

/** One entry per pipeline: two versions of it are the same pipeline (D-55). */
const distinct = (pipelines: readonly SeenPipeline[]): SeenPipeline[] => [
  ...new Map(pipelines.map((pipeline) => [pipeline.pipelineId, pipeline])).values(),
]
