import { tokenHeader } from '@millrace/contract/envelope'
import { freshToken } from '../../../api/fresh-token.ts'
import { reasonOf } from '../../../api/reason-of.ts'
import { saveAs } from '../../../api/save-as.ts'
import { toast } from '../../../state/toasts.ts'

/**
 * Asks for the OpenAPI document of an endpoint with the person's session, which a link could not send, and hands it over
 * as a file. A red toast tells why there is none.
 */
export async function saveDescription(address: string, fileName: string): Promise<void> {
  try {
    const token = await freshToken()
    const response = await fetch(address, {
      headers: token === null ? {} : { [tokenHeader]: token },
      cache: 'no-store',
    })
    if (!response.ok) throw new Error(messageOf(await response.text()) ?? `It answers ${response.status}.`)
    saveAs(new Blob([`${JSON.stringify(await response.json(), null, 2)}\n`], { type: 'application/json' }), fileName)
  } catch (error) {
    toast.error('The OpenAPI document could not be had', { detail: reasonOf(error) })
  }
}

/** The sentence of a refusal. */
function messageOf(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : null
  } catch {
    return null
  }
}
