import { createInterface } from 'node:readline/promises'
import password from '@inquirer/password'
import { CommandError } from './command-error.ts'

/** Asks the person who typed the command, or reads the next line of standard input when that is not a terminal. */
export type Asker = {
  password(): Promise<string>
  /** @returns null when standard input has no further line */
  code(): Promise<string | null>
  /** Lets the program end although nobody closed its input. */
  close(): void
}

export function createAsker(): Asker {
  if (process.stdin.isTTY) return terminal
  const lines = createInterface({ input: process.stdin })
  const reader = lines[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string | null> => {
    const { value, done } = await reader.next()
    return done ? null : (value as string)
  }
  return {
    async password() {
      const line = await nextLine()
      if (!line) throw new CommandError('No password was given on standard input')
      return line
    },
    code: nextLine,
    close() {
      lines.close()
      process.stdin.destroy()
    },
  }
}

const terminal: Asker = {
  password: () => password({ message: 'Password', mask: true }),
  async code() {
    const lines = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return await lines.question('Code of your authenticator app, or a recovery code: ')
    } finally {
      lines.close()
    }
  },
  close() {},
}
