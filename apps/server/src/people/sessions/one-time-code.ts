import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'

/** How long one code is shown by a phone (RFC 6238), and how far a phone's clock may be off: one step each way. */
const stepSeconds = 30

/** A new secret for an authenticator app: 160 bits, as base32. */
export const createOneTimeSecret = (): string => generateSecret()

/**
 * The time step of the code, when it is one of the secret and of a step after `lastStep`: a code that was taken before
 * is not taken again, nor is an older one (S5).
 * @returns null for a code that is not right
 */
export function stepOfCode(secret: string, code: string, lastStep: number, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const found = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: stepSeconds })
  if (!found.valid || !('timeStep' in found)) return null
  return found.timeStep > lastStep ? found.timeStep : null
}

/** The secret as a picture for an authenticator app: a data URL, black on white in every theme (D-05). */
export function secretAsPicture({ secret, issuer, userName }: { secret: string; issuer: string; userName: string }) {
  const uri = generateURI({ issuer, label: userName, secret })
  const svg = renderSVG(uri, { border: 4, ecc: 'M', blackColor: '#000', whiteColor: '#fff' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
