/** The part of the package that is used; its own module of this name is shadowed by one of Node. */
declare module 'punycode/punycode.es6.js' {
  /** The text behind 'xn--'. @throws RangeError when it is no Punycode */
  export function decode(text: string): string
  /** The text as Punycode, without 'xn--'. */
  export function encode(text: string): string
}
