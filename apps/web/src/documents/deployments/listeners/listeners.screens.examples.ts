import type { Answers } from '../../../gallery/answers.ts'
import type { ScreenExample } from '../../../gallery/screen-example.ts'
import { exampleListener, exampleListeners, exampleMessages, examplePipelineDocument } from './listeners.examples.ts'

const answers: Answers = { 'GET /pipelines/deployed-listener': exampleListeners() }
const opened: Answers = {
  ...answers,
  'GET /pipelines/deployed-listener/{id}/messages': { messages: exampleMessages(), totalCount: 42 },
  'GET /pipelines/id': examplePipelineDocument(),
}
/** The row stays where nothing is set aside. */
const empty: Answers = {
  'GET /pipelines/deployed-listener': [exampleListener({ held: 0, lastMessageAt: null, received: 0 })],
  'GET /pipelines/id': examplePipelineDocument(),
}

export const listenersScreens: readonly ScreenExample[] = [
  { name: 'listeners', at: '/manage/listeners?rows=l2', as: 'manager', answers },
  { name: 'listener-held', at: '/manage/listeners?open=l1', as: 'manager', answers: opened, empty },
  { name: 'listener-paused', at: '/manage/listeners?open=l3&tab=dead', as: 'super-admin', answers: opened, empty },
  { name: 'listener-try', at: '/manage/listeners?open=l1&tab=try', as: 'manager', answers: opened, empty },
  { name: 'listener-of-admin', at: '/manage/listeners?open=l2', as: 'admin', answers },
]
