import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../../ui/confirm.ts'

type Place = { pathname: string; search: { pipeline?: unknown } }

/**
 * Asks before the wizard is left, or another pipeline chosen, while a file is on its way or did not arrive. The steps of
 * the wizard may be gone back and forth meanwhile: the files go on.
 */
export function useLeaveGuard(isOpen: boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => isOpen && isLeft(current, next) && !(await confirm(leaveQuestion)),
    enableBeforeUnload: () => isOpen,
  })
}

const isLeft = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname || current.search.pipeline !== next.search.pipeline

const leaveQuestion = 'A file or fetch is still on its way, or failed. Do you want to leave without it?'
