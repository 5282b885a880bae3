import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }
const dist = path.join(import.meta.dirname, '..', 'apps', 'web', 'dist')
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>

/** Everything a chunk needs, each file once. */
function filesOf(names: string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>()
  const css = new Set<string>()
  const seen = new Set<string>()
  for (const queue = [...names]; queue.length > 0; ) {
    const name = queue.pop() as string
    const chunk = manifest[name]
    if (chunk === undefined || seen.has(name)) continue
    seen.add(name)
    js.add(chunk.file)
    for (const file of chunk.css ?? []) css.add(file)
    queue.push(...(chunk.imports ?? []))
  }
  return { js, css }
}
const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(dist, file))).length, 0) / 1000

const entry = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
const frame = 'src/app/Frame.tsx'

describe('what a page weighs, gzipped', () => {
  it('the login page: at most 115 KB of JavaScript and 8 KB of CSS', () => {
    const { js, css } = filesOf(entry)
    expect(kilobytes(js)).toBeLessThan(115)
    expect(kilobytes(css)).toBeLessThan(8)
  })
  it.each([
    'src/work/imports/ImportPage.tsx',
    'src/work/logbook/LogbookPage.tsx',
    'src/work/exports/ExportPage.tsx',
    'src/people/users/UsersPage.tsx',
  ])('%s with the frame: at most 390 KB of JavaScript', (page) => {
    expect(Object.keys(manifest)).toContain(page)
    expect(kilobytes(filesOf([...entry, frame, page]).js)).toBeLessThan(390)
  })

  const part = 'src/documents/schemas/dialogs/PartCodeDialog.tsx'
  it.each<[string, number, string[]]>([
    ['the schema editor', 460, []],
    ['… with the form beside it', 460, ['src/documents/schemas/FormPreview.tsx']],
    ['… with its JSON', 460, ['src/documents/schemas/dialogs/SchemaTextDialog.tsx', 'src/code/JsonEditor.tsx']],
    ['… with the code of a part', 460, [part, 'src/code/JsonEditor.tsx']],
    // Nobody needs them at once: what was fetched for one dialog stays.
    ['… after both', 520, [part, 'src/documents/schemas/dialogs/ValueDialog.tsx', 'src/code/JsonEditor.tsx']],
  ])('%s: at most %d KB of JavaScript', (_, limit, opened) => {
    const pages = ['src/documents/manage/ManagePages.tsx', 'src/documents/schemas/SchemaEditor.tsx', ...opened]
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(pages))
    expect(kilobytes(filesOf([...entry, frame, ...pages]).js)).toBeLessThan(limit)
  })

  const panels = ['sources/SourcePanel.tsx', 'sinks/SinkPanel.tsx']
  it.each<[string, number, string[]]>([
    ['the pipeline editor', 460, []],
    ['… with a preview and a check', 460, panels.map((name) => `src/documents/pipeline-editor/${name}`)],
  ])('%s: at most %d KB of JavaScript', (_, limit, opened) => {
    const pages = [
      'src/documents/manage/ManagePages.tsx',
      'src/documents/pipeline-editor/PipelineEditor.tsx',
      ...opened,
    ]
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(pages))
    expect(kilobytes(filesOf([...entry, frame, ...pages]).js)).toBeLessThan(limit)
  })

  const form = 'src/documents/components/ComponentForm.tsx'
  const diagram = 'src/documents/components/acts/EditDiagram.tsx'
  it.each<[string, number, string[]]>([
    ['the component editor', 460, [form]],
    ['… with its diagram', 460, [form, diagram]],
    ['… with code in sight', 520, [form, 'src/code/code-editor.ts']],
  ])('%s: at most %d KB of JavaScript', (_, limit, opened) => {
    const pages = ['src/documents/manage/ManagePages.tsx', 'src/documents/components/ComponentEditor.tsx', ...opened]
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(pages))
    expect(kilobytes(filesOf([...entry, frame, ...pages]).js)).toBeLessThan(limit)
  })
})

describe('what a page fetches', () => {
  it.each([
    ['src/work/imports/ImportPage.tsx', 50],
    ['src/work/logbook/LogbookPage.tsx', 45],
    ['src/people/users/UsersPage.tsx', 30],
  ])('%s with the frame: at most %d files', (page, limit) => {
    const { js, css } = filesOf([...entry, frame, page])
    expect(js.size + css.size).toBeLessThanOrEqual(limit)
  })

  it('each text lies there compressed as well, both ways a browser may ask for', () => {
    const texts = readdirSync(path.join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name))
    expect(texts.length).toBeGreaterThan(100)
    for (const name of texts) {
      const file = path.join(dist, 'assets', name)
      const content = readFileSync(file)
      if (content.length < 1024) continue
      expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(content), name).toBe(true)
      expect(gunzipSync(readFileSync(`${file}.gz`)).equals(content), name).toBe(true)
    }
  })
})
