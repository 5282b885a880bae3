/** Queue of files waiting to be validated; its jobs carry `{ uploadId }`. */
export const validateQueue = 'uploads.validate'
export type ValidateJob = { uploadId: string }
