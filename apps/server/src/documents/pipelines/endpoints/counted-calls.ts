export {
  addErrors,
  addMinutes,
  type EndpointFault,
  type EndpointMinute,
  noteKeysUsed,
  removeOldMinutes,
} from './endpoint-figures.repository.ts'
