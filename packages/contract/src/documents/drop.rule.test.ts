import { describe, expect, it } from 'vitest'
import { type Dragged, type DropTarget, validateDrop } from './drop.rule.ts'

const bikes: Dragged = { id: 'bikes', name: 'Bikes', parent: 'root', draggable: true }
const folder = (over: Partial<DropTarget> = {}): DropTarget => ({
  id: 'archive',
  name: 'Archive',
  isFolder: true,
  droppable: true,
  around: ['root'],
  ...over,
})

describe('dropping in a tree', () => {
  const cases: [string, Dragged, DropTarget, string | null][] = [
    ['another folder takes it', bikes, folder(), null],
    ['FLD-018/ui a root stays', { ...bikes, parent: null }, folder(), 'Bikes is a root folder and cannot be moved.'],
    [
      'FLD-016/ui the dragged one must be writable',
      { ...bikes, draggable: false },
      folder(),
      'You need write permission to move Bikes.',
    ],
    ['FLD-015/ui a document holds nothing', bikes, folder({ isFolder: false }), 'Archive is not a folder.'],
    ['FLD-013/ui not into itself', bikes, folder({ id: 'bikes', name: 'Bikes' }), 'Bikes cannot be moved into itself.'],
    ['FLD-013/ui not below itself', bikes, folder({ around: ['root', 'bikes'] }), 'Archive is inside Bikes.'],
    [
      'FLD-013/ui not where it lies already',
      bikes,
      folder({ id: 'root', name: 'Pipelines', around: [] }),
      'Bikes is already in Pipelines.',
    ],
    [
      'FLD-016/ui the target must be writable',
      bikes,
      folder({ droppable: false }),
      'You do not have write permission in Archive.',
    ],
  ]
  it.each(cases)('%s', (_, dragged, target, problem) => {
    expect(validateDrop(dragged, target)).toBe(problem)
  })
})
