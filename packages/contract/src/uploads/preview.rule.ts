/** Rows of a file that a preview shows. */
export const previewRows = 20
/** Records after which a preview reads no further; a file that ends before is known in full. */
export const maxPreviewRecords = 10_000
/** Columns of a preview, and findings of one row. */
export const maxPreviewColumns = 200
export const maxPreviewFindings = 20
