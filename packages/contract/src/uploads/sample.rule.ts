/** Records a test takes over from an upload at once. */
export const maxSampledRecords = 100
