import type { JsonSchema } from '@millrace/contract'
import type { FormDefinitionName } from '@millrace/contract/schemas/form-definitions.rule'
import { useCall } from '../api/use-call.ts'

type FormDefinition = { schema: JsonSchema | undefined; error: string | null; retry: () => void }

/**
 * The schema behind one of the product's own forms, its newest version (SCH-033). Kept as long as the page is open: it
 * changes with the product. `error` is the fixed sentence of SCH-029.
 */
export function useFormDefinition(name: FormDefinitionName): FormDefinition {
  const { data, error, refetch } = useCall(
    'GET /schemas/byname',
    { query: { name } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  return {
    schema: data?.jsonSchema,
    error: error === null ? null : `Cannot load schema ${name} from server`,
    retry: () => void refetch(),
  }
}
