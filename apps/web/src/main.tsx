import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'virtual:tokens.css'
import '@fontsource-variable/inter/wght.css'
import './app/base.css'
import { reloadOnMissingChunk } from './app/missing-chunk.ts'
import { toHashForm } from './app/plain-path.ts'
import { createAppRouter } from './app/router.tsx'
import { watchOtherTabs } from './access/sessions/other-tabs.ts'
import { watchTheme } from './theme/theme-choice.ts'

toHashForm()
watchTheme()
watchOtherTabs()
reloadOnMissingChunk()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
)
