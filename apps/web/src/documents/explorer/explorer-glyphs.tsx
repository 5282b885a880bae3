import type { ReactNode } from 'react'

/** Drawings of tree rows, in the manner of ui/glyphs. */
const Glyph = ({ children, filled = false }: { children: ReactNode; filled?: boolean }) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    style={{ flex: 'none' }}
  >
    {children}
  </svg>
)

export const FolderIcon = () => (
  <Glyph>
    <path d="M2 12.6V3.6h4.2l1.5 1.8H14v7.2z" />
  </Glyph>
)

export const FileIcon = () => (
  <Glyph>
    <path d="M3.6 2h5.6l3.2 3.2V14H3.6zM9 2.2v3.2h3.2" />
  </Glyph>
)

export const SearchIcon = () => (
  <Glyph>
    <path d="M11 7A4 4 0 1 1 3 7a4 4 0 0 1 8 0zM10 10l3.4 3.4" />
  </Glyph>
)

export const MoreIcon = () => (
  <Glyph filled>
    <path d="M3.4 8v.1M8 8v.1M12.6 8v.1" />
  </Glyph>
)

export const ArrowUpIcon = () => (
  <Glyph>
    <path d="M8 13V3.4M4 7l4-3.8L12 7" />
  </Glyph>
)
