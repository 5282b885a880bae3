import type { Reply } from '@millrace/contract'
import { runInOneTab } from './run-in-one-tab.ts'
import { isExpired, readTokens, storeTokens } from './stored-tokens.ts'
import { requestText } from './request.ts'
import { openEnvelope } from './envelope.ts'

const refreshCall = 'POST /users/refresh-token'
let running: Promise<string | null> | null = null

/**
 * The token to send: the stored one, or a new one when it has expired and a refresh token exists (SES-020, SES-021).
 * A refresh token is good once, so only one refresh runs at a time, over all tabs of the browser.
 */
export function freshToken(): Promise<string | null> {
  const tokens = readTokens()
  if (tokens === null) return Promise.resolve(null)
  if (!isExpired(tokens) || tokens.refreshToken === null) return Promise.resolve(tokens.token)
  running ??= runInOneTab(refresh).finally(() => {
    running = null
  })
  return running
}

async function refresh(): Promise<string | null> {
  const tokens = readTokens()
  if (tokens === null) return null
  // Another tab was here first.
  if (!isExpired(tokens) || tokens.refreshToken === null) return tokens.token
  const body = JSON.stringify({ refreshToken: tokens.refreshToken })
  try {
    const { text, requestId } = await requestText(refreshCall, { body })
    const reply = openEnvelope<Reply<typeof refreshCall>>(refreshCall, text, requestId)
    storeTokens(reply.newToken, reply.newRefreshToken)
    return reply.newToken.value
  } catch (error) {
    const now = readTokens()
    if (now !== null && now.refreshToken !== tokens.refreshToken && !isExpired(now)) return now.token
    throw error
  }
}
