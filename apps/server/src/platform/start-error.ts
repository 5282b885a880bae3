/**
 * A reason why the product cannot start that the person at the keyboard can do something about.
 * The message is one whole sentence; the program prints it alone, without a stack, and exits with code 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
