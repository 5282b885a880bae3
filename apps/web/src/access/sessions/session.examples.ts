import type { Role, SessionInfo } from '@millrace/contract'

/** What GET /users/info answers for a made-up person of the role. */
export function sessionInfo(role: Role, timeZone = 'Europe/Berlin'): SessionInfo {
  return {
    user: {
      _id: `user-${role}`,
      name: { firstName: 'Lena', lastName: 'Maier' },
      userName: 'lena.maier',
      email: 'lena@millrace.test',
      avatar: null,
      roles: [{ name: role }],
      role,
      admin_tags: [],
      project_tags: [],
      unrestrictedUpload: false,
    },
    mimetypes: { csv: ['text/csv', '.csv'], json: ['application/json', '.json'] },
    timeZone,
    title: 'Millrace',
    maxUpload: 20 * 1024 * 1024,
    sendsMail: true,
  }
}
