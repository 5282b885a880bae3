import { invalid } from '@millrace/contract'
import { checkEndpoint, faultText } from '@millrace/engine'
import type { TryPlan } from './endpoints.service.ts'

/** Loads the plan in a process like those that will serve it, and calls nothing. @throws ApiError 40000 with the place */
export const tryPlan: TryPlan = async (plan) => {
  const fault = await checkEndpoint(plan)
  if (fault !== null) throw invalid(`The endpoint cannot be served: ${faultText(fault)}`)
}
