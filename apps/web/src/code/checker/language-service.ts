import ts from 'typescript-checker'

/** Texts of files by their path; a version that goes up with each change tells the service what to read anew. */
export class TextFiles {
  readonly #files = new Map<string, { text: string; version: number }>()

  constructor(files: Iterable<readonly [string, string]>) {
    for (const [path, text] of files) this.set(path, text)
  }

  set(path: string, text: string): void {
    const before = this.#files.get(path)
    if (before?.text !== text) this.#files.set(path, { text, version: (before?.version ?? 0) + 1 })
  }

  has = (path: string): boolean => this.#files.has(path)
  read = (path: string): string | undefined => this.#files.get(path)?.text
  versionOf = (path: string): string => String(this.#files.get(path)?.version ?? 0)
  paths = (): string[] => [...this.#files.keys()]
}

/**
 * JavaScript as its authors write it, checked strictly for missing values. Types that cannot be told are no faults
 * (`findFaults` leaves them out), but asking for them makes TypeScript follow what is pushed into a list.
 */
const options: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  strict: true,
  noImplicitThis: false,
  useUnknownInCatchVariables: false,
  // The declarations of the language are among the files.
  noLib: true,
  noEmit: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Legacy,
  types: [],
}

/** TypeScript's language service over files that are nowhere but here. */
export function createLanguageService(files: TextFiles): ts.LanguageService {
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: files.paths,
    getScriptVersion: files.versionOf,
    getScriptSnapshot(path) {
      const text = files.read(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => '/lib.es5.d.ts',
    fileExists: files.has,
    readFile: files.read,
  })
}
