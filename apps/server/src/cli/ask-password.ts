import password from '@inquirer/password'
import { CommandProblem } from './problem.ts'

/** The password by prompt, or the first line of standard input when that is not a terminal (settled point 27). */
export async function askPassword(): Promise<string> {
  if (process.stdin.isTTY) return password({ message: 'Password', mask: true })
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const part of process.stdin) {
    text += part
    if (text.includes('\n')) break
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw new CommandProblem('No password was given on standard input')
  return line
}
