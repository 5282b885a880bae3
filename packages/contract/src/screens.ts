import { type Role, roleGroups } from './roles.ts'

const { all, operators, consult, explorers, jobManagers, superAdmin } = roleGroups

/**
 * Screen × role, beside the policy of the calls that each screen makes (PRM group): who may open it. The app's routes,
 * sidebar, breadcrumbs and command palette read this table.
 */
export const screenPolicy = {
  '/overview': superAdmin,
  '/import/upload': operators,
  '/import/jobs': jobManagers,
  '/export/index': operators,
  '/consult/upload': consult,
  '/consult/import': consult,
  '/manage/pipeline': explorers,
  '/manage/schemas': explorers,
  '/manage/components': explorers,
  '/manage/update-lock-pipeline': superAdmin,
  '/manage/endpoints': explorers,
  '/manage/listeners': explorers,
  '/manage/databases': superAdmin,
  '/manage/allowed-modules': superAdmin,
  '/manage/users': explorers,
  '/manage/audit': superAdmin,
  '/testing/index': all,
} as const satisfies Record<string, readonly Role[]>

/** Address of a screen that not everybody with a session may open. */
export type ScreenPath = keyof typeof screenPolicy

/** Whether the role may open the screen. */
export const mayOpenScreen = (role: Role, path: ScreenPath): boolean =>
  (screenPolicy[path] as readonly Role[]).includes(role)

/** Landing page after login (PRM-019, SES-016): the first page of the wizard where the role has it. */
export const landingPage = (role: Role): string => (mayOpenScreen(role, '/import/upload') ? '/import' : '/manage')
