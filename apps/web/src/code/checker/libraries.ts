const declarations = /^lib\.(?:es5|decorators|decorators\.legacy|es20\d\d\.[\w.]+)\.d\.ts$/
/** Deleted from the sandbox, or lists of other files. */
const absent = /\.(?:sharedmemory|weakref|full)\.d\.ts$/

/** Whether a file of TypeScript declares a part of ECMAScript that the sandbox has. */
export const isSandboxLibrary = (file: string): boolean => declarations.test(file) && !absent.test(file)
