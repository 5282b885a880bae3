import { describe, expect, it, vi } from 'vitest'
import { layOut } from '../../../../test-support/elk-here.ts'
import { exampleComponent, exampleUsed } from '../../components.examples.ts'
import { type ComponentDraft, draftOf } from '../../model/draft.ts'
import { portPlaces, sizeOf } from '../model/box-size.ts'
import { type DiagramGraph, graphOf } from '../model/graph.ts'
import { elkGraphOf, layoutOf } from './elk-graph.ts'
import { newestOnly } from './newest-only.ts'
import { practiceGraph } from './practice-graph.ts'

const byId = new Map(exampleUsed().map((component) => [component._id, component]))
const graph = (change: Partial<ComponentDraft> = {}) =>
  graphOf({ ...draftOf(exampleComponent()), ...change }, { byId, isLoaded: true }, [])
const laidOut = async (drawn: DiagramGraph) => layoutOf(await layOut(elkGraphOf(drawn)))

describe('the layout of a diagram', () => {
  it('goes from left to right, own inputs first and own outputs last', async () => {
    const drawn = graph()
    const { boxes } = await laidOut(drawn)
    const [catalogue, local, clean, overlay, products] = drawn.boxes.map((box) => {
      const { x } = boxes.get(box.id)!
      return { left: x, right: x + sizeOf(box).width }
    })
    expect(catalogue!.right).toBe(local!.right)
    expect(catalogue!.right).toBeLessThan(clean!.left)
    expect(clean!.right).toBeLessThan(overlay!.left)
    expect(overlay!.right).toBeLessThan(products!.left)
  })

  it('links begin and end at their ports, in level and upright parts, and cross no box', async () => {
    const drawn = graph()
    const { boxes, routes } = await laidOut(drawn)
    for (const { id, from, to } of drawn.lines) {
      const route = routes.get(id)!
      const at = (boxId: string, side: 'inputs' | 'outputs', port: string) => {
        const box = drawn.boxes.find((one) => one.id === boxId)!
        const place = portPlaces(box).find((one) => one.side === side && one.name === port)!
        const { x, y } = boxes.get(boxId)!
        return { x: side === 'inputs' ? x : x + sizeOf(box).width, y: y + place.y }
      }
      expect(route[0]).toEqual(at(from.box, 'outputs', from.port))
      expect(route.at(-1)).toEqual(at(to.box, 'inputs', to.port))
      route.slice(1).forEach((point, index) => {
        const before = route[index]!
        expect(point.x === before.x || point.y === before.y).toBe(true)
        for (const box of drawn.boxes) {
          const { x, y } = boxes.get(box.id)!
          const { width, height } = sizeOf(box)
          const isInside =
            Math.max(point.x, before.x) > x + 1 &&
            Math.min(point.x, before.x) < x + width - 1 &&
            Math.max(point.y, before.y) > y + 1 &&
            Math.min(point.y, before.y) < y + height - 1
          expect(isInside, `${id} through ${box.id}`).toBe(false)
        }
      })
    }
  })

  it('takes what is unfinished: cycles, links to nothing, names that repeat, no links at all', async () => {
    const { links, instances } = draftOf(exampleComponent())
    for (const drawn of [
      graph({ links: [...links, { ...links[1]!, name: 'back', fromInstance: 'overlay', toInstance: 'overlay' }] }),
      graph({ links: [{ ...links[0]!, toInstance: 'nobody', fromPort: '' }, links[0]!] }),
      graph({ instances: [...instances, ...instances], links: [...links, ...links] }),
      graph({ links: [] }),
    ]) {
      const { boxes, routes } = await laidOut(drawn)
      expect([...boxes.keys()]).toEqual(drawn.boxes.map(({ id }) => id))
      expect([...routes.keys()]).toEqual(drawn.lines.map(({ id }) => id))
    }
  })

  it('is practised on a diagram of several columns, whose links cross and skip columns', async () => {
    const { children = [], edges = [] } = await layOut(practiceGraph())
    expect(new Set(children.map(({ x }) => x)).size).toBeGreaterThan(4)
    expect(edges.length).toBeGreaterThan(children.length)
    expect(edges.some(({ sections }) => (sections?.[0]?.bendPoints ?? []).length > 2)).toBe(true)
  })

  it('of what is asked for while one is under way, only the newest is laid out', async () => {
    const done: ((text: string) => void)[] = []
    const work = vi.fn((_: number) => new Promise<string>((resolve) => done.push(resolve)))
    const ask = newestOnly(work)
    const answers = [ask(1), ask(2), ask(3)]
    expect(work).toHaveBeenCalledTimes(1)
    done[0]?.('one')
    await answers[0]
    await vi.waitFor(() => expect(done).toHaveLength(2), { timeout: 15_000 })
    done[1]?.('three')
    expect(await Promise.all(answers)).toEqual(['one', null, 'three'])
    expect(work.mock.calls.map(([given]) => given)).toEqual([1, 3])
  })

  it('one that fails leaves the next its turn', async () => {
    const ask = newestOnly((given: number) => (given === 1 ? Promise.reject(new Error('no')) : Promise.resolve(given)))
    const [first, second] = [ask(1), ask(2)]
    await expect(first).rejects.toThrow('no')
    expect(await second).toBe(2)
  })
})
