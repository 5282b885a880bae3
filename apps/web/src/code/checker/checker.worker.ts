import type { CodeScope } from '../code-scope.ts'
import type { CheckerReply, CheckerRequest } from './checker.types.ts'
import { CodeChecker } from './code-checker.ts'
import { libraryFiles } from './library.ts'

const checker = new CodeChecker(libraryFiles)
let scope: CodeScope | null = null

self.onmessage = ({ data }: MessageEvent<CheckerRequest>) => {
  scope = data.scope ?? scope
  // A question that TypeScript itself fails on is one without an answer: the next one may have one.
  let answer: unknown = null
  try {
    if (scope !== null) answer = checker.answer(scope, data)
  } catch (error) {
    console.error(error)
  }
  self.postMessage({ id: data.id, answer } satisfies CheckerReply)
}
