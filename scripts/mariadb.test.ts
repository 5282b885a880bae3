import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findMariaDb } from './mariadb.mjs'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'millrace-mariadb-'))))
afterEach(() => rmSync(folder, { recursive: true }))
const add = (...programs: string[]) => programs.forEach((program) => writeFileSync(join(folder, program), ''))

it('names the programs that are missing and the packages that hold them', () => {
  expect(findMariaDb([folder]).problem).toBe(
    'MariaDB lacks mariadbd, mariadb-install-db, my_print_defaults: apt-get install mariadb-server-core mariadb-client-core, or set MILLRACE_TEST_MYSQL_URL',
  )
})

it('asks for what mariadb-install-db calls, which another package holds', () => {
  add('mariadbd', 'mariadb-install-db')
  expect(findMariaDb([folder]).problem).toContain(
    'MariaDB lacks my_print_defaults: apt-get install mariadb-client-core,',
  )
})

it('finds the programs in any of the folders', () => {
  add('mariadbd', 'mariadb-install-db', 'my_print_defaults')
  expect(findMariaDb([join(folder, 'none'), folder])).toEqual({
    server: join(folder, 'mariadbd'),
    install: join(folder, 'mariadb-install-db'),
  })
})
