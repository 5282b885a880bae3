import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Packs packages as npm would publish them, so that tests install without a registry. */
export function packedModules() {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-packed-'))
  let count = 0
  return {
    /** @returns the tarball of a package with these files; `npm pack` would take a second of a processor for each */
    pack(name: string, version: string, files: Record<string, string>, more: Record<string, unknown> = {}): string {
      const all = { 'package.json': JSON.stringify({ name, version, main: 'index.js', ...more }), ...files }
      const own = path.join(folder, `${++count}-${name}-${version}.tgz`)
      writeFileSync(own, gzipSync(tar(Object.entries(all).map(([file, text]) => [`package/${file}`, text]))))
      return own
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const block = 512

/** An archive of texts in the format of POSIX (ustar), each a header of a block and its bytes up to a whole block. */
function tar(files: [name: string, text: string][]): Buffer {
  const parts = files.flatMap(([name, text]) => {
    const content = Buffer.from(text)
    return [header(name, content.length), content, Buffer.alloc((block - (content.length % block)) % block)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function header(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(block)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  bytes.write(name, 0)
  bytes.write(octal(0o644, 7), 100)
  bytes.write(octal(0, 7), 108)
  bytes.write(octal(0, 7), 116)
  bytes.write(octal(size, 11), 124)
  bytes.write(octal(499_162_500, 11), 136)
  // The sum of the header's bytes, in which it counts as spaces itself.
  bytes.write(' '.repeat(8), 148)
  bytes.write('0', 156)
  bytes.write('ustar\x0000', 257, 'latin1')
  bytes.write(
    `${octal(
      bytes.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
    'latin1',
  )
  return bytes
}
