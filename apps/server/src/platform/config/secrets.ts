/** Encrypts what must not lie readable in the database, with a key kept outside of it (S6). */
export interface Secrets {
  seal(text: string): string
  open(sealed: string): string
  /** Keyed hash of a token, so that a stolen table opens no session. */
  hash(token: string): string
}
