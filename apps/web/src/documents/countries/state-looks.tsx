import type { ComponentType } from 'react'
import { CheckCircleIcon, PencilIcon, RunIcon, WarnIcon } from '../../ui/glyphs.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'
import type { stateWords } from './country-fields.ts'

type State = keyof typeof stateWords

export const stateIcons: Record<State, ComponentType> = {
  inherited: CheckCircleIcon,
  behind: RunIcon,
  overridden: PencilIcon,
  drifted: WarnIcon,
  own: PencilIcon,
}

export const stateTones: Record<State, Tone> = {
  inherited: 'quiet',
  behind: 'ok',
  overridden: 'busy',
  drifted: 'warn',
  own: 'quiet',
}
