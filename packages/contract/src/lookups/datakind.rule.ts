import type { Datakind } from './lookups.messages.ts'

/** The data kind that role user is confined to (D-58). */
const dealerDatakind = 'dealer'

/** Whether it is that data kind, however its name is written. */
export const isDealer = (datakind: Datakind | null): boolean =>
  datakind !== null && datakind.name.trim().toLowerCase() === dealerDatakind
