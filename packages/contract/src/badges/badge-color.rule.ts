/** Colour of a new project badge (TAG-002). */
export const defaultBadgeColor = '#409EFF'

/** Whether the text is a colour as badges have it, '#RRGGBB'. */
export const isBadgeColor = (text: string): boolean => /^#[0-9A-Fa-f]{6}$/.test(text)
