import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findNpm } from './find-npm.ts'

/** Packs packages as npm would publish them, so that tests install without a registry. */
export function packedModules() {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-packed-'))
  let count = 0
  return {
    /** @returns the tarball of a package with these files */
    pack(name: string, version: string, files: Record<string, string>, more: Record<string, unknown> = {}): string {
      const at = path.join(folder, String(++count))
      mkdirSync(at)
      writeFileSync(path.join(at, 'package.json'), JSON.stringify({ name, version, main: 'index.js', ...more }))
      for (const [file, text] of Object.entries(files)) writeFileSync(path.join(at, file), text)
      const npm = findNpm()
      if (npm === null) throw new Error('npm is not on this machine')
      const options = ['pack', '--ignore-scripts', '--silent', `--cache=${folder}/.cache`, '--pack-destination', folder]
      const packed = execFileSync(process.execPath, [npm, ...options], { cwd: at, encoding: 'utf8' }).trim()
      const own = path.join(folder, `${count}-${packed}`)
      renameSync(path.join(folder, packed), own)
      return own
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
