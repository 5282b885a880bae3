import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { exampleTypes } from '../pipelines/pipelines.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { exampleMatrix } from './countries.examples.ts'

const answers: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /tags/list': exampleTags(),
  'GET /users/pipelines': { ...exampleTypes, pipelines: [] },
  'GET /pipelines/countries': exampleMatrix(),
  'POST /pipelines/countries/roll-out': ({ body }) =>
    (body as { countries: { id: string }[] }).countries.map(({ id }, index) => ({
      ...{ country: id, name: `Bikes ${index}`, _id: id, version: 2, changed: ['/brand'], kept: [], error: null },
      ...(index === 2 && {
        ...{ _id: null, version: null, changed: [] },
        error: 'The document was changed by somebody else, please reload it',
      }),
    })),
}
const empty: ScreenExample['answers'] = {
  'GET /folders/tree': exampleTree(),
  'GET /pipelines/countries': exampleMatrix(0),
}
const at = '/manage/pipeline?id=master&view=countries'
const roll = ['Choose all countries', 'Roll out version 2']
const as = 'manager'

export const countriesScreens: readonly ScreenExample[] = [
  { name: 'countries', at, as, answers, empty },
  { name: 'countries-compare', at, as, answers, empty, press: ['Overridden: Brand of Bikes fr-FR'] },
  { name: 'countries-roll-out', at, as, answers, empty, press: roll },
  { name: 'countries-report', at, as, answers, empty, press: [...roll, 'Roll out to'] },
]
