import type { ReactNode } from 'react'
import { Glyph } from '../../../ui/glyphs.tsx'
import type { ActName } from './acts.ts'

const box = <rect x="5" y="5" width="6" height="6" rx="1" />
const drawings: Record<ActName, ReactNode> = {
  add: <path d="M2.5 4.5h7v7h-7zM12.5 6v4M10.5 8h4" />,
  connect: <path d="M4 8h8M2.8 8a1.2 1.2 0 1 0 .01 0M13.2 8a1.2 1.2 0 1 1-.01 0" />,
  insert: (
    <>
      {box}
      <path d="M1 8h4M11 8h4" />
    </>
  ),
  input: <path d="M1.5 8H9M6.5 5L9 8l-2.5 3M11 3h3v10h-3" />,
  output: <path d="M5 3H2v10h3M6.5 8H14M11.5 5L14 8l-2.5 3" />,
  settings: <path d="M2 4.5h6M11 4.5h3M9.5 3v3M2 11.5h3M8 11.5h6M6.5 10v3" />,
  rename: <path d="M2.8 13.2l.7-2.9 7.4-7.4 2.2 2.2-7.4 7.4-2.9.7z" />,
  group: <path d="M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M5 5h2.5v2.5H5zM8.5 8.5H11V11H8.5z" />,
  copy: <path d="M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1" />,
  cut: <path d="M3.8 13.2a1.7 1.7 0 1 0-.01 0M12.2 13.2a1.7 1.7 0 1 1 .01 0M5 10.3L11 2M11 10.3L5 2" />,
  paste: <path d="M6 3.5h-2.5v10h9v-10H10M6 2.5h4v2H6z" />,
  remove: <path d="M2.5 4.5h11M6 4V2.5h4V4M4 4.5l.6 9h6.8l.6-9" />,
}

export const ActIcon = ({ name }: { name: ActName }) => <Glyph>{drawings[name]}</Glyph>
