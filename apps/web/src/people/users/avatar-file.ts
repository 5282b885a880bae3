import { texts } from '@millrace/contract/errors'
import { isAvatar } from '@millrace/contract/users/avatar.rule'

/** Side of a stored picture in px; it is shown at 20 to 48. */
const avatarSide = 128

/** The middle square of a picture: where it begins and its side, in its own px. */
export function centeredSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/**
 * Makes a picture small in the browser, so that no large file travels: its middle square at 128 px, as WebP or, where the
 * browser cannot write that, PNG.
 * @returns a `data:image/…` address of at most 64 KiB
 * @throws Error with a text for the person, when the file is no picture
 */
export async function smallPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch((error: unknown) => {
    throw new Error(texts.avatarRefused, { cause: error })
  })
  try {
    const canvas = document.createElement('canvas')
    canvas.width = avatarSide
    canvas.height = avatarSide
    const context = canvas.getContext('2d')
    if (context === null) throw new Error(texts.avatarRefused)
    const { x, y, side } = centeredSquare(picture.width, picture.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, x, y, side, side, 0, 0, avatarSide, avatarSide)
    const address = canvas.toDataURL('image/webp', 0.85)
    if (!isAvatar(address)) throw new Error(texts.avatarRefused)
    return address
  } finally {
    picture.close()
  }
}
