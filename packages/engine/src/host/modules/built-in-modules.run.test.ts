import { describe, expect, it } from 'vitest'
import { compiled } from '../../components/components-for-test.ts'
import { executeComponent } from '../pipelines/execute-component.ts'
import { builtInModules } from './built-in-modules.ts'

const now = '2026-03-01T10:00:00.000Z'
const modules = builtInModules()

async function run(jsCode: string) {
  const program = await compiled([{ name: 'Leaf', in: ['a'], out: ['b'], jsCode }], { modules })
  const request = { program, payload: {}, rtContext: {}, now }
  const { output, logs } = await executeComponent(request, { signal: new AbortController().signal })
  return { output, logs, program }
}
const outputOf = async (code: string) => (await run(code)).output
const errorOf = async (code: string) => ((await run(code)).output as { error: string }).error
const lodash = "const _ = require('lodash')\n"
const dayjs = "const dayjs = require('dayjs')\n"

describe('modules supplied with the product', () => {
  it('MOD-007/engine are named with their versions, and only the required one is in a program', async () => {
    expect(modules.map(({ name, version }) => `${name} ${version}`)).toEqual(['dayjs 1.11.23', 'lodash 4.18.1'])
    const { program } = await run(`${dayjs}ctx.output = 1`)
    expect(program.modules.map((module) => module.name)).toEqual(['dayjs'])
    expect((await run('ctx.output = 1')).program.modules).toEqual([])
  })

  it('are the same text whenever they are bundled', () => {
    expect(builtInModules().map((module) => module.code)).toEqual(modules.map((module) => module.code))
    for (const { code } of modules) expect(code).not.toMatch(/\/(?:work|home|usr|node_modules)\//)
  })

  it('lodash works', async () => {
    const code = `${lodash}const rows = [{ k: 'a', n: 1 }, { k: 'b', n: 2 }, { k: 'a', n: 3 }]
      ctx.output = {
        groups: _.groupBy(rows, 'k'),
        sums: _.mapValues(_.groupBy(rows, 'k'), (list) => _.sumBy(list, 'n')),
        chain: _(rows).filter({ k: 'a' }).map('n').reverse().value(),
        template: _.template('<%= name %>: <% _.each(list, (x) => { %>[<%- x %>]<% }) %>')({ name: 'N', list: [1, '<'] }),
        deep: _.get({ a: [{ b: 5 }] }, 'a[0].b'),
        merged: _.merge({ a: { b: 1 } }, { a: { c: 2 } }),
        order: _.map(_.orderBy(rows, ['k', 'n'], ['desc', 'asc']), 'n'),
        equal: _.isEqual({ a: [1, new Date(0)] }, { a: [1, new Date(0)] }),
        clone: _.cloneDeep(rows)[0],
        words: [_.kebabCase('Some Name'), _.deburr('Größe'), _.startCase('ab_cd')],
        memo: _.memoize((x) => x * 2)(4),
        curried: _.curry((a, b) => a + b)(1)(2),
        now: _.now(),
        random: [_.random(1, 6), _.sample([1, 2, 3])].every((n) => n >= 1 && n <= 6),
      }`
    expect(await outputOf(code)).toEqual({
      groups: {
        a: [
          { k: 'a', n: 1 },
          { k: 'a', n: 3 },
        ],
        b: [{ k: 'b', n: 2 }],
      },
      sums: { a: 4, b: 2 },
      chain: [3, 1],
      template: 'N: [1][&lt;]',
      deep: 5,
      merged: { a: { b: 1, c: 2 } },
      order: [2, 1, 3],
      equal: true,
      clone: { k: 'a', n: 1 },
      words: ['some-name', 'Grosse', 'Ab Cd'],
      memo: 8,
      curried: 3,
      now: Date.parse(now),
      random: true,
    })
  })

  it('dayjs works, its now is the now of the run', async () => {
    const code = `${dayjs}ctx.output = [
        dayjs().toISOString(),
        dayjs('24.12.2025', 'DD.MM.YYYY', true).format('YYYY-MM-DD'),
        dayjs('31.02.2025', 'DD.MM.YYYY', true).isValid(),
        dayjs.utc('2026-03-29T01:30:00Z').tz('Europe/Berlin').format(),
        dayjs.tz('2026-07-01 12:00', 'America/New_York').toISOString(),
        dayjs.utc('2026-01-31').add(1, 'month').format('YYYY-MM-DD'),
        dayjs.utc('2026-05-04').locale('de').format('dddd, D. MMMM YYYY'),
        dayjs.utc('2026-05-04').locale('fr').format('dddd D MMMM'),
        dayjs('4. Mai 2026', 'D. MMMM YYYY', 'de').format('YYYY-MM-DD'),
        dayjs.utc('2026-12-31').isoWeek(),
        dayjs.utc('2026-08-15').quarter(),
        dayjs.duration(90, 'minutes').asHours(),
        dayjs('2026-01-02').isBetween('2026-01-01', '2026-01-03'),
        dayjs('2026-03-01').diff('2026-01-01', 'day'),
      ]`
    expect(await outputOf(code)).toEqual([
      now,
      '2025-12-24',
      false,
      '2026-03-29T03:30:00+02:00',
      '2026-07-01T16:00:00.000Z',
      '2026-02-28',
      'Montag, 4. Mai 2026',
      'lundi 4 mai',
      '2026-05-04',
      53,
      3,
      1.5,
      true,
      59,
    ])
  })

  it.each([
    ['a changed function', `${lodash}_.map = () => 1`],
    ['a function mixed in', `${lodash}_.mixin({ mine: () => 1 })`],
    ['a changed setting', `${lodash}_.templateSettings.interpolate = /x/`],
    ['a changed prototype', `${lodash}_.prototype.value = () => 1`],
    ['a changed date', `${dayjs}dayjs.prototype.format = () => 'x'`],
    ['an own locale', `${dayjs}dayjs.Ls.de.months[0] = 'x'`],
    ['a locale for everybody', `${dayjs}dayjs.locale('de')`],
    ['a time zone for everybody', `${dayjs}dayjs.tz.setDefault('Asia/Tokyo')`],
    ['a plugin', `${dayjs}dayjs.extend((_, type) => { type.prototype.mine = () => 1 })`],
    ['a counter', `${lodash}_.uniqueId()`],
  ])('cannot be used to change what others see: %s', async (_what, code) => {
    expect(await errorOf(code)).toMatch(
      /read only|not extensible|would hold for every component|counts calls|frozen|define property/,
    )
  })

  it('one module, loaded once, is the same for all components of a run', async () => {
    const uses = (name: string) => ({
      name,
      in: ['v'],
      out: ['v'],
      jsCode: `${dayjs}ctx.output.v = dayjs(ctx.input.v).add(1, 'day').toISOString()`,
    })
    const program = await compiled(
      [
        {
          name: 'W',
          in: ['v'],
          out: ['v'],
          uses: ['One', 'Two'],
          links: ['.v → One.v', 'One.v → Two.v', 'Two.v → .v'],
        },
        uses('One'),
        uses('Two'),
      ],
      { modules },
    )
    expect(program.modules).toHaveLength(1)
    const request = { program, payload: { v: '2026-01-01T00:00:00Z' }, rtContext: {}, now }
    const { output } = await executeComponent(request, { signal: new AbortController().signal })
    expect(output).toEqual({ v: '2026-01-03T00:00:00.000Z' })
  })
})
