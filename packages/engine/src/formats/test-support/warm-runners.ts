import { existsSync } from 'node:fs'
import path from 'node:path'
import { warmUpRunners } from '../../host/pipelines/warm-up.ts'
import { runnerProgram } from '../../host/processes/runner-program.ts'

// Set-up of the engine's tests: as in the product, runners find the code that V8 made of their program, which is a fifth
// of what a small run costs. Once per worker: its files share the program, and this runs before each of them.
if (!existsSync(path.join(runnerProgram().folder, 'program.code'))) await warmUpRunners()
