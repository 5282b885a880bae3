import { askPassword } from './ask-password.ts'
import { callServer } from './client.ts'
import { CommandProblem } from './problem.ts'
import { forgetSession, readSession, writeSession } from './session-file.ts'

/** Signs in and keeps the tokens for the commands that follow. */
export async function login(options: { server: string; username: string }): Promise<void> {
  const server = new URL(options.server).origin
  const answer = await callServer(server, 'POST /users/login', {
    body: { username: options.username, password: await askPassword() },
  })
  if (!('token' in answer)) {
    throw new CommandProblem('This account uses two-factor verification; sign in in the browser instead')
  }
  writeSession({ server, userName: options.username, token: answer.token, refreshToken: answer.refreshToken })
  console.log(`Logged in at ${server} as ${options.username}`)
}

/** Ends the session on the server too; a server that is gone does not keep the person from leaving. */
export async function logout(): Promise<void> {
  const session = readSession()
  if (session === null) {
    console.log('Nobody is logged in')
    return
  }
  forgetSession()
  try {
    await callServer(session.server, 'POST /users/logout', {}, session.token.value)
    console.log(`Logged out at ${session.server}`)
  } catch (error) {
    console.log(`Logged out here; ${error instanceof Error ? error.message : String(error)}`)
  }
}
