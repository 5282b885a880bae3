import type { SentFile } from '@millrace/contract'

/** A file as a message carries it. */
export async function sentFileOf(file: File): Promise<SentFile> {
  return { name: file.name, mimeType: file.type, data: await base64Of(file) }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^data:[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}
