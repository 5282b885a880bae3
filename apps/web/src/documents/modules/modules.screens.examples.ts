import { exampleTags } from '../../access/badges/badges.examples.ts'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleModules } from './modules.examples.ts'

const shown: Pick<ScreenExample, 'at' | 'as' | 'answers'> = {
  at: '/manage/allowed-modules',
  as: 'super-admin',
  answers: { 'GET /allowed-modules': exampleModules(), 'GET /tags/list': exampleTags() },
}

export const modulesScreens: readonly ScreenExample[] = [
  { name: 'modules', ...shown },
  { name: 'module-new', ...shown, press: ['Add module'] },
]
