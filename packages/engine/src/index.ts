export {
  type CompileOptions,
  compileProgram,
  type ResolveModule,
} from './components/compile-program.ts'
export { planText } from './components/plan-text.ts'
export { CompileError, type Program, type ProgramModule } from './components/program.ts'
export { type BuiltInModule, builtInModules } from './host/modules/built-in-modules.ts'
export { checkSchema } from './host/pipelines/check-schema.ts'
export * from './host/pipelines/convert-file.ts'
export * from './host/pipelines/execute-component.ts'
export { inferFileSchema } from './host/pipelines/infer-file-schema.ts'
export * from './host/pipelines/check-ports.ts'
export { checkRecords } from './host/pipelines/check-records.ts'
export { warmUpRunners } from './host/pipelines/warm-up.ts'
export * from './host/pipelines/rejected-download.ts'
export * from './host/pipelines/run-import.ts'
export * from './host/pipelines/validate-file.ts'
export * from './host/pipelines/ports.ts'
export { type Containment, detectContainment } from './host/processes/containment.ts'
export { prepareRunners } from './host/processes/prepare-runners.ts'
export type { RunnerLimits } from './runs/limits.ts'
export { type CodePlace, RunError, type RunErrorKind } from './runs/run-error.ts'
export { type DecimalGuess, guessDecimal } from './schemas/decimal-guess.ts'
