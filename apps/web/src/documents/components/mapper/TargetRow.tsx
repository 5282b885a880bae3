import type { JsonSchema } from '@millrace/contract'
import type { MappingRule, RecordField } from '@millrace/contract/components/mapping.rule'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import { useState } from 'react'
import { JsonForm } from '../../../forms/JsonForm.tsx'
import { Button } from '../../../ui/Button.tsx'
import styles from './mapper.module.css'
import { kindOfRule, ruleForm, type Source, type SourceKind, tidyRule } from './model/mapping-edits.ts'
import { typeNames } from './SourceFields.tsx'

type Props = {
  target: RecordField
  rule: MappingRule | undefined
  ruleSchema: JsonSchema
  sources: readonly RecordField[]
  isUnfilled: boolean
  /** What the sample record has in this field once it is mapped. */
  value: unknown
  hasResult: boolean
  carried: string | null
  readOnly: boolean
  onConnect: (path: string, source: Source) => void
  onRule: (path: string, rule: MappingRule | null) => void
}

/** A field of the target: what fills it, and how that is read. */
export function TargetRow({ target, rule, ruleSchema, sources, isUnfilled, value, hasResult, ...rest }: Props) {
  const { carried, readOnly, onConnect, onRule } = rest
  const { path, type, required, description } = target
  const [isOpen, setOpen] = useState(false)
  const [isOver, setOver] = useState(false)
  const takes = carried !== null && !readOnly
  const choose = (choice: string) => {
    if (choice === '') onRule(path, null)
    else onConnect(path, sourceOf(choice))
    // What is not a field has to be typed.
    setOpen(choice !== '' && !choice.startsWith(fieldPrefix))
  }
  const drop = () => {
    setOver(false)
    if (carried === null) return
    if (rule?.template === undefined) onConnect(path, { kind: 'from', path: carried })
    else onRule(path, { ...rule, template: `${rule.template}{${carried}}` })
  }
  return (
    <li
      className={styles.target}
      data-drop={takes ? (isOver ? 'over' : 'open') : undefined}
      data-unfilled={isUnfilled || undefined}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        drop()
      }}
    >
      <div className={styles.row}>
        <span className={styles.name} title={description}>
          {path}
          {required && (
            <span className="bad" role="img" aria-label="required">
              {' '}
              *
            </span>
          )}
        </span>
        <span className={styles.type}>{target.format ?? typeNames[type] ?? ''}</span>
        <select
          className={styles.filler}
          aria-label={`Source of ${path}`}
          value={choiceOf(rule)}
          disabled={readOnly}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">nothing</option>
          {(Object.keys(kindNames) as Exclude<SourceKind, 'from'>[]).map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
          <optgroup label="Source fields">
            {rule?.from !== undefined && !sources.some((one) => one.path === rule.from) && (
              <option value={fieldPrefix + rule.from}>{rule.from} (not known)</option>
            )}
            {sources.map((one) => (
              <option key={one.path} value={fieldPrefix + one.path}>
                {one.path}
              </option>
            ))}
          </optgroup>
        </select>
        <Button
          disabled={rule === undefined}
          aria-expanded={isOpen && rule !== undefined}
          aria-label={`Options of ${path}`}
          onClick={() => setOpen(!isOpen)}
        >
          Options
        </Button>
        <output className={styles.result} aria-label={`Result of ${path}`}>
          {hasResult && (value === undefined ? <span className="quiet">nothing</span> : previewValue(value))}
        </output>
      </div>
      {rule !== undefined && !isOpen && <p className={styles.summary}>{summaryOf(rule)}</p>}
      {rule !== undefined && isOpen && (
        <div className={styles.options}>
          <JsonForm
            schema={ruleForm(ruleSchema, rule, target)}
            value={rule}
            readOnly={readOnly}
            label={`Options of ${path}`}
            onChange={(next) => onRule(path, tidyRule(ruleSchema, next as MappingRule))}
          />
        </div>
      )}
    </li>
  )
}

/** Begins the choices that are fields, whatever these are called. */
const fieldPrefix = 'from:'
const kindNames: Record<Exclude<SourceKind, 'from'>, string> = {
  value: 'Fixed value',
  template: 'Template',
  fromContext: 'From the run',
}

const sourceOf = (choice: string): Source =>
  choice.startsWith(fieldPrefix)
    ? { kind: 'from', path: choice.slice(fieldPrefix.length) }
    : { kind: choice as Exclude<SourceKind, 'from'> }

function choiceOf(rule: MappingRule | undefined): string {
  if (rule === undefined) return ''
  return rule.from === undefined ? kindOfRule(rule) : fieldPrefix + rule.from
}

/** 'number written for de-DE, 3 replacements', for a rule whose options are closed. */
function summaryOf({ from, fromContext, template, ...rule }: MappingRule): string {
  const { as, locale, format, replace = [], treatAsEmpty = [] } = rule
  const parts = [
    from === undefined ? (template ?? fromContext ?? previewValue(rule.value)) : '',
    as === undefined ? '' : `as ${as}`,
    format === undefined ? '' : `written ${format}`,
    locale === undefined ? '' : `written for ${locale}`,
    treatAsEmpty.length === 0 ? '' : `empty: ${treatAsEmpty.join(', ')}`,
    replace.length === 0 ? '' : replace.length === 1 ? '1 replacement' : `${replace.length} replacements`,
    rule.default === undefined ? '' : `else ${previewValue(rule.default)}`,
    rule.onlyWith === undefined ? '' : `only with ${rule.onlyWith}`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}
