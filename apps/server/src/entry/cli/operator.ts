import { recordAudit } from '../../people/audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { resetTfa } from '../../people/sessions/two-factor.ts'
import { createPasswordLink, linkHours } from '../../people/users/password-links.ts'
import { withOperatorDatabase } from './operator-database.ts'
import { findPersonByName } from './operator.repository.ts'
import { CommandError } from './command-error.ts'
import { print, printError } from './print.ts'

/** The only super-admin lost the phone: who may run programs on the server may let them in again. */
export async function resetTfaCommand(userName: string): Promise<void> {
  await withOperatorDatabase(async ({ db }) => {
    const person = await db.transaction().execute(async (tx) => {
      const found = await findPerson(tx, userName)
      if (found.tfa === 'enrolled') await resetTfa(tx, systemCaller, found.userId)
      return found
    })
    if (person.tfa === 'enrolled') {
      print(`The two-factor verification of ${person.userName} is wiped; the next login enrols again.`)
    } else print(`${person.userName} is not enrolled in two-factor verification; there is nothing to wipe.`)
  })
}

/** Prints a link that nobody had to mail. The old password works until a new one is chosen. */
export async function passwordLinkCommand(userName: string): Promise<void> {
  await withOperatorDatabase(async (platform) => {
    const { person, link } = await platform.db.transaction().execute(async (tx) => {
      const person = await findPerson(tx, userName)
      const link = await createPasswordLink(platform, tx, person)
      await recordAudit(tx, systemCaller, {
        kind: 'user',
        objectId: person.userId,
        name: person.userName,
        action: 'make password link',
        before: null,
        after: null,
      })
      return { person, link }
    })
    if (!person.isActive) printError(`${person.userName} is switched off and cannot log in.`)
    print(`${person.userName} chooses a password here, once and within ${linkHours} hours:`)
    print(`  ${link}`)
  })
}

async function findPerson(tx: Connection, userName: string) {
  const person = await findPersonByName(tx, userName)
  if (!person) throw new CommandError(`There is no person with the username ${userName}`)
  return person
}
