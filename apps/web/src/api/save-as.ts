/** Offers the bytes to the person as a file. */
export function saveAs(content: Blob, fileName: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser reads the address after the click; a minute is long past that.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
