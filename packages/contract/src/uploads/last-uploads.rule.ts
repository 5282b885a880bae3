/** Entries shown of the last uploads (UPL-014, D-62). */
export const lastUploadsShown = 4
/** Milliseconds between two questions about a validating upload while the socket is down (UPL-011). */
export const statusPollMs = 1000
/** Imports named of those that read an upload. */
export const importsOfUploadShown = 10
