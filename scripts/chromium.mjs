// A Chromium for the browser tests: the machine's own when it has one, else the one that comes as an npm package.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Our own arguments instead of the package's: its `--single-process` lets one crash end everything, and its
 * `--disable-web-security` hides faults of our content security policy.
 */
const chromiumArguments = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Path of a Chromium that can be started; the packaged one is unpacked on the first call (2 s).
 * @returns {Promise<string>}
 */
async function chromiumPath() {
  return installed.find((path) => existsSync(path)) ?? join(await unpacked(), 'chromium')
}

/**
 * What to give to playwright-core's `chromium.launch()`.
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string | undefined>, chromiumSandbox: boolean }>}
 */
export async function chromiumLaunch() {
  const executablePath = await chromiumPath()
  const env = { ...process.env }
  const folder = dirname(executablePath)
  if (existsSync(join(folder, 'al2023'))) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib')
  if (existsSync(join(folder, 'fonts.conf'))) env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  return { executablePath, args: chromiumArguments, env, chromiumSandbox: false }
}

/** The folder with the unpacked package; made under another name first, so that it is whole or not there. */
async function unpacked() {
  const packageFolder = join(root, 'node_modules', '@sparticuz', 'chromium')
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const folder = join(root, '.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  const fresh = `${folder}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  await unpackInto(fresh, packageFolder, folder)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    // Somebody else was faster; both results are the same.
    if (!existsSync(folder)) throw error
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

async function unpackInto(folder, packageFolder, finalFolder) {
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const before = process.env.TMPDIR
  // The package unpacks into the temporary folder, which it asks for at each call.
  process.env.TMPDIR = folder
  try {
    await chromium.executablePath()
    writeFileSync(join(folder, 'fonts.conf'), fontSettings(finalFolder))
    if (lacksLibraries(join(folder, 'chromium'))) await inflate(join(packageFolder, 'bin', 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** A bare machine lacks NSS and others; the package brings them for those who ask. */
function lacksLibraries(program) {
  const { status, stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
  return status !== 0 || stdout.includes('not found')
}

/** The machine's fonts and the packaged one: on a machine without fonts every text would be drawn as nothing at all. */
function fontSettings(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
}
