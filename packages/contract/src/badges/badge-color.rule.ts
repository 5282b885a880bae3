/** Colour of a new project badge (TAG-002). */
export const defaultBadgeColor = '#409EFF'

/** A colour as badges have it, '#RRGGBB'. */
export const badgeColor = /^#[0-9A-Fa-f]{6}$/
export const isBadgeColor = (text: string): boolean => badgeColor.test(text)
