import { apiRoot, type Envelope, tokenHeader, type Upload } from '@millrace/contract'
import { csv, sha256, uploadForm } from '../work/imports/imports.fixtures.ts'

export type Uploading = {
  /** SHA-256 of what was sent, by the id of the upload whose success was answered. */
  answered: Map<string, string>
  /** Answers that were no success, with the milliseconds they took. */
  refused: { code: number; message: string; ms: number }[]
  /** Answers that no client could understand, or uploads that were answered with another hash. */
  faults: string[]
  /** Ends once the uploads under way are answered or cut off. */
  stop(): Promise<void>
}

let made = 0

/**
 * Uploads one file after another, `at` at a time, each with a content of its own, until told to stop or until the
 * server is gone; an upload without an answer counts as nothing. With `goOn` it tries again after a broken connection.
 */
export function keepUploading(
  url: string,
  options: {
    pipelineId: string
    token: string
    at: number
    kind?: string
    goOn?: boolean
    content?: (n: number) => string
  },
): Uploading {
  const { pipelineId, token, kind = 'rows', goOn = false, content = (n) => csv(20_000, n * 20_000) } = options
  const uploading: Uploading = { answered: new Map(), refused: [], faults: [], stop: async () => {} }
  let stopped = false
  const one = async (): Promise<boolean> => {
    const text = content(++made)
    const began = performance.now()
    let answer: string
    try {
      const response = await fetch(`${url}${apiRoot}/uploads`, {
        method: 'POST',
        headers: { [tokenHeader]: token },
        body: uploadForm(pipelineId, { [kind]: { name: 'a.csv', content: text } }),
      })
      answer = await response.text()
    } catch {
      // The server is gone or cut us off: whatever had no answer counts as nothing.
      return goOn
    }
    const ms = performance.now() - began
    try {
      const { code, message, data } = JSON.parse(answer) as Envelope<Upload[]>
      if (code !== 20000) uploading.refused.push({ code, message, ms })
      for (const upload of data ?? []) uploading.answered.set(upload._id, sha256(text))
    } catch {
      uploading.faults.push(answer.slice(0, 500))
    }
    return true
  }
  const loops = Array.from({ length: options.at }, async () => {
    while (!stopped && (await one()));
  })
  uploading.stop = async () => {
    stopped = true
    await Promise.all(loops)
  }
  return uploading
}
