import { type Reply, texts } from '@millrace/contract'
import { type Asker, createAsker } from './ask.ts'
import { callServer, RefusedError } from './client.ts'
import { CommandError } from './command-error.ts'
import { forgetSession, readSession, writeSession } from './session-file.ts'
import { print, printError } from './print.ts'

/** Signs in, with a code where the account has a second factor, and keeps the tokens for the commands that follow. */
export async function login(options: { server: string; username: string }): Promise<void> {
  const server = new URL(options.server).origin
  const asker = createAsker()
  try {
    const answer = await callServer(server, 'POST /users/login', {
      body: { username: options.username, password: await asker.password() },
    })
    const { token, refreshToken } = 'token' in answer ? answer : await verify(server, answer.tfa, asker)
    writeSession({ server, userName: options.username, token, refreshToken })
    print(`Logged in at ${server} as ${options.username}`)
  } finally {
    asker.close()
  }
}

/** Asks for codes until one is right, the server takes no more, or there is no further line to read. */
async function verify(
  server: string,
  { _id, secret }: Extract<Reply<'POST /users/login'>, { tfa: unknown }>['tfa'],
  asker: Asker,
): Promise<Reply<'POST /users/tfa'>> {
  if (secret !== undefined) {
    // The secret is drawn as a picture there, and the recovery codes are shown to be kept.
    throw new CommandError(
      `This account has to set up two-factor verification first: log in at ${server} in a browser once`,
    )
  }
  let wrong: RefusedError | null = null
  for (;;) {
    const code = (await asker.code())?.trim()
    if (!code) throw wrong ?? new CommandError('This account asks for a code, and none was given')
    try {
      return await callServer(server, 'POST /users/tfa', { body: { _id, code } })
    } catch (error) {
      if (!(error instanceof RefusedError) || error.message !== texts.wrongCode) throw error
      if (process.stdin.isTTY) printError(error.message)
      wrong = error
    }
  }
}

/** Ends the session on the server too; a server that is gone does not keep the person from leaving. */
export async function logout(): Promise<void> {
  const session = readSession()
  if (session === null) {
    print('Nobody is logged in')
    return
  }
  forgetSession()
  try {
    await callServer(session.server, 'POST /users/logout', {}, session.token.value)
    print(`Logged out at ${session.server}`)
  } catch (error) {
    print(`Logged out here; ${error instanceof Error ? error.message : String(error)}`)
  }
}
