import type { ReactNode, SVGProps } from 'react'

type Props = SVGProps<SVGSVGElement>

/** Small drawings that light pages need too; the frame's larger set comes from the kit's icons. */
export function Glyph({ children, ...rest }: Props & { children: ReactNode }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
      {...rest}
    >
      {children}
    </svg>
  )
}

export const CloseIcon = (props: Props) => (
  <Glyph {...props}>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Glyph>
)

/** Turned by a quarter where something is unfolded. */
export const ChevronIcon = (props: Props) => (
  <Glyph strokeWidth="1.5" {...props}>
    <path d="M6 4l4 4-4 4" />
  </Glyph>
)

export const CheckCircleIcon = (props: Props) => (
  <Glyph {...props}>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M5.2 8.2l2 2 3.6-4" />
  </Glyph>
)

export const CrossCircleIcon = (props: Props) => (
  <Glyph {...props}>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4" />
  </Glyph>
)

export const ClockIcon = (props: Props) => (
  <Glyph {...props}>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M8 4.6V8l2.4 1.6" />
  </Glyph>
)

/** As large as the kit's icons, beside which it stands. */
export const GaugeIcon = () => (
  <Glyph width="1em" height="1em">
    <path d="M3.6 12.8a6.2 6.2 0 1 1 8.8 0zM8 8.8l2.6-2.6" />
  </Glyph>
)

export const WarnIcon = (props: Props) => (
  <Glyph {...props}>
    <path d="M8 2.2L14.4 13.4H1.6L8 2.2zM8 6.4v3.2M8 11.5v.1" />
  </Glyph>
)

export const InfoIcon = (props: Props) => (
  <Glyph {...props}>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M8 7.4v3.6M8 5v.1" />
  </Glyph>
)

export const RunIcon = (props: Props) => (
  <Glyph {...props}>
    <path d="M13.8 8A5.8 5.8 0 1 1 8 2.2M10.4 2.7l3.4-.4-.5 3.4" />
  </Glyph>
)

export const StopIcon = (props: Props) => (
  <Glyph {...props}>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M3.8 12.2l8.4-8.4" />
  </Glyph>
)

export const PadlockIcon = (props: Props) => (
  <Glyph {...props}>
    <path d="M3.5 7.2h9v6.3h-9zM5.4 7.2V5a2.6 2.6 0 0 1 5.2 0v2.2" />
  </Glyph>
)

export const PencilIcon = (props: Props) => (
  <Glyph {...props}>
    <path d="M2.8 13.2l.7-2.9 7.4-7.4 2.2 2.2-7.4 7.4-2.9.7z" />
  </Glyph>
)

export const CopyIcon = (props: Props) => (
  <Glyph {...props}>
    <path d="M5.8 5.8h7.4v7.4H5.8zM10.2 5.8V2.8H2.8v7.4h3" />
  </Glyph>
)

const levels = { error: CrossCircleIcon, warn: WarnIcon, info: InfoIcon, success: CheckCircleIcon }

/** The tone of a level, for `data-tone`. */
export const toneOf = { error: 'error', warn: 'warn', info: 'busy', success: 'ok' } as const

/** The icon of a log level or toast. */
export function LevelGlyph({ level, ...props }: { level: keyof typeof levels } & Props) {
  const Icon = levels[level]
  return <Icon {...props} />
}
