import { isFirstStart } from '../../people/users/first-person.ts'
import type { OpenedPlatform } from '../../platform/platform.ts'
import type { Services } from '../services.ts'
import { queueDemoImports } from './demo-imports.ts'
import { demoUserIds, isDemoComplete } from './demo.repository.ts'
import { ensureDemoWorkspace } from './ensure-demo-workspace.ts'

/** Unless a setting decides, only an embedded, empty database gets the demo, or one whose demo is half made. */
export async function wantsDemo({ platform, embedded }: OpenedPlatform): Promise<boolean> {
  const { db, settings } = platform
  if (settings.demo !== null) return settings.demo
  if (await isDemoComplete(db)) return true
  if (!embedded) return false
  return (await isFirstStart(db)) || (await demoUserIds(db)).size > 0
}

/**
 * Makes the demo workspace, or finds it there.
 * @param print receives a line when there is something to make, which takes seconds
 * @returns what the person who started the server should know about it
 */
export async function ensureDemo(
  { platform, databaseUrl, embedded }: OpenedPlatform,
  services: Services,
  print: (line: string) => void,
): Promise<string[]> {
  if (!(await isDemoComplete(platform.db))) print('Making the demo workspace')
  const { notes } = await ensureDemoWorkspace(platform, services, { serverUrl: embedded ? databaseUrl : null })
  await queueDemoImports(platform)
  return notes
}
