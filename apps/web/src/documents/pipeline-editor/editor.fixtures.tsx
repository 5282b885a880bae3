import type { Pipeline } from '@millrace/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTypes } from '../pipelines/pipelines.examples.ts'
import { exampleEditedMaster, exampleLines, examplePipelineForm } from './pipeline-editor.examples.ts'
import { PipelineEditor } from './PipelineEditor.tsx'

/** What of a pipeline is sent when its form is saved. */
const sentParts = ({ name, isMaster, masterPipeline, component, dataSources, dataSinks }: Pipeline) => ({
  ...{ name, isMaster, masterPipeline, component, dataSources, dataSinks },
})

/** The editor of a pipeline for a manager, with a server that answers all it asks. */
export async function drawEditor(pipeline: Pipeline, answers: Answers = {}) {
  const server = fakeServer({
    'GET /pipelines/id': ({ query }: { query: Record<string, string> }) =>
      query.id === 'master' ? exampleEditedMaster() : pipeline,
    'GET /pipelines/masters': [exampleEditedMaster(), exampleEditedMaster({ _id: 'other', name: 'Shoes' })],
    'GET /schemas/byname': examplePipelineForm(),
    'GET /pipelines/deployed-endpoint/{id}': null,
    'GET /pipelines/deployed-listener/{id}': null,
    'GET /pipelines/get-runtime-api-url': null,
    'GET /folders/tree': [],
    'GET /database-connections/usable': [],
    'GET /uploads/last': [],
    'GET /brands/list': exampleTypes.brands,
    'GET /locales/list': exampleTypes.locales,
    'GET /productlines/list': exampleTypes.productLines,
    'GET /datakinds/list': exampleTypes.datakinds,
    'POST /pipelines': ({ body }: { body: unknown }) => ({
      ...pipeline,
      ...sentParts(body as Pipeline),
      sys_version: 5,
    }),
    'POST /pipelines/compareDataStream': exampleLines(),
    ...answers,
  } as Answers)
  const page = renderScreen(() => <PipelineEditor id={pipeline._id} onOpened={() => undefined} />, {
    at: '/manage/pipeline',
    as: 'manager',
  })
  await screen.findByRole('group', { name: `Form of ${pipeline.name}` })
  return { server, ...page }
}

/** Saves at the foot of the form, as somebody who confirms it. */
export async function saveForm() {
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' }).at(-1)!)
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
}
