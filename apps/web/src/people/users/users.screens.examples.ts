import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleMaster, examplePipeline } from '../../documents/pipelines/pipelines.examples.ts'
import { examplePeople, peopleTags } from './users.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /users': examplePeople(),
  'GET /tags/list': peopleTags(),
  'GET /pipelines': [exampleMaster(), examplePipeline()],
  'GET /users/pipelinesFor': { userPipelines: [examplePipeline()], availablePipelines: [exampleMaster()] },
}

export const userScreens: readonly ScreenExample[] = [
  { name: 'users', at: '/manage/users', as: 'super-admin', answers },
  { name: 'person-new', at: '/manage/users', as: 'super-admin', answers, press: ['Create User'] },
  { name: 'person-invited', at: '/manage/users?user=sara', as: 'super-admin', answers },
  { name: 'person-like', at: '/manage/users?user=new&like=marc', as: 'super-admin', answers },
  { name: 'users-badges', at: '/manage/users?people=dana,marc', as: 'super-admin', answers, press: ['Badges …'] },
  { name: 'users-pipelines', at: '/manage/users?people=dana,sara', as: 'super-admin', answers, press: ['Pipelines …'] },
  { name: 'badges-global', at: '/manage/users', as: 'super-admin', answers, press: ['Manage global badge list'] },
]
