import type { Token } from '@millrace/contract'

/** The three storage keys (SES-018, D-07). */
export const tokenKeys = { token: 'token', expireAt: 'tokenExpireAt', refresh: 'refreshToken' } as const

export type StoredTokens = { token: string; expireAt: string; refreshToken: string | null }

export function readTokens(): StoredTokens | null {
  const token = localStorage.getItem(tokenKeys.token)
  if (token === null || token === '') return null
  return {
    token,
    expireAt: localStorage.getItem(tokenKeys.expireAt) ?? '',
    refreshToken: localStorage.getItem(tokenKeys.refresh),
  }
}

export function storeTokens(token: Token, refreshToken: string) {
  localStorage.setItem(tokenKeys.token, token.value)
  localStorage.setItem(tokenKeys.expireAt, token.expireAt)
  localStorage.setItem(tokenKeys.refresh, refreshToken)
}

export function clearTokens() {
  for (const key of Object.values(tokenKeys)) localStorage.removeItem(key)
}

export const hasToken = (): boolean => readTokens() !== null

/** Whether the token is past its expiry at `now` (milliseconds). An unreadable expiry counts as not expired: the server judges. */
export function isExpired(tokens: StoredTokens, now: number = Date.now()): boolean {
  const at = Date.parse(tokens.expireAt)
  return Number.isFinite(at) && at <= now
}
