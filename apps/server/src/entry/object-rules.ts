import { seenComponent } from '../documents/components/seen-component.ts'
import { usableConnection, usableConnections } from '../documents/connections/usable-connections.ts'
import { listDocuments } from '../documents/kernel/document-lists.ts'
import { folderTree } from '../documents/kernel/folders/folder-tree.ts'
import { mustHold } from '../documents/kernel/rights.ts'
import { ownSession } from '../people/sessions/own-session.ts'
import { holdForChange, managedPeople } from '../people/users/acting-person.ts'
import type { ObjectRules } from '../platform/http/object-rules.ts'
import type { Services } from './services.ts'

/** The function that asks each object rule of the policy; services call these, and no rule is without one. */
export const objectRulesOf = ({ access }: Pick<Services, 'access'>): ObjectRules => ({
  'own session': ownSession,
  'list of seen pipelines': access.allSeen,
  'list of seen folders': folderTree,
  'sees pipeline': access.seen,
  'sees pipeline of every upload': access.mustSeeOfUploads,
  'sees pipeline of every import': access.mustSeeOfImports,
  'sees pipeline of the job': access.mustSeeOfJob,
  'sees component': seenComponent,
  'list of usable connections': usableConnections,
  'sees connection': usableConnection,
  'list of managed people': managedPeople,
  'manages person': holdForChange,
  'list of seen documents': listDocuments,
  'sees item': mustHold.sees,
  'writes item': mustHold.writes,
  'writes badges of item': mustHold.writesBadges,
})
