export {
  type CompileOptions,
  compileProgram,
  type ResolveComponent,
  type ResolveModule,
} from './components/compile-program.ts'
export { planText } from './components/plan-text.ts'
export { CompileError, type Program, type ProgramModule } from './components/program.ts'
export { type BuiltInModule, builtInModules } from './modules/built-in-modules.ts'
export { checkSchema } from './pipelines/check-schema.ts'
export * from './pipelines/convert-file.ts'
export * from './pipelines/execute-component.ts'
export * from './pipelines/port-problem.ts'
export { rehearse } from './pipelines/rehearsal.ts'
export * from './pipelines/rejected-download.ts'
export * from './pipelines/run-import.ts'
export * from './pipelines/validate-file.ts'
export * from './ports.ts'
export { type Containment, containment } from './sandbox/containment.ts'
export { prepareRunners } from './sandbox/prepare-runners.ts'
export { executeLimits, importLimits, type RunnerLimits, validateLimits } from './sandbox/limits.ts'
export { type CodePlace, RunError, type RunErrorKind } from './sandbox/run-error.ts'
export { sweepLeftovers } from './sandbox/sweep.ts'
export { createValueValidator } from './schemas/value-validator.ts'
export { SchemaProblem } from './schemas/schema-problem.ts'
