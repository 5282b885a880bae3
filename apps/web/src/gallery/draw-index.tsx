import { createRoot } from 'react-dom/client'
import 'virtual:tokens.css'
import '@fontsource-variable/inter/wght.css'
import '../app/base.css'
import { watchTheme } from '../theme/theme-choice.ts'
import { GalleryIndex } from './GalleryIndex.tsx'

watchTheme()
createRoot(document.getElementById('root') as HTMLElement).render(<GalleryIndex />)
