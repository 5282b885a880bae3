/** Every answer except files and OpenAPI documents (API-004). `code` 20000 is success. */
export type Envelope<T> = { code: number; message: string; data: T }

export const apiRoot = '/api/importer/v1'
export const tokenHeader = 'x-token'
/** Client timeout in milliseconds (API-003). */
export const requestTimeoutMs = 1_200_000
