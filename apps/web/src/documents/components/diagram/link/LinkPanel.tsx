import type { JsonSchema } from '@millrace/contract'
import { useEffect, useRef, useState } from 'react'
import { CodeEditor } from '../../../../code/CodeEditor.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { CloseIcon } from '../../../../ui/glyphs.tsx'
import { Spacer } from '../../../../ui/Layout.tsx'
import type { Path } from '../../../schemas/model/paths.ts'
import { SchemaTree } from '../../../schemas/SchemaTree.tsx'
import { linkScope } from '../../model/code-scope.ts'
import type { ComponentDraft, ComponentEdit } from '../../model/draft.ts'
import { changeLink } from '../../model/edits.ts'
import { useCodeScope, useCodeSurroundings } from '../../use-code-scope.ts'
import type { UsedComponents } from '../../use-used-components.ts'
import styles from './link-panel.module.css'

type Props = {
  draft: ComponentDraft
  /** Which of the links. */
  index: number
  used: UsedComponents
  readOnly: boolean
  /** Whether the keys go to the code at once. */
  wantsFocus: boolean
  onFocused: () => void
  onEdit: (edit: ComponentEdit | null) => void
  onClose: () => void
}

/** The code of a link in its place, between the schemas of what comes and of what is needed. */
export function LinkPanel({ draft, index, used, readOnly, wantsFocus, onFocused, onEdit, onClose }: Props) {
  const box = useRef<HTMLElement>(null)
  const link = draft.links[index]
  const surroundings = useCodeSurroundings()
  const scope = useCodeScope(
    link === undefined ? null : linkScope(draft, link, (id) => used.byId.get(id), surroundings),
  )
  useEffect(() => {
    if (!wantsFocus) return
    box.current?.querySelector<HTMLElement>('textarea, .cm-content')?.focus()
    onFocused()
  }, [wantsFocus, onFocused])
  if (link === undefined) return null
  const change = (jsCode: string) => {
    const edit = jsCode === link.jsCode ? null : changeLink(draft, index, { jsCode })
    // What is typed without a pause elsewhere is one step of Undo.
    if (edit !== null) onEdit({ ...edit, name: `code of ${link.name}`, joins: `code of link ${index}` })
  }
  const [from, to] = [scope?.inputs[0], scope?.outputs[0]]
  return (
    // Keys pressed here are not for the diagram: Delete would remove the link.
    <section ref={box} className={styles.panel} aria-label={`Link ${link.name}`} data-own-keys>
      <header className={styles.head}>
        <h4>{link.name}</h4>
        <span className="quiet">
          {endText(link.fromInstance, link.fromPort)} → {endText(link.toInstance, link.toPort)}
        </span>
        <Spacer />
        <Button tone="bare" square aria-label="Close the link" title="Close" onClick={onClose}>
          <CloseIcon />
        </Button>
      </header>
      <div className={styles.parts}>
        <LinkSchema key={`from ${index}`} title="Input schema" name={link.fromPort} schema={from?.schema ?? {}} />
        <div className={styles.code}>
          <CodeEditor
            key={index}
            label={`Code of ${link.name}`}
            value={link.jsCode}
            readOnly={readOnly}
            scope={scope}
            onChange={change}
          />
        </div>
        <LinkSchema key={`to ${index}`} title="Output schema" name={link.toPort} schema={to?.schema ?? {}} />
      </div>
    </section>
  )
}

const endText = (instance: string, port: string) => (instance === '' ? port : `${instance}.${port}`)

type SchemaProps = { title: string; name: string; schema: JsonSchema | boolean }

/** What a port gives or takes. Links have the schemas of their ports (CMP-028). */
function LinkSchema({ title, name, schema }: SchemaProps) {
  const [selected, select] = useState<Path>([])
  return (
    <section className={styles.schema} aria-label={title}>
      <h5>{title}</h5>
      {typeof schema === 'object' && Object.keys(schema).length === 0 ? (
        <p className="quiet">Anything</p>
      ) : (
        <SchemaTree schema={schema} name={name} selected={selected} readOnly onSelect={select} onEdit={() => {}} />
      )}
    </section>
  )
}
