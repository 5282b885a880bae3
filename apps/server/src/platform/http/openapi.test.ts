import { type CallSpec, calls, policy } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'

type Operation = {
  operationId: string
  security: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: { required?: string[] } }> }
  responses: Record<string, { content: Record<string, { schema: { required?: string[]; properties?: object } }> }>
}

const document = openApiDocument('Millrace') as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
const operations = Object.entries(calls).map(([name, spec]) => {
  const [method = '', path = ''] = name.split(' ')
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${name} is missing`)
  return { name, spec: spec as CallSpec, operation }
})

describe('the OpenAPI document', () => {
  it('gives each operation a name of its own and asks for the token but on public calls', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toContain('postUsersLogin')
    for (const { name, operation } of operations) {
      const isPublic = policy[name as keyof typeof policy].roles === 'public'
      expect(operation.security, name).toEqual(isPublic ? [] : [{ token: [] }])
    }
  })

  it('describes each answer as an envelope, or a file', () => {
    for (const { name, spec, operation } of operations) {
      const [[type, { schema }] = ['', { schema: {} as { required?: string[] } }]] = Object.entries(
        operation.responses[200]?.content ?? {},
      )
      expect(type, name).toBe(spec.file ? 'application/octet-stream' : 'application/json')
      if (!spec.file) expect(schema.required?.toSorted(), name).toEqual(['code', 'data', 'message'])
    }
  })

  it('describes messages as a client sends them', () => {
    const byName = Object.fromEntries(operations.map(({ name, operation }) => [name, operation]))
    const logIn = byName['POST /users/login']?.requestBody?.content['application/json']?.schema
    expect(logIn?.required).toEqual(['username', 'password'])
    expect(byName['GET /uploads/status']?.parameters).toEqual([
      { name: 'ids', in: 'query', required: true, schema: { type: 'string' } },
    ])
    expect(byName['DELETE /database-connections/{id}']?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
    ])
    expect(Object.keys(byName['POST /uploads']?.requestBody?.content ?? {})).toEqual(['multipart/form-data'])
  })

  it('describes a tree once, under its name', () => {
    expect(Object.keys(document.components.schemas).toSorted()).toEqual([
      'AskedRow',
      'Failure',
      'TreeNode',
      'UpdateReport',
    ])
    expect(JSON.stringify(document.components.schemas.TreeNode)).toContain('"#/components/schemas/TreeNode"')
  })

  it('points nowhere that is not in it', () => {
    const text = JSON.stringify(document)
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#([^"]*)"/g)) {
      const steps = pointer.split('/').slice(1)
      const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], document)
      expect(found, pointer).toBeDefined()
    }
    expect(text).not.toContain('$schema')
  })
})
