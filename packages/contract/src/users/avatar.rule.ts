/** Characters of the address of a stored picture: 64 KiB in base64 and some room for its head. */
const maxAvatarLength = 88_000
/** Kinds of pictures that may be chosen. */
export const avatarTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
const picture = new RegExp(`^data:(?:${avatarTypes.join('|')});base64,[A-Za-z0-9+/]+={0,2}$`)

/** Whether the text may be stored as a person's picture: never an address that a browser would fetch. */
export const isAvatar = (text: string): boolean => text.length <= maxAvatarLength && picture.test(text)

/** What stands where there is no picture: first letters of first and last name, e.g. 'MM'. */
export function initialsOf(firstName: string, lastName: string): string {
  const first = (name: string) => [...name.trim()][0]?.toUpperCase() ?? ''
  return first(firstName) + first(lastName)
}
