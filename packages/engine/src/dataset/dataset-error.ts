/** A dataset is not whole, or not what it says: it has to be made again. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
}
