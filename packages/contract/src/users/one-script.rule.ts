/** Scripts in everyday use (Unicode UAX 31, with some of its limited ones); those of Chinese, Japanese and Korean stand together. */
const alone =
  'Latin Greek Cyrillic Armenian Hebrew Arabic Syriac Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Ethiopic Cherokee Canadian_Aboriginal Khmer Mongolian Nko Tifinagh'
const together = ['Han Hiragana Katakana', 'Han Hangul', 'Han Bopomofo']

const ofScripts = (scripts: string): RegExp => {
  const letters = scripts.split(' ').map((script) => `\\p{Script_Extensions=${script}}`)
  return new RegExp(`^[\\p{Script=Common}\\p{Script=Inherited}${letters.join('')}]*$`, 'u')
}
const systems = [...alone.split(' '), ...together].map(ofScripts)

/** What shapes or hides other letters and is seen as nothing, or as a space. */
const hidden = /[\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Whether a name is written in one script without hidden characters. A Cyrillic 'а' in a Latin name, or a joiner
 * between its letters, makes a username that looks like somebody else's.
 */
export const isOfOneScript = (name: string): boolean =>
  !hidden.test(name) && systems.some((system) => system.test(name))
