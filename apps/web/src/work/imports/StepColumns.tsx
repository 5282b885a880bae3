import type { ReactNode } from 'react'
import { Stack } from '../../ui/Layout.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { sizes } from '../../theme/tokens.ts'
import { SplitPane } from '../../ui/SplitPane.tsx'

/** The step's content on the left and logs on the right, with a divider to move; below each other where it is narrow. */
export function StepColumns({ content, logs }: { content: ReactNode; logs: ReactNode }) {
  const mobile = useMobile()
  if (mobile) {
    return (
      <Stack>
        {content}
        {logs}
      </Stack>
    )
  }
  return (
    <Stack fill>
      <SplitPane
        direction="columns"
        size={Math.round((window.innerWidth - sizes.sidebar) * 0.5)}
        label="Resize the logs"
        remember="wizard"
        first={content}
        second={logs}
      />
    </Stack>
  )
}
