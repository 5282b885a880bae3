const maxLength = 300

/**
 * What is kept of a fault of a mail for people to read: one line without addresses of people and pages, since mail servers
 * repeat the receiver, and what a mail says is nobody's business.
 */
export const describeMailError = (reason: string): string =>
  reason
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/[^\s<>@"]+@[^\s<>@"]+/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLength)
