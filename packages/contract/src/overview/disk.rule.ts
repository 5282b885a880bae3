/** Free space of so many times the minimum is plenty; below that somebody should make room. */
const enoughTimes = 5

/** 'short': no file is taken in any more; 'low': soon. Null when the free space cannot be told. */
export function diskState(freeBytes: number | null, minFreeBytes: number): 'enough' | 'low' | 'short' | null {
  if (freeBytes === null) return null
  if (freeBytes < minFreeBytes) return 'short'
  return freeBytes < minFreeBytes * enoughTimes ? 'low' : 'enough'
}
