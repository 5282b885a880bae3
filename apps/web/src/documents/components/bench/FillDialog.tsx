import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import styles from './bench.module.css'
import { FillFromFile } from './FillFromFile.tsx'
import { FillFromUpload } from './FillFromUpload.tsx'
import { type Filling, fillPayload, type FillTarget } from './fill.ts'

type Props = {
  /** The payload as it is written now. */
  payload: string
  inputs: readonly string[]
  onFill: (filling: Filling) => void
  onClose: () => void
}
/** What both ways of filling are given. */
export type FillProps = {
  inputs: readonly string[]
  /** The field that says where the value goes. */
  target: FillTarget
  /** Takes a value over; `from` says where it comes from. */
  onTake: (value: unknown, target: FillTarget, from: string) => void
  onClose: () => void
  /** Where the buttons of the dialog stand. */
  foot: HTMLElement | null
}

const sources = [
  ['file', 'From a file'],
  ['upload', 'From an upload'],
] as const

/** Fills the payload from a file of any format that is read, or from the latest uploads of a pipeline (CMP-016). */
export function FillDialog({ payload, inputs, onFill, onClose }: Props) {
  const [source, setSource] = useState<(typeof sources)[number][0]>('file')
  const [target, setTarget] = useState<FillTarget>(inputs[0] ?? '')
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const take: FillProps['onTake'] = (value, to, from) => {
    onFill({ text: fillPayload(payload, to, value), from })
    onClose()
  }
  const Part = source === 'file' ? FillFromFile : FillFromUpload
  return (
    <Dialog title="Fill the payload" onCancel={onClose} footer={<span ref={setFoot} className={styles.fillFoot} />}>
      <div className={styles.fill}>
        <Tabs label="Where records come from" tabs={sources} value={source} onChange={setSource} />
        <label className={styles.fillField}>
          Goes onto
          <select className={styles.select} value={target} onChange={(event) => setTarget(event.target.value)}>
            {inputs.map((name) => (
              <option key={name} value={name}>
                the input {name}
              </option>
            ))}
            <option value="">the whole payload</option>
          </select>
        </label>
        <Part inputs={inputs} target={target} onTake={take} onClose={onClose} foot={foot} />
      </div>
    </Dialog>
  )
}
