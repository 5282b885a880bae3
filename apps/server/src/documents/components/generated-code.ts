import { planText, type Program } from '@millrace/engine'

/**
 * The program of a component for people to read: its plan, then each author's source under a heading (D-113). It is not
 * what runs: a runner compiles every source alone.
 * @param mayRead whether the reader sees the component version with this id; the code of others is left out
 */
export function generatedCode(program: Program, mayRead: (componentId: string) => boolean): string {
  const heading = [
    ...planText(program).split('\n'),
    ...program.modules.map((module) => `module ${module.name}`),
    ...(program.sources.length === 0 ? ['no code: the links alone do the work'] : []),
  ]
  const parts = program.sources.map((source) => {
    const [componentId = ''] = source.id.split('#')
    const flags = [source.async && 'waits', source.db && 'ctx.db', source.io && 'ctx.http'].filter(Boolean)
    const title = comment([`${source.label}: ${[source.kind, ...flags].join(', ')}`])
    return `${title}\n${mayRead(componentId) ? source.code : comment(['left out: you may not see this component'])}`
  })
  return `${[comment(heading), ...parts].join('\n\n')}\n`
}

/** Line comments: a name of a component cannot end them, and line breaks in it cannot either. */
const comment = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => line.split(/[\n\r\u2028\u2029]/))
    .map((line) => `// ${line}`.trimEnd())
    .join('\n')
