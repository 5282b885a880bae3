import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { attributesOf, uiAttributes } from './attributes.ts'
import { AttributeField } from './AttributeField.tsx'
import { findSchemaFaults } from './check-schema.ts'
import { type Edit, refuseName, renameAt, setKeyword, setRequired, setUiOption } from './model/edits.ts'
import { isTypeKind, kindOfSchema, typeKinds } from './model/kinds.ts'
import { changeType, kindLabel, schemaAround } from './model/palette.ts'
import { isPlain, type Path, partsIn, pointerOf, replaceAt, valueAt } from './model/paths.ts'
import { hasOwnName, isField } from './model/roles.ts'
import { ReferenceField } from './ReferenceField.tsx'
import { RowActions } from './RowActions.tsx'
import styles from './schema-editor.module.css'
import type { AddressWords } from './use-address-words.ts'

const ValueDialog = lazy(() => import('./dialogs/ValueDialog.tsx').then((module) => ({ default: module.ValueDialog })))

const PartCodeDialog = lazy(() =>
  import('./dialogs/PartCodeDialog.tsx').then((module) => ({ default: module.PartCodeDialog })),
)

type Props = {
  schema: unknown
  /** Of the schema. */
  name: string
  selected: Path
  readOnly: boolean
  references: readonly { address: string; name: string }[]
  describe: AddressWords
  onEdit: (edit: Edit | null) => void
}

/** The properties of what is selected (SCH-007, SCH-009): applied when a field is left or Enter is pressed. */
export function Inspector({ schema, name, selected, readOnly, references, describe, onEdit }: Props) {
  const [showsDefault, setShowsDefault] = useState(false)
  const [showsCode, setShowsCode] = useState(false)
  const at = schemaAround(schema, selected)
  const target = valueAt(schema, at)
  const label = at.at(-1) ?? 'The whole schema'
  if (!isPlain(target))
    return (
      <section className={styles.side} aria-label="Properties" tabIndex={readOnly ? 0 : undefined}>
        <EmptyState text={`${label} allows ${target === false ? 'nothing' : 'any value'}.`} />
        {!readOnly && <TypeChoice kind="schema" onType={(type) => onEdit(changeType(schema, at, type))} />}
      </section>
    )
  const kind = kindOfSchema(target)
  const required = isField(at) && isRequired(schema, at)
  return (
    <section className={styles.side} aria-label="Properties" tabIndex={readOnly ? 0 : undefined}>
      <h3 className={styles.heading}>{label}</h3>
      {!readOnly && <RowActions schema={schema} path={selected} onEdit={onEdit} />}
      <fieldset className={styles.fields} disabled={readOnly}>
        <legend>{kindLabel(kind)}</legend>
        {hasOwnName(at) && (
          <AttributeField
            key={`name ${at.join('/')}`}
            onlyWhenLeft
            attribute={{ name: 'Name', kind: 'text' }}
            value={label}
            refuse={(name) => refuseName(schema, at, String(name ?? ''))}
            onChange={(name) => onEdit(renameAt(schema, at, String(name)))}
          />
        )}
        {isField(at) && (
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={required}
              onChange={(event) => onEdit(setRequired(schema, at, event.target.checked))}
            />
            Required
          </label>
        )}
        {typeof target.$ref === 'string' ? (
          <ReferenceField
            value={target.$ref}
            definitions={definitionsOf(schema)}
            describe={describe}
            onChange={(value) => onEdit(setKeyword(schema, at, '$ref', value))}
          />
        ) : (
          <TypeChoice kind={kind} onType={(type) => onEdit(changeType(schema, at, type))} />
        )}
        {typeof target.$ref !== 'string' && (
          <Button className={styles.part} onClick={() => setShowsDefault(true)}>
            Edit default in a form
          </Button>
        )}
        <Button className={styles.part} onClick={() => setShowsCode(true)}>
          Edit code
        </Button>
        {attributesOf(target).map((attribute) => (
          <AttributeField
            key={`${attribute.name} ${at.join('/')}`}
            attribute={attribute}
            value={target[attribute.name]}
            refuse={(value) => attribute.refuse?.(value, target) ?? null}
            onChange={(value) => onEdit(setKeyword(schema, at, attribute.name, value))}
          />
        ))}
      </fieldset>
      {showsCode && (
        <Suspense>
          <PartCodeDialog
            name={at.at(-1) ?? name}
            part={target}
            references={references}
            check={(part) => faultsWithin(replaceAt(schema, at, part), at)}
            onClose={() => setShowsCode(false)}
            onApply={(part) => {
              onEdit({ name: `code of ${at.at(-1) ?? name}`, schema: replaceAt(schema, at, part), selected: at })
              setShowsCode(false)
            }}
          />
        </Suspense>
      )}
      {showsDefault && (
        <Suspense>
          <ValueDialog
            property={label}
            name={name}
            schema={withDefinitions(target, schema)}
            value={target.default}
            onClose={() => setShowsDefault(false)}
            onApply={(value) => {
              onEdit(setKeyword(schema, at, 'default', value))
              setShowsDefault(false)
            }}
          />
        </Suspense>
      )}
      <fieldset className={styles.fields} disabled={readOnly}>
        <legend>In a form</legend>
        {uiAttributes(kind).map((attribute) => (
          <AttributeField
            key={`ui ${attribute.name} ${at.join('/')}`}
            attribute={attribute}
            value={isPlain(target.ui) ? target.ui[attribute.name] : undefined}
            refuse={(value) => attribute.refuse?.(value, target) ?? null}
            onChange={(value) => onEdit(setUiOption(schema, at, attribute.name, value))}
          />
        ))}
      </fieldset>
    </section>
  )
}

/** What is wrong with a schema inside one of its parts; faults elsewhere were there before. */
function faultsWithin(schema: unknown, at: Path): { pointer: string; message: string }[] {
  const around = pointerOf(at)
  return findSchemaFaults(schema)
    .filter(({ tone, pointer }) => tone === 'error' && (pointer === around || pointer.startsWith(`${around}/`)))
    .map(({ pointer, message }) => ({ pointer: pointer.slice(around.length), message }))
}

/** The part with what it may refer to inside the whole. */
const withDefinitions = (part: Record<string, unknown>, whole: unknown): Record<string, unknown> => {
  const { definitions, $defs } = isPlain(whole) ? whole : {}
  return {
    ...part,
    ...(definitions === undefined ? {} : { definitions }),
    ...($defs === undefined ? {} : { $defs }),
  }
}

/** `$defs` is the later name of `definitions`. */
const definitionsOf = (schema: unknown): Path[] =>
  ['definitions', '$defs'].flatMap((keyword) => partsIn(valueAt(schema, [keyword])).map((name) => [keyword, name]))

function isRequired(schema: unknown, path: Path): boolean {
  const required = valueAt(schema, [...path.slice(0, -2), 'required'])
  return Array.isArray(required) && required.includes(path.at(-1))
}

/** The type of a schema; attributes that the new one does not know go, and Undo brings them back. */
function TypeChoice({ kind, onType }: { kind: string; onType: (type: (typeof typeKinds)[number]) => void }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Type</label>
      <select
        id={id}
        value={isTypeKind(kind) ? kind : ''}
        onChange={(event) => isTypeKind(event.target.value) && onType(event.target.value)}
      >
        {!isTypeKind(kind) && <option value="">Not one type</option>}
        {typeKinds.map((type) => (
          <option key={type} value={type}>
            {kindLabel(type)}
          </option>
        ))}
      </select>
    </div>
  )
}
