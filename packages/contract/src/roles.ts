import { z } from 'zod'

export const roles = ['user', 'manager', 'admin', 'super-admin'] as const
/** Each person has exactly one (USR-001, USR-002). */
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
